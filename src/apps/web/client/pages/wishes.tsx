/** The preference in numbers: regions, weights, a formula, bounds; each can be changed by the keyboard. */
import type { Points } from '../view/panels.js'
import { type DrawnRegion, regionIn, regionsText, regionWords, unhidden } from '../view/regions.js'
import type { PreferView } from '../view/view.js'
import { type Weighed, weighedAnew, weighedIn } from '../view/weights.js'

interface WishesProps {
  readonly view: PreferView
  /** @param finished whether it is a step that can be undone */
  readonly onView: (view: PreferView, finished?: boolean) => void
}

export function Regions({ view, onView }: WishesProps) {
  const { regions } = view
  if (regions.length === 0) return null
  const change = (next: readonly DrawnRegion[]) => onView({ ...view, regions: next })
  return (
    <section>
      <h2>Regions</h2>
      <ol>
        {regions.map((region, k) => (
          <RegionItem key={`${k} ${regionsText([region])}`} place={k} regions={regions} onChange={change} />
        ))}
      </ol>
    </section>
  )
}

/** A region as numbers, to be changed, named, hidden, moved in the order, and taken away. */
function RegionItem(props: {
  readonly place: number
  readonly regions: readonly DrawnRegion[]
  readonly onChange: (regions: readonly DrawnRegion[]) => void
}) {
  const { place, regions, onChange } = props
  const name = `region ${place + 1}`
  const { hidden } = regions[place]
  const take = (text: string) => {
    const changed = regionIn(text)
    if (changed !== null) onChange(regions.with(place, hidden ? { ...changed, hidden } : changed))
  }
  const turn = () =>
    onChange(
      regions.with(place, hidden ? unhidden([regions[place]])[0] : { ...regions[place], hidden: true }),
    )
  const up = () => onChange(regions.with(place - 1, regions[place]).with(place, regions[place - 1]))
  return (
    <li>
      <input
        type="text"
        aria-label={name}
        title="NAME = X,Y: x,y x,y x,y …"
        spellcheck={false}
        value={regionWords(regions[place])}
        onChange={({ currentTarget }) => take(currentTarget.value)}
      />
      <span class="saving">
        <button type="button" aria-label={`${hidden ? 'show' : 'hide'} ${name}`} onClick={turn}>
          {hidden ? 'show' : 'hide'}
        </button>
        {place > 0 && (
          <button type="button" aria-label={`${name} up`} onClick={up}>
            ↑
          </button>
        )}
        <button
          type="button"
          aria-label={`${name} away`}
          onClick={() => onChange(regions.toSpliced(place, 1))}
        >
          ×
        </button>
      </span>
    </li>
  )
}

/** Sliders go to this importance, or on to what is set. */
const MOST_IMPORTANT = 10

export function Weights({ view, onView, points }: WishesProps & { readonly points: Points }) {
  const weights = weighedIn(points, view.objective)
  return (
    <fieldset class="knobs">
      <legend>Weights</legend>
      {weights?.map((weight) => (
        <WeightItem
          key={weight.name}
          weight={weight}
          onFactor={(factor, finished) =>
            onView({ ...view, objective: weighedAnew(weights, weight.name, factor) }, finished)
          }
        />
      ))}
      <p class="field">
        <label for="formula">formula, less is better{weights === null && ' (not one of weights)'}</label>
        <input
          id="formula"
          type="text"
          spellcheck={false}
          autocomplete="off"
          value={view.objective ?? ''}
          onChange={({ currentTarget }) => onView({ ...view, objective: currentTarget.value.trim() || null })}
        />
      </p>
      <p class="field">
        <label for="bounds">bounds, one a line, as AWRT1 &lt;= 6h or AWRT5 &lt;= 1.2*easy</label>
        <textarea
          id="bounds"
          rows={2}
          spellcheck={false}
          value={view.subjectTo.join('\n')}
          onChange={({ currentTarget }) => {
            const lines = currentTarget.value.split('\n').map((line) => line.replaceAll('~', ' ').trim())
            onView({ ...view, subjectTo: lines.filter((line) => line !== '') })
          }}
        />
      </p>
    </fieldset>
  )
}

/** A slider of importance, and the factor itself. */
function WeightItem(props: {
  readonly weight: Weighed
  readonly onFactor: (factor: number, finished: boolean) => void
}) {
  const { name, factor, importance, unit } = props.weight
  const weigh = (text: string, finished: boolean, each = 1) => {
    const value = text.trim() === '' ? 0 : Number(text)
    if (Number.isFinite(value) && value >= 0) props.onFactor(value * each, finished)
  }
  return (
    <div class="weight">
      <span>{name}</span>
      <input
        type="range"
        aria-label={`importance of ${name}`}
        title="how much its whole range on this front counts"
        min={0}
        max={Math.max(MOST_IMPORTANT, Math.ceil(importance))}
        step={0.1}
        value={importance}
        onInput={({ currentTarget }) => weigh(currentTarget.value, false, unit)}
        onChange={({ currentTarget }) => weigh(currentTarget.value, true, unit)}
      />
      <input
        type="text"
        inputMode="decimal"
        aria-label={`factor of ${name}`}
        autocomplete="off"
        value={factor}
        onChange={({ currentTarget }) => weigh(currentTarget.value, true)}
      />
    </div>
  )
}

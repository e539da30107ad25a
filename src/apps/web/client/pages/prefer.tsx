/** Prefer: what do I want? Regions drawn on the front, in order of priority, and what each says of schedules and policies. */
import { useMemo } from 'preact/hooks'
import { type Block, numbers, table, words } from '../../../../core/exhibit.js'
import { formatCount, formatNumber, NO_VALUE } from '../../../../core/format.js'
import type { Paint } from '../../../../core/scene.js'
import { USUAL_REGION_SETTINGS } from '../../../../preference/index.js'
import { GREY, SERIES_COLOURS } from '../../../../report/plots/theme.js'
import type { LoadedFront } from '../front.js'
import { save } from '../save.js'
import { Awaited, Fault } from '../shown/awaited.js'
import { Blocks } from '../shown/blocks.js'
import { Link } from '../shown/link.js'
import { Command, shellWord, useLatest } from '../shown/pair.js'
import { FrontPanels } from '../shown/panels.js'
import { go, served } from '../state.js'
import { membersOf, type Points } from '../view/panels.js'
import { type DrawnRegion, parseRegions, regionsText, regionWords } from '../view/regions.js'
import { formatView, type View } from '../view/view.js'
import type { Judged } from '../workers/judge.js'
import { judge } from '../workers/simulator.js'
import { Chosen, letterAt, lettersOf, useFront } from './front.js'
import { KeptPreferences } from './kept.js'

type PreferView = Extract<View, { readonly page: 'prefer' }>

/** Fronts of more points are judged by the deepest planes alone: all of them are too many. */
const MOST_EXACT = 1500

export function PreferPage({ view }: { readonly view: PreferView }) {
  return (
    <>
      <h1>What you prefer</h1>
      <Awaited answer={useFront(view.run)} waiting="Reading …">
        {(front) => <Drawing front={front} view={view} />}
      </Awaited>
    </>
  )
}

function Drawing({ front, view }: { readonly front: LoadedFront; readonly view: PreferView }) {
  const { document, points } = front
  const { regions, run } = view
  const quick = points.count > MOST_EXACT
  const { result, failure, busy } = useLatest(regions, formatView(view), async (drawn) =>
    drawn.length === 0
      ? null
      : judge({
          ...{ name: document.name, digest: document.digest, objectives: points.names },
          settings: quick ? { ...USUAL_REGION_SETTINGS, planes: 'deepest' } : USUAL_REGION_SETTINGS,
          points: document.points.map(({ values }) => values),
          policies: document.policies,
          regions: drawn,
        }),
  )
  const judged = regions.length === 0 ? null : result
  const members = useMemo(() => membersIn(points, regions), [points, regions])
  const change = (next: readonly DrawnRegion[]) => go({ ...view, regions: next })
  const folder = `${served.value?.runsFolder ?? ''}/${run}`
  const options = regions.map((region) => `--region ${shellWord(regionWords(region))}`).join(' ')
  return (
    <>
      <p>
        Draw regions on any panel, the one that you want most first.{' '}
        <Link to={{ page: 'front', run, point: null }}>Back to the front</Link>.
      </p>
      <Fault failure={failure} />
      <div aria-busy={busy} data-judged={judged === null ? '' : judged.counts.join(',')}>
        <p role="status" class="counts">
          {members !== null && countsText(members, regions.length)}
        </p>
        <FrontPanels
          points={points}
          colourOf={(at) =>
            members === null ? SERIES_COLOURS[0] : colourAt(members[at] - 1, regions.length)
          }
          colouring={members}
          regions={regions.map((region, k) => ({ region, colour: colourAt(k, regions.length) }))}
          chosen={judged?.best ?? []}
          marks={lettersOf(front)}
          label={`${formatCount(points.count)} schedules, ${formatCount(regions.length)} regions drawn: panels of every two of ${points.names.join(', ')}`}
          onPoint={(at) => go({ page: 'front', run, point: document.points[at].evaluation })}
          onRegion={(region) => change([...regions, region])}
        />
        {regions.length > 0 && (
          <section>
            <h2>Regions</h2>
            <ol>
              {regions.map((region, k) => (
                <RegionItem
                  key={`${k} ${regionsText([region])}`}
                  place={k}
                  regions={regions}
                  onChange={change}
                />
              ))}
            </ol>
          </section>
        )}
        <KeptPreferences
          document={judged?.document ?? null}
          run={run}
          log={document.digest}
          onOpen={(kept) => change(kept.regions)}
        />
        {judged !== null && (
          <>
            <section>
              <h2>What it says of policies</h2>
              <Blocks blocks={[judgementTable(judged)]} />
            </section>
            <Chosen front={front} row={judged.best[0]} />
            <p class="saving">
              <button
                type="button"
                onClick={() => save('preference.json', judged.document, 'application/json')}
              >
                preference.json
              </button>
            </p>
            <Command
              words={`qw prefer ${shellWord(folder)} ${options}${quick ? ' --quick' : ''} -o preference.json`}
            />
          </>
        )}
      </div>
    </>
  )
}

/** A region as numbers, to be changed, moved in the order, and taken away. */
function RegionItem(props: {
  readonly place: number
  readonly regions: readonly DrawnRegion[]
  readonly onChange: (regions: readonly DrawnRegion[]) => void
}) {
  const { place, regions, onChange } = props
  const name = `region ${place + 1}`
  const take = (text: string) => {
    const [changed] = parseRegions(text.replace(/:\s*/, ':').trim().replace(/\s+/g, '_'))
    if (changed !== undefined) onChange(regions.with(place, changed))
  }
  const up = () => onChange(regions.with(place - 1, regions[place]).with(place, regions[place - 1]))
  return (
    <li>
      <input
        type="text"
        aria-label={name}
        spellcheck={false}
        value={regionWords(regions[place])}
        onChange={({ currentTarget }) => take(currentTarget.value)}
      />
      <span class="saving">
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

/** The colour of a region, from 0; the rest is grey. */
function colourAt(region: number, regions: number): Paint {
  return region >= regions ? GREY : SERIES_COLOURS[region % (SERIES_COLOURS.length - 1)]
}

/** Which points each region has, at once; what judging them amounts to comes later, and says what is wrong with them. */
function membersIn(points: Points, regions: readonly DrawnRegion[]): Int32Array | null {
  const isKnown = (name: string) => points.names.includes(name)
  if (regions.length === 0 || !regions.every(({ panel }) => panel.every(isKnown))) return null
  try {
    return membersOf(points, regions)
  } catch {
    return null
  }
}

function countsText(members: Int32Array, regions: number): string {
  const named = Array.from({ length: regions + 1 }, (_, k) => {
    const count = members.reduce((sum, region) => sum + (region === k + 1 ? 1 : 0), 0)
    return `${formatCount(count)} ${k < regions ? `in region ${k + 1}` : 'in none'}`
  })
  return `Of the schedules that are possible ${named.join(', ')}. Rings mark those that you would like most.`
}

function judgementTable({ policies }: Judged): Block {
  return table(
    'Regions of policies; less is better: f = priority × beyond the first region + from the front',
    [...words('mark', 'policy'), ...numbers('region', 'beyond', 'from the front', 'f')],
    policies.map(({ policy, judgement }, k) => [
      letterAt(k),
      policy,
      ...(judgement === null
        ? [NO_VALUE, NO_VALUE, NO_VALUE, NO_VALUE]
        : [
            `${judgement.priority}`,
            ...[judgement.beyond, judgement.fromFront, judgement.value].map(formatNumber),
          ]),
    ]),
  )
}

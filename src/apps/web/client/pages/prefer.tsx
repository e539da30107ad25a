/** Prefer: what do I want? Regions drawn on the front in order of priority, weights, bounds; and what each says of schedules and policies. */
import { useMemo } from 'preact/hooks'
import { type Block, numbers, table, words } from '../../../../core/exhibit.js'
import { formatCount, formatNumber, NO_VALUE } from '../../../../core/format.js'
import type { Paint } from '../../../../core/scene.js'
import { USUAL_REGION_SETTINGS } from '../../../../preference/index.js'
import { markLetter } from '../../../../report/plots/scatter.js'
import { GREY, groupColour } from '../../../../report/plots/theme.js'
import { RECORDED } from '../../../../sim/policy.js'
import { post, runAddress } from '../api.js'
import type { LoadedFront } from '../front.js'
import { save } from '../save.js'
import { Awaited, Fault, useAnswer } from '../shown/awaited.js'
import { Blocks } from '../shown/blocks.js'
import { Link } from '../shown/link.js'
import { Command, shellWord, useLatest } from '../shown/pair.js'
import { FrontPanels } from '../shown/panels.js'
import { gesture, go, served } from '../state.js'
import { drawnOver, named, regionWords, unhidden } from '../view/regions.js'
import { formatView, type PreferView } from '../view/view.js'
import { countsOf, type Sorted, sorted, type ValuedPolicy } from '../view/wishes.js'
import type { Judged } from '../workers/judge.js'
import { ask, judge } from '../workers/simulator.js'
import { Chosen, marksOf, PanelFiles, useFront } from './front.js'
import { KeptPreferences, sentOf } from './kept.js'
import { Learning } from './learning.js'
import { Regions, Weights } from './wishes.js'

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
  const { regions, objective, run } = view
  const quick = points.count > MOST_EXACT && regions.length > 0
  // Regions count whether they are to be seen or not.
  const policies = usePolicies(front)
  const key = `${formatView({ ...view, learnt: null, regions: unhidden(regions) })} ${policies.length}`
  const followed = useLatest(view, key, async (wishes: PreferView) =>
    judge({
      ...{ name: document.name, digest: document.digest, objectives: points.names },
      settings:
        points.count > MOST_EXACT && wishes.regions.length > 0
          ? { ...USUAL_REGION_SETTINGS, planes: 'deepest' }
          : USUAL_REGION_SETTINGS,
      points: document.points.map(({ values }) => values),
      policies,
      ...{ regions: wishes.regions, objective: wishes.objective, subjectTo: wishes.subjectTo },
    }),
  )
  const { failure, busy } = followed
  const places = useMemo(() => sortedAtOnce(front, view, policies), [front, key])
  const isWanted = regions.length > 0 || objective !== null
  const judged = isWanted ? followed.result : null
  const wanted = places?.wanted ?? 1
  const onView = (next: PreferView, finished = true) => (finished ? go : gesture)(next)
  return (
    <>
      <p>
        Draw regions on any panel, the one that you want most first, or say what counts how much.{' '}
        <Link to={{ page: 'front', run, point: null }}>Back to the front</Link>.
      </p>
      <Fault failure={failure} />
      <div aria-busy={busy} data-judged={judged === null ? '' : judged.counts.join(',')}>
        <p role="status" class="counts">
          {places !== null && countsText(places, points.count, view)}
        </p>
        <Weights view={view} onView={onView} points={points} />
        <FrontPanels
          points={points}
          colourOf={(at) => {
            const place = (places?.classOf[at] ?? 1) - 1
            return regions[place]?.hidden ? GREY : colourAt(place, wanted)
          }}
          colouring={`${key} ${regions.map(({ hidden }) => hidden ?? false).join()}`}
          regions={regions.map((region, k) => ({ region, colour: colourAt(k, wanted) }))}
          chosen={judged?.best ?? []}
          marks={marksOf(policies)}
          label={`${formatCount(points.count)} schedules, ${formatCount(regions.length)} regions drawn: panels of every two of ${points.names.join(', ')}`}
          onPoint={(at) => go({ page: 'front', run, point: document.points[at].evaluation })}
          onRegion={(region, mode) => onView({ ...view, regions: drawnOver(regions, region, mode) })}
          onCorners={(k, vertices) =>
            onView({ ...view, regions: regions.with(k, { ...regions[k], vertices }) })
          }
        />
        <Regions view={view} onView={onView} />
        {judged !== null && judged.costs.length > 0 && (
          <section>
            <h2>What it costs the others</h2>
            <Blocks blocks={judged.costs} />
          </section>
        )}
        {judged !== null && (
          <>
            <section>
              <h2>What it says of policies</h2>
              <Blocks blocks={[judgementTable(judged, regions.length > 0)]} />
            </section>
            {judged.best.length > 0 && <Chosen front={front} row={judged.best[0]} />}
            <Document document={judged.document} view={view} quick={quick} />
            <Learning view={view} document={judged.document} log={document.digest} />
          </>
        )}
        <KeptPreferences
          document={judged?.document ?? null}
          run={run}
          log={document.digest}
          onOpen={({ regions, objective, subjectTo }) =>
            go({
              ...{ ...view, objective, subjectTo },
              regions: regions.map(({ name, panel, vertices }, k) => ({
                ...named(name === `region ${k + 1}` ? undefined : name),
                ...{ panel, vertices },
              })),
            })
          }
        />
      </div>
    </>
  )
}

/** The document, and the command that writes the same. */
function Document(props: { readonly document: string; readonly view: PreferView; readonly quick: boolean }) {
  const { document, view, quick } = props
  const { regions, objective, subjectTo, run } = view
  const options = [
    ...regions.map((region) => ['--region', regionWords(region)]),
    ...(objective === null ? [] : [['--objective', objective]]),
    ...subjectTo.map((bound) => ['--subject-to', bound]),
  ].map(([option, text]) => `${option} ${shellWord(text)}`)
  const said = [...options, ...(quick ? ['--quick'] : []), '-o preference.json'].join(' ')
  return (
    <>
      <PanelFiles
        panels="regions"
        schedules="regions"
        file={(name) => post<string>(`${runAddress(run)}/preferred/${name}`, sentOf(document, run))}
      />
      <p class="saving">
        <button type="button" onClick={() => save('preference.json', document, 'application/json')}>
          preference.json
        </button>
      </p>
      <Command words={`qw prefer ${shellWord(`${served.value?.runsFolder ?? ''}/${run}`)} ${said}`} />
    </>
  )
}

/** The colour of a class, from 0; the rest is grey. */
function colourAt(place: number, wanted: number): Paint {
  return groupColour(place < wanted ? place + 1 : 0)
}

/** The policies of a front, and what happened on its log, the site's own policy, where that is served and says it. */
function usePolicies({ document, points }: LoadedFront): readonly ValuedPolicy[] {
  const log = served.value?.logs.find(({ digest }) => digest === document.digest)
  const { result: happened } = useAnswer(log?.digest ?? '', async () =>
    log === undefined ? null : ask(log, 'reached', RECORDED, points.names),
  )
  if (happened === null) return document.policies
  const others = document.policies.filter(({ policy }) => policy !== RECORDED)
  return [...others, { policy: RECORDED, values: happened }]
}

/** Which points are wanted, at once; what judging them amounts to comes later, and says what is wrong with the wishes. */
function sortedAtOnce(
  { points }: LoadedFront,
  view: PreferView,
  policies: readonly ValuedPolicy[],
): Sorted | null {
  try {
    return sorted(points, view, policies)
  } catch {
    return null
  }
}

function countsText(places: Sorted, points: number, { regions, objective }: PreferView): string {
  const { wanted, kept, unknown } = places
  const [wantedWord, restWord] = regions.length > 0 ? ['in region', 'in none'] : ['liked most', 'liked less']
  const named = countsOf(places).map((count, k) => {
    const where = k === wanted ? restWord : regions.length > 0 ? `${wantedWord} ${k + 1}` : wantedWord
    return `${formatCount(count)} ${where}`
  })
  const isWanted = regions.length > 0 || objective !== null
  const sentences = [
    ...(kept === null
      ? []
      : [`${formatCount(kept)} of ${formatCount(points)} schedules keep to the bounds.`]),
    ...unknown.map((each) => `What keeps to a bound cannot be told of ${each}.`),
    ...(isWanted
      ? [
          `Of ${kept === null ? 'the schedules that are possible' : 'these'} ${named.join(', ')}.`,
          'Rings mark those that you would like most.',
        ]
      : []),
  ]
  return sentences.join(' ')
}

function judgementTable({ policies }: Judged, drawn: boolean): Block {
  return table(
    drawn
      ? 'Regions of policies; less is better: f = priority × beyond the first region + from the front'
      : 'What policies are worth by the formula; less is better',
    [
      ...words('mark', 'policy'),
      ...numbers(...(drawn ? ['region', 'beyond', 'from the front', 'f'] : ['value'])),
    ],
    policies.map(({ policy, judgement }, k) => {
      if (judgement === null) return [markLetter(k), policy, ...Array(drawn ? 4 : 1).fill(NO_VALUE)]
      const { priority, beyond, fromFront, value } = judgement
      const parts = drawn ? [`${priority}`, formatNumber(beyond), formatNumber(fromFront)] : []
      return [markLetter(k), policy, ...parts, formatNumber(value)]
    }),
  )
}

/** Grid: should we share? Several machines process the jobs of one log, each its own or those of all; who wins and who loses by it. */
import { useEffect, useState } from 'preact/hooks'
import { type Block, type Picture, sentences } from '../../../../core/exhibit.js'
import { formatChange, formatCount, formatSeconds } from '../../../../core/format.js'
import { crossingOf, type OverheadCurve, overheadPlot } from '../../../../report/plots/grid-overhead.js'
import { GRID_POLICIES } from '../../../../sites/grid/simulate.js'
import { GRIDS } from '../../../../workload/transform/sites.js'
import type { ServedLog } from '../../protocol/messages.js'
import { post } from '../api.js'
import { save } from '../save.js'
import { Awaited } from '../shown/awaited.js'
import { Blocks, Figure, ScheduleFiles } from '../shown/blocks.js'
import { GanttChart, Legend } from '../shown/gantt.js'
import { BINS, Command, fileWord, shellWord, useLatest } from '../shown/pair.js'
import { Still } from '../shown/still.js'
import { gesture, go, moving, served } from '../state.js'
import { formatView, LONGEST_TEXT, type View } from '../view/view.js'
import type { GridAsked, Shared, Sharing } from '../workers/grid.js'
import { ask } from '../workers/simulator.js'

type GridView = Extract<View, { readonly page: 'grid' }>

const SHARING: Readonly<Record<Sharing, string>> = {
  local: 'local: every site for itself',
  sharing: 'sharing: each job goes to one site',
  multi: 'multi: one queue, wide jobs over several sites',
  adaptive: 'adaptive: over several sites where it pays',
}
/** Overheads that the sweep tries, in percent. */
const SWEPT = [0, 10, 20, 30, 45, 60, 80, 100] as const
const MOST_TURNED = 100

export function GridPage({ view, log }: { readonly view: GridView; readonly log: ServedLog }) {
  const asked: GridAsked = { ...view, bins: moving.value ? BINS.moving : BINS.settled }
  const followed = useLatest(asked, `${formatView(view)} ${asked.bins}`, async (given) => ({
    given,
    shared: await ask(log, 'shared', given),
  }))
  const { result, busy } = followed
  const change = (part: Partial<GridView>) => go({ ...view, ...part })
  return (
    <>
      <h1>Share the work of several machines</h1>
      <p>
        The jobs of {log.name} come from all sites by turns. What if each site processed its own, or all
        together?{served.value?.atSite && ' Each is one pool of processors here, without the site.'}
      </p>
      <div class="fields">
        <SitesField sites={view.sites} onSites={(sites) => change({ sites, span: null })} />
        <p class="field">
          <label for="sharing">way of sharing</label>
          <select
            id="sharing"
            value={view.sharing}
            onChange={({ currentTarget }) => change({ sharing: currentTarget.value as Sharing })}
          >
            {GRID_POLICIES.map((each) => (
              <option key={each} value={each}>
                {SHARING[each]}
              </option>
            ))}
          </select>
        </p>
      </div>
      <Overhead view={view} />
      <div aria-busy={busy} data-shown={result === null ? '' : nameOf(result.given)}>
        <Awaited answer={followed} waiting="Simulating …">
          {({ shared, given }) => (
            <>
              <p role="status" class="counts">
                {verdict(shared, given)}
              </p>
              <Blocks blocks={sentences(shared.notices)} />
              <GanttChart
                chart={shared.chart}
                span={view.span}
                clock={log.clock}
                label={`Which site runs which jobs when, ${nameOf(given)}: ${verdict(shared, given)}`}
                onSpan={(span, finished) => (finished ? go : gesture)({ ...view, span })}
              />
              <Legend of={['at home', 'at another site', 'over several sites']} />
              <Files log={log} asked={asked} />
              <Still of={[shared]}>
                {() => (
                  <section>
                    <h2>Who wins, who loses</h2>
                    <Blocks blocks={[shared.gains]} />
                  </section>
                )}
              </Still>
              <Ways key={view.sites} log={log} view={view} />
            </>
          )}
        </Awaited>
      </div>
    </>
  )
}

/** A published grid or sizes as text, or a file. */
function SitesField(props: { readonly sites: string; readonly onSites: (sites: string) => void }) {
  const { sites, onSites } = props
  const [fault, setFault] = useState<string | null>(null)
  const take = (text: string) => {
    const fits = text !== '' && text.length <= LONGEST_TEXT
    setFault(fits ? null : `An address holds 1 to ${formatCount(LONGEST_TEXT)} characters of sites`)
    if (fits) onSites(text)
  }
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    try {
      const { sites: read } = await post<{ sites: readonly unknown[] }>('/api/sites', {
        name: file.name,
        text: await file.text(),
      })
      take(JSON.stringify(read))
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <div>
      <p class="field">
        <label for="sites">sites: sizes such as 2x128,64, or a published grid</label>
        <input
          id="sites"
          type="text"
          list="grids"
          spellcheck={false}
          autocomplete="off"
          value={sites}
          maxLength={LONGEST_TEXT}
          aria-describedby="sites-fault"
          onChange={({ currentTarget }) => take(currentTarget.value.trim())}
        />
        <datalist id="grids">
          {Object.keys(GRIDS).map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </p>
      <p class="field">
        <label for="sites-file">or a file, as examples/grid.yaml</label>
        <input
          id="sites-file"
          type="file"
          accept=".yaml,.yml,.json"
          onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
        />
        <span id="sites-fault" class="fault" role="status">
          {fault}
        </span>
      </p>
    </div>
  )
}

function Overhead({ view }: { readonly view: GridView }) {
  const turn = (text: string, finished: boolean) =>
    (finished ? go : gesture)({ ...view, overhead: Number(text) })
  return (
    <fieldset class="knobs" disabled={!splits(view.sharing)}>
      <legend>Splitting jobs</legend>
      <label>
        <span>p: percent that a job over several sites takes longer</span>
        <input
          type="range"
          min={0}
          max={Math.max(MOST_TURNED, view.overhead)}
          step={1}
          value={view.overhead}
          onInput={({ currentTarget }) => turn(currentTarget.value, false)}
          onChange={({ currentTarget }) => turn(currentTarget.value, true)}
        />
        <output>{view.overhead} %</output>
      </label>
    </fieldset>
  )
}

function splits(sharing: Sharing): boolean {
  return sharing === 'multi' || sharing === 'adaptive'
}

function nameOf({ sharing, overhead }: Pick<GridAsked, 'sharing' | 'overhead'>): string {
  return splits(sharing) ? `${sharing} (${overhead} %)` : sharing
}

function verdict({ awrt, alone, winning, losing, sites }: Shared, asked: GridAsked): string {
  if (awrt === null || alone === null) return 'There is no work to be shared.'
  if (asked.sharing === 'local') {
    return `Every site for itself: responses weighed by work are ${formatSeconds(alone)} on the mean (AWRT).`
  }
  const change = `${formatSeconds(awrt)} in place of ${formatSeconds(alone)} (AWRT, ${formatChange(awrt / alone - 1)})`
  return `By ${nameOf(asked)} ${change}: of ${formatCount(sites)} sites ${formatCount(winning)} win by joining, ${formatCount(losing)} lose.`
}

/** All ways beside each other, and what splitting is worth by its price; when somebody asks, as it takes many simulations. */
function Ways({ log, view }: { readonly log: ServedLog; readonly view: GridView }) {
  const [ways, setWays] = useState<Block | null>(null)
  const [swept, setSwept] = useState<Swept | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const asked: GridAsked = { ...view, bins: BINS.settled }
  useEffect(() => {
    let current = true
    ask(log, 'ways', asked).then(
      (block) => current && setWays(block),
      (error: Error) => current && setFailure(error.message),
    )
    return () => {
      current = false
    }
  }, [view.overhead])
  const sweep = () => sweepOn(log, asked, setSwept).catch((error: Error) => setFailure(error.message))
  return (
    <section>
      <h2>Ways of sharing</h2>
      {failure !== null && <p class="fault">{failure}</p>}
      {ways !== null && <Blocks blocks={[ways]} />}
      {swept === null ? (
        <p class="saving">
          <button type="button" onClick={() => void sweep()}>
            Try p from 0 to 100 percent
          </button>
        </p>
      ) : (
        <>
          <p role="status">{sweptText(swept)}</p>
          {swept.done > 0 && (
            <Figure picture={swept.picture} caption="What splitting is worth, by its price." />
          )}
        </>
      )}
    </section>
  )
}

interface Swept {
  readonly done: number
  readonly curves: readonly OverheadCurve[]
  readonly picture: Picture
}

/** One overhead after the other, so that the page can ask for something else between them. */
async function sweepOn(log: ServedLog, asked: GridAsked, tell: (swept: Swept) => void): Promise<void> {
  const level = async (sharing: Sharing): Promise<OverheadCurve> => {
    const awrt = (await ask(log, 'awrt', { ...asked, sharing })) ?? Number.NaN
    return { name: sharing, points: [0, SWEPT[SWEPT.length - 1]].map((overhead) => ({ overhead, awrt })) }
  }
  const levels = [await level('local'), await level('sharing')]
  const points = {
    multi: [] as OverheadCurve['points'][number][],
    adaptive: [] as OverheadCurve['points'][number][],
  }
  for (const [done, overhead] of SWEPT.entries()) {
    for (const sharing of ['multi', 'adaptive'] as const) {
      const awrt = await ask(log, 'awrt', { ...asked, sharing, overhead })
      points[sharing].push({ overhead, awrt: awrt ?? Number.NaN })
    }
    const split = (['multi', 'adaptive'] as const).map((name) => ({ name, points: [...points[name]] }))
    const curves = [...levels, ...split]
    tell({ done: done + 1, curves, picture: overheadPlot(curves) })
  }
}

function sweptText({ done, curves }: Swept): string {
  if (done < SWEPT.length) return `Simulated ${done} of ${SWEPT.length} prices …`
  const [, sharing, multi] = curves
  const level = sharing.points[0].awrt
  const at = crossingOf(multi, level)
  if (at !== null)
    return `One queue for all beats sharing while a split job takes less than ${Math.round(at)} percent longer.`
  return multi.points[0].awrt > level
    ? 'One queue for all is never better than sharing.'
    : `One queue for all is better than sharing up to ${SWEPT[SWEPT.length - 1]} percent.`
}

function Files({ log, asked }: { readonly log: ServedLog; readonly asked: GridAsked }) {
  const own = asked.sites.startsWith('[')
  const document = () =>
    `${JSON.stringify({ format: 'queuewright-grid', version: 1, sites: JSON.parse(asked.sites) }, null, 2)}\n`
  const overhead = splits(asked.sharing) ? ` --overhead ${asked.overhead}` : ''
  const sites = own ? 'grid.json' : shellWord(asked.sites)
  return (
    <>
      <ScheduleFiles
        csv={{ file: 'jobs.csv', make: () => ask(log, 'gridCsv', asked) }}
        chart={() => ask(log, 'gridGantt', asked)}
      >
        The schedule, {nameOf(asked)}:
        {own && (
          <button type="button" onClick={() => save('grid.json', document(), 'application/json')}>
            grid.json
          </button>
        )}
      </ScheduleFiles>
      <Command
        words={`qw grid${fileWord(log, 'read')} --sites ${sites} --policy ${asked.sharing}${overhead} --csv jobs.csv`}
      />
    </>
  )
}

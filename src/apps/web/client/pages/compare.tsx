/** Compare: who wins, who loses? The difference of two schedules, job by job. */
import type { ServedLog } from '../../protocol/messages.js'
import { Awaited } from '../shown/awaited.js'
import { Blocks, Facts, ScheduleFiles } from '../shown/blocks.js'
import { GanttChart, Legend } from '../shown/gantt.js'
import { Notices } from '../shown/notices.js'
import {
  Command,
  CountsLine,
  chartLabel,
  fileWord,
  PolicyFields,
  pairOf,
  shellWord,
  useLatest,
} from '../shown/pair.js'
import { Still } from '../shown/still.js'
import { gesture, go } from '../state.js'
import { clamped } from '../view/span.js'
import { formatView, type Span, type View } from '../view/view.js'
import { ask } from '../workers/simulator.js'

type CompareView = Extract<View, { readonly page: 'compare' }>

export function ComparePage({ view, log }: { readonly view: CompareView; readonly log: ServedLog }) {
  const pair = pairOf(view)
  const drawnKey = `${formatView({ ...view, job: null })} ${pair.bins}`
  const followed = useLatest(pair, drawnKey, async (asked) => ({
    pair: asked,
    tried: await ask(log, 'compared', asked),
  }))
  const choose = async (second: number, processor: number) => {
    const job = await ask(log, 'jobAt', view.policy, second, processor)
    go({ ...view, job })
  }
  const next = async (whole: Span) => {
    const found = await ask(log, 'nextChanged', pair, view.job)
    if (found === null) return
    const { span } = view
    const half = span === null ? 0 : (span[1] - span[0]) / 2
    const isSeen = span === null || (span[0] <= found.start && found.start < span[1])
    const around = isSeen ? span : clamped([found.start - half, found.start + half], whole)
    go({ ...view, job: found.id, span: around })
  }
  const words = `qw compare${fileWord(log)} --policies ${shellWord(`${view.against},${view.policy}`)} --baseline ${shellWord(view.against)}`
  const { result, busy } = followed
  return (
    <>
      <h1>Compare two policies on {log.name}</h1>
      <Notices log={log} />
      <PolicyFields view={view} />
      <div
        aria-busy={busy}
        data-shown={result === null ? '' : `${result.pair.policy} / ${result.pair.against}`}
      >
        <Awaited answer={followed} waiting="Simulating …">
          {(result) => (
            <>
              <CountsLine counts={result.tried.counts} pair={result.pair} />
              <GanttChart
                chart={result.tried.chart}
                span={view.span}
                clock={log.clock}
                label={chartLabel(result.tried, result.pair)}
                onSpan={(span, finished) => (finished ? go : gesture)({ ...view, span })}
                onPlace={(second, processor) => void choose(second, processor)}
                onNext={() => void next(result.tried.chart.whole)}
              />
              <Legend of={['starts earlier', 'starts later', 'at the same instant']} />
              <ScheduleFiles
                csv={{ file: 'changes.csv', make: () => ask(log, 'changes', pair) }}
                chart={() => ask(log, 'differenceChart', pair)}
              >
                The difference:
              </ScheduleFiles>
              <JobPanel view={view} log={log} />
              <Command words={words} />
              <Still of={[result.tried]}>
                {() => (
                  <div class="columns">
                    <section>
                      <h2>Objectives</h2>
                      <Blocks blocks={[result.tried.objectives]} />
                    </section>
                    <section>
                      <h2>Who wins, who loses</h2>
                      <Blocks blocks={result.tried.waits} />
                    </section>
                  </div>
                )}
              </Still>
            </>
          )}
        </Awaited>
      </div>
    </>
  )
}

/** A job that was chosen in the chart or by its number: what it waited for. */
function JobPanel({ view, log }: { readonly view: CompareView; readonly log: ServedLog }) {
  const { job } = view
  const pair = pairOf(view)
  const key = `${view.policy} ${view.against} ${job}`
  const { result } = useLatest(job, key, async (asked) =>
    asked === null ? null : ask(log, 'job', pair, asked),
  )
  const take = (text: string) => go({ ...view, job: /^\d{1,9}$/.test(text.trim()) ? Number(text) : null })
  return (
    <section>
      <h2>One job</h2>
      <p class="field">
        <label for="job">job number, or choose it in the chart</label>
        <input
          id="job"
          type="text"
          inputMode="numeric"
          value={job ?? ''}
          onChange={({ currentTarget }) => take(currentTarget.value)}
        />
      </p>
      <div role="status">
        {job !== null && (result === null ? <p>No such job.</p> : <Facts facts={result.facts} />)}
      </div>
      {result !== null && <Blocks blocks={result.why} />}
    </section>
  )
}

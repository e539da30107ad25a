/** Try: what if I turn this knob? Each position of a slider is simulated anew, on the whole log, in this browser. */
import type { ServedLog } from '../../protocol/messages.js'
import { Awaited, useAnswer } from '../shown/awaited.js'
import { Blocks, Figure, ScheduleFiles } from '../shown/blocks.js'
import { GanttChart } from '../shown/gantt.js'
import { Notices } from '../shown/notices.js'
import {
  Command,
  CountsLine,
  chartLabel,
  fileWord,
  type PairView,
  PolicyFields,
  pairOf,
  shellWord,
  useLatest,
} from '../shown/pair.js'
import { Still } from '../shown/still.js'
import { gesture, go, view as settledView } from '../state.js'
import { type Knob, knobsOf } from '../view/knobs.js'
import { formatView, type View } from '../view/view.js'
import { ask } from '../workers/simulator.js'

export function TryPage({ view, log }: { readonly view: PairView; readonly log: ServedLog }) {
  const pair = pairOf(view)
  const followed = useLatest(pair, `${formatView(view)} ${pair.bins}`, async (asked) => ({
    pair: asked,
    tried: await ask(log, 'tried', asked),
  }))
  const { result, busy } = followed
  const settled = settledView.value
  return (
    <>
      <h1>Try a policy on {log.name}</h1>
      <Notices log={log} />
      <PolicyFields view={view} />
      <Knobs view={view} />
      <div aria-busy={busy} data-shown={result === null ? '' : result.pair.policy}>
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
              />
              <Files log={log} policy={view.policy} />
              <Still of={[result.tried]}>
                {() => (
                  <div class="columns">
                    <section>
                      <h2>Objectives</h2>
                      <Blocks blocks={[result.tried.objectives]} />
                    </section>
                    <section>
                      <h2>Who waits</h2>
                      <Blocks blocks={result.tried.waits} />
                    </section>
                  </div>
                )}
              </Still>
              <Still of={[log, settled]}>{() => <OverTime log={log} view={settled} />}</Still>
            </>
          )}
        </Awaited>
      </div>
    </>
  )
}

/** A slider and a number for each knob. */
function Knobs({ view }: { readonly view: PairView }) {
  const knobs = knobsIn(view.policy)
  if (knobs.length === 0)
    return (
      <p>
        This policy has no parameters to turn: try <code>easy:g2</code> or a formula such as{' '}
        <code>easy:(-wait/estimate)</code>.
      </p>
    )
  const turned = (knob: Knob, text: string, finished: boolean) => {
    const value = Number(text)
    if (!Number.isFinite(value) || text === '') return
    const policy = knob.turned(Math.min(knob.most, Math.max(knob.least, value)))
    ;(finished ? go : gesture)({ ...view, policy })
  }
  return (
    <fieldset class="knobs">
      <legend>Parameters</legend>
      {knobs.map((knob) => {
        const { name, meaning, value, least, most, step } = knob
        const label = `${name}: ${meaning}`
        return (
          <label key={name} title={label}>
            <span>{label}</span>
            <input
              type="range"
              min={least}
              max={most}
              step={step}
              value={value}
              onInput={({ currentTarget }) => turned(knob, currentTarget.value, false)}
              onChange={({ currentTarget }) => turned(knob, currentTarget.value, true)}
            />
            <output>{Number(value.toPrecision(6))}</output>
          </label>
        )
      })}
    </fieldset>
  )
}

function knobsIn(policy: string): readonly Knob[] {
  try {
    return knobsOf(policy)
  } catch {
    // What is wrong with it is said beside its field.
    return []
  }
}

function Files({ log, policy }: { readonly log: ServedLog; readonly policy: string }) {
  return (
    <>
      <ScheduleFiles
        csv={{ file: 'schedule.csv', make: () => ask(log, 'csv', policy) }}
        chart={() => ask(log, 'gantt', policy)}
      >
        The schedule of {policy}:
      </ScheduleFiles>
      <Command words={`qw simulate${fileWord(log)} --policy ${shellWord(policy)} --csv schedule.csv`} />
    </>
  )
}

/** Lines over time, of what has been settled: they are drawn in full, which takes longer than a simulation. */
function OverTime({ log, view }: { readonly log: ServedLog; readonly view: View }) {
  const key = view.page === 'try' ? `${view.policy} ${view.against}` : ''
  // What keeps it from being simulated is said above.
  const { result: picture } = useAnswer(key, async () =>
    view.page === 'try' ? ask(log, 'system', pairOf(view)) : null,
  )
  if (picture === null) return null
  return (
    <section>
      <h2>The machine over time</h2>
      <Figure picture={picture} caption="Queue and utilisation under each policy." />
    </section>
  )
}

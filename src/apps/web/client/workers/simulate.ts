/** The worker in which policies are simulated: does what it is called for, one call after the other, and of what pages follow the last. */
import { scenarioOf } from '../../../../evaluation/scenarios/scenario.js'
import { decodeDataset } from '../../../../trace/dataset.js'
import { type Answer, type Call, FOLLOWED, type LogCalls } from './calls.js'
import { gridTrialOn } from './grid.js'
import { judged } from './judge.js'
import { trialOn } from './trial.js'
import { inTurns } from './turns.js'

const callsOf = new Map<string, LogCalls>()

const { port1, port2 } = new MessageChannel()
const tell = (answer: Answer) => postMessage(answer)

const take = inTurns<Call>(
  ({ method }) => (FOLLOWED.has(method) ? method : null),
  async (call) => {
    const { id } = call
    try {
      tell({ id, value: await done(call) })
    } catch (error) {
      tell({ id, failure: error instanceof Error ? error.message : String(error) })
    }
  },
  ({ id }) => tell({ id, superseded: true }),
  (run) => {
    port1.onmessage = run
    // Comes after all calls that have come by now.
    port2.postMessage(null)
  },
)

addEventListener('message', ({ data: call }: MessageEvent<Call>) => take(call))

function done(call: Call): unknown {
  if (call.method === 'open') {
    const { log, bytes, scenario, objectives } = call
    const dataset = decodeDataset(bytes, 'the log')
    callsOf.set(log, { ...trialOn(dataset, scenarioOf(scenario), objectives), ...gridTrialOn(dataset) })
    return null
  }
  if (call.method === 'judge') return judged(call.asked)
  const calls = callsOf.get(call.log)
  if (calls === undefined) throw new Error('this log is not open')
  const method = calls[call.method] as (...given: readonly unknown[]) => unknown
  const value = method(...call.given)
  // A picture's sketch is a function, which stays here.
  return typeof value === 'object' && value !== null && 'sketch' in value
    ? { ...value, sketch: undefined }
    : value
}

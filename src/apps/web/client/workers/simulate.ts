/** The worker in which policies are simulated: does what it is called for, one call after the other. */
import { scenarioOf } from '../../../../evaluation/scenario.js'
import { decodeDataset } from '../../../../trace/dataset.js'
import type { Answer, Call } from './calls.js'
import { judged } from './judge.js'
import { type Trial, trialOn } from './trial.js'

const trials = new Map<string, Trial>()

addEventListener('message', ({ data: call }: MessageEvent<Call>) => {
  const { id } = call
  const tell = (answer: Answer) => postMessage(answer)
  try {
    tell({ id, value: done(call) })
  } catch (error) {
    tell({ id, failure: error instanceof Error ? error.message : String(error) })
  }
})

function done(call: Call): unknown {
  if (call.deed === 'open') {
    const { log, bytes, scenario, objectives } = call
    trials.set(log, trialOn(decodeDataset(bytes, 'the log'), scenarioOf(scenario), objectives))
    return null
  }
  if (call.deed === 'judge') return judged(call.asked)
  const trial = trials.get(call.log)
  if (trial === undefined) throw new Error('this log is not open')
  const deed = trial[call.deed] as (...given: readonly unknown[]) => unknown
  const value = deed(...call.given)
  // A picture's sketch is a function, which stays here.
  return typeof value === 'object' && value !== null && 'sketch' in value
    ? { ...value, sketch: undefined }
    : value
}

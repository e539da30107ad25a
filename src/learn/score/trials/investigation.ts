/**
 * `trials`: simulated trials of tuples of jobs, until the scores of each are as precise as asked for. Each tuple goes its own
 * way, whichever of the others are done beside it; tuples are taken in the order of the log, some dozens at a time.
 */
import { readKept, stateOf } from '../../../core/documents.js'
import { formatCount, formatNumber, plural } from '../../../core/format.js'
import { plainJson } from '../../../core/json.js'
import { largestOf } from '../../../core/statistics.js'
import type { Batch, InvestigationKind } from '../../../evaluation/investigation.js'
import { missingData } from '../../../evaluation/tasks/failure.js'
import { trialsTask } from '../../../evaluation/tasks/trials.js'
import { noTrials, trialsTogether } from '../../../sim/trials/index.js'
import { checkpointOf, nextBatches, type TrialsGoal } from './convergence.js'
import { type TrialsFound, trialsFound } from './found.js'
import { type TrialsSpec, trialsSpecOf } from './spec.js'
import { latest, TRIAL_SUMS, TRIALS_STATE, type TupleTrials } from './state.js'

/** The next turn of a tuple. */
interface Turn {
  /** Place among the tuples. */
  readonly tuple: number
  /** Trials of each of its batches. */
  readonly batches: readonly number[]
}

/** Tuples that have trials done at the same time. */
const TUPLES_AT_A_TIME = 32

export const TRIALS: InvestigationKind<TrialsFound> = {
  kind: 'trials',
  open: (json, datasets, snapshot) => {
    const spec = trialsSpecOf(json)
    const { data, starts, state: shape, judged, machine: processors, seed } = spec
    const dataset = datasets.get(data) ?? missingData(data)
    const goal = goalOf(spec)
    let { tuples } = stateOf(TRIALS_STATE, snapshot) ?? { tuples: [] }
    let turns = turnsOf(goal, starts.length, tuples)
    return {
      next: (): Batch | null => {
        if (turns.length === 0) return null
        const tasks = turns.flatMap(({ tuple, batches }) => {
          let from = tuples[tuple]?.sums.trials ?? 0
          return batches.map((trials) => {
            const part = { data, first: starts[tuple], state: shape, judged, processors, from, trials, seed }
            from += trials
            return trialsTask(part)
          })
        })
        return { label: labelOf(turns), tasks }
      },
      take: (results) => {
        const done = [...tuples]
        let at = 0
        for (const { tuple, batches } of turns) {
          let { sums, path } = done[tuple] ?? { sums: noTrials(judged), path: [] }
          for (const result of results.slice(at, at + batches.length)) {
            sums = trialsTogether(sums, readKept(TRIAL_SUMS, result, 'result of a task'))
            path = [...path, checkpointOf(sums)]
          }
          done[tuple] = { sums, path }
          at += batches.length
        }
        const step = turns.map(({ tuple }) => ({ tuple, ...latest(done[tuple]) }))
        tuples = done
        turns = turnsOf(goal, starts.length, tuples)
        return plainJson(step)
      },
      progress: () => {
        const ended = tuples.filter((each) => isOver(goal, each))
        return { done: ended.length, total: starts.length, note: noteOf(ended) }
      },
      snapshot: () => TRIALS_STATE.encode({ tuples }),
      finish: () => trialsFound(spec, dataset, tuples),
    }
  },
  facts: (json) => {
    const { name, machine, state, judged, starts, precision, most, seed } = trialsSpecOf(json)
    return [
      ['log', name],
      ['machine', plural(machine, 'processor')],
      ['tuples', `${formatCount(starts.length)} of ${state} + ${judged} jobs`],
      [
        'trials',
        precision === null
          ? `${formatCount(most)} of each tuple`
          : `until the normalised deviation is ${formatNumber(precision)}, at most ${formatCount(most)} of each tuple`,
      ],
      ['seed', String(seed)],
    ]
  },
  converging: () => null,
  convergence: () => [],
}

function goalOf({ judged, precision, most }: TrialsSpec): TrialsGoal {
  return { block: judged, precision, most }
}

/** The first tuples that are not over. */
function turnsOf(goal: TrialsGoal, count: number, tuples: readonly TupleTrials[]): readonly Turn[] {
  const turns: Turn[] = []
  for (let tuple = 0; tuple < count && turns.length < TUPLES_AT_A_TIME; tuple++) {
    const batches = batchesOf(goal, tuples[tuple])
    if (batches.length > 0) turns.push({ tuple, batches })
  }
  return turns
}

function batchesOf(goal: TrialsGoal, tuple: TupleTrials | undefined): readonly number[] {
  if (tuple === undefined) return nextBatches(goal, 0, Number.POSITIVE_INFINITY)
  const { trials, precision } = latest(tuple)
  return nextBatches(goal, trials, precision)
}

function isOver(goal: TrialsGoal, tuple: TupleTrials): boolean {
  return batchesOf(goal, tuple).length === 0
}

function labelOf(turns: readonly Turn[]): string {
  const [{ tuple }] = turns
  return turns.length === 1 ? `tuple ${tuple + 1}` : `tuple ${tuple + 1} and ${turns.length - 1} more`
}

function noteOf(ended: readonly TupleTrials[]): string {
  if (ended.length === 0) return ''
  return `deviation up to ${formatNumber(largestOf(ended.map((tuple) => latest(tuple).precision)))}`
}

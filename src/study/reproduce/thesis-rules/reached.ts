/** Findings of the studies of rule-based scheduling, as the rows of their tables, each beside what was published of it. */
import { type Learnt, learntIn } from '../../../learn/index.js'
import { policyOf } from '../../../strategy/index.js'
import type { Finished } from '../composition.js'
import { ALL, ALL_RELATIVE, type LearningSource, SOURCE } from '../thesis-learning.js'
import type { ThesisLog } from '../thesis-logs.js'
import {
  BASELINE,
  measuredIn,
  type PublishedCells,
  type PublishedRow,
  type Reached,
  type ReachedRows,
  reachedBy,
  USUAL_ROWS,
  type UsualRow,
} from '../thesis-values.js'
import { METHODS, type MethodName } from './methods.js'
import { measuredPolicies, PART_NAMES, type RulesPlan } from './plan.js'
import type { Training } from './published/method.js'
import type { RuleMethod } from './published.js'

/** Published values of a row on a log: absolute values, improvements over EASY in %. */
export interface PublishedPair {
  readonly row?: PublishedRow | undefined
  readonly improvement?: PublishedRow | undefined
}

/** The printed results of a source. */
export interface PublishedResults {
  readonly policy: (policy: UsualRow, log: ThesisLog) => PublishedPair
  readonly learnt: (method: RuleMethod | 'greedy', training: Training, log: ThesisLog) => PublishedPair
}

/** A row of the tables. */
export interface StudiedRow {
  /** Unique. */
  readonly name: string
  /** The row's content: a usual policy, or something learnt, perhaps with the bound of the longest wait. */
  readonly kind: 'policy' | 'learnt' | 'bounded'
  readonly published: (log: ThesisLog) => PublishedPair
  /** By log, where there is something. */
  readonly reached: ReadonlyMap<ThesisLog, Reached>
}

/** Trainings, as rows call them, and from which logs each is for the row of a log. */
const TRAININGS: readonly {
  readonly training: Training | typeof ALL_RELATIVE
  readonly source: (log: ThesisLog) => LearningSource
}[] = [
  { training: 'SOPT', source: (log) => log },
  { training: 'SOPT(CTC)', source: () => SOURCE },
  { training: 'ALLOPT', source: () => ALL },
  { training: ALL_RELATIVE, source: () => ALL_RELATIVE },
]

/** The logs of a study, in its order. */
export function studiedNames(finished: Finished): readonly ThesisLog[] {
  return measuredPolicies(finished).spec.logs.map(({ name }) => name as ThesisLog)
}

/** The result of each training of a study, by the names of parts. */
export function learntParts(finished: Finished): ReadonlyMap<string, Learnt> {
  return new Map(
    [...finished.values()]
      .filter(({ part }) => part.kind === 'learn')
      .map(({ part, state }) => [part.name, learntIn(part.spec, state)]),
  )
}

/** All rows for which something was found: the usual policies first, what was learnt with the bound last. */
export function studiedRows(
  { methods }: RulesPlan,
  finished: Finished,
  learnt: ReadonlyMap<string, Learnt>,
  published: PublishedResults,
): readonly StudiedRow[] {
  const names = studiedNames(finished)
  const trained = (method: MethodName | null, bounded: boolean) =>
    TRAININGS.map(({ training, source }): StudiedRow => {
      const { title, printed } = titleOf(method)
      const known = bounded || printed === null || training === ALL_RELATIVE ? null : { printed, training }
      const partOn = (log: ThesisLog) =>
        method === null
          ? PART_NAMES.greedy(source(log))
          : PART_NAMES.rules({ method, source: source(log), bounded })
      return {
        name: `${title}, ${training}${bounded ? ', bounded' : ''}`,
        kind: bounded ? 'bounded' : 'learnt',
        published: (log) => (known === null ? {} : published.learnt(known.printed, known.training, log)),
        reached: found(names, (log) => strategyOn(learnt.get(partOn(log)), log)),
      }
    })
  const rows = [
    ...policyRows(finished, names, published),
    ...[null, ...methods].flatMap((method) => trained(method, false)),
    ...methods.flatMap((method) => trained(method, true)),
  ]
  return rows.filter(({ reached }) => reached.size > 0)
}

function titleOf(method: MethodName | null) {
  if (method === null) return { title: 'greedy', printed: 'greedy' } as const
  const { title, published } = METHODS[method]
  return { title, printed: published }
}

function policyRows(
  finished: Finished,
  names: readonly ThesisLog[],
  published: PublishedResults,
): readonly StudiedRow[] {
  const { spec, measured } = measuredPolicies(finished)
  return [...USUAL_ROWS].map(([name, policy]) => {
    const place = spec.policies.indexOf(policy)
    return {
      name,
      kind: 'policy',
      published: (log) => published.policy(name, log),
      reached: found(names, (log) => reachedBy(spec.objectives, measured[names.indexOf(log)][place])),
    }
  })
}

function strategyOn(learnt: Learnt | undefined, log: ThesisLog): Reached | null {
  return learnt === undefined ? null : measuredIn(learnt, log, policyOf(learnt.winner.strategy))
}

function found(
  names: readonly ThesisLog[],
  reachedOn: (log: ThesisLog) => Reached | null,
): ReadonlyMap<ThesisLog, Reached> {
  return new Map(
    names.flatMap((log) => {
      const reached = reachedOn(log)
      return reached === null ? [] : [[log, reached] as const]
    }),
  )
}

/** Values that were reached on a log, by the names of rows. */
export function reachedOn(rows: readonly StudiedRow[], log: ThesisLog): ReachedRows<string> {
  return new Map(
    rows.flatMap(({ name, reached }) => {
      const values = reached.get(log)
      return values === undefined ? [] : [[name, values] as const]
    }),
  )
}

export function publishedOn(rows: readonly StudiedRow[], log: ThesisLog): PublishedCells<string> {
  const pairs = new Map(rows.map(({ name, published }) => [name, published(log)]))
  return {
    rows: (name) => pairs.get(name)?.row,
    // What is printed over CONS and FCFS follows from the rows.
    improvements: (name, base) => (base === BASELINE ? pairs.get(name)?.improvement : undefined),
  }
}

/**
 * Iterative development of a rigid rule base (C. Franke, doctoral thesis, Dortmund 2006, 9.2.3.1, algorithm 9.1): each class of
 * states in turn gets the strategy that is best while all others keep theirs. All begin with FCFS by waiting time, which is
 * also the first strategy that is tried of each class, and another one has to be better (strict <).
 *
 * That first trial is the base as it stands, whose score is known. So of the N_r · 13 simulations of the algorithm, 2,496 for
 * table 9.1, N_r − 1 are not asked for, and the result is the same. Classes that a simulation never visits are asked for like
 * the others: scores cannot tell that one was not, since two strategies may do the same. Who simulates knows, and
 * answers without another simulation (evaluation/tasks/visited.ts).
 */
import { exact, list, nullable, objectOf, whole } from '../../../core/codec.js'
import { stateOf } from '../../../core/documents.js'
import type { Values } from '../../../core/settings/index.js'
import { classCount } from '../../../sim/rule-based/index.js'
import type { Learner, LearnerKind } from '../../learner.js'
import { RIGID, RIGID_STRATEGIES, rigidCoding } from './rigid-coding.js'

const NAME = 'iterative'
const STANDARD = 'head:fcfs'

interface State {
  /** The place of each class's strategy. */
  readonly classes: readonly number[]
  /** The score of the base of these; null: not known yet. */
  readonly score: number | null
  /** Classes that are done. */
  readonly done: number
}
const STATE = objectOf<State>({ classes: list(whole(0)), score: nullable(exact), done: whole(0) })

export const RULES_ITERATIVE: LearnerKind<'rules-iterative', typeof RIGID> = {
  name: 'rules-iterative',
  about:
    'Learn rigid rules: each class of states in turn gets the strategy that is best while the other classes keep theirs.',
  settings: RIGID,
  planned: ({ partitions }) => asked(classCount(partitions)),
  title: ({ partitions }) => `rigid rules, ${classCount(partitions)} classes one after the other`,
  open: (settings, _, state) => iterativeLearner(settings, stateOf(STATE, state)),
}

/** Candidates until so many classes are done. */
function asked(classes: number): number {
  return 1 + classes * (RIGID_STRATEGIES - 1)
}

function iterativeLearner(settings: Values<typeof RIGID>, from: State | null): Learner {
  const coding = rigidCoding(settings)
  const standard = coding.strategies.indexOf(STANDARD)
  const others = coding.strategies.map((_, place) => place).filter((place) => place !== standard)
  let state: State = from ?? {
    classes: new Array<number>(coding.classes).fill(standard),
    score: null,
    done: 0,
  }
  const candidates = ({ classes, score, done }: State): readonly (readonly number[])[] =>
    score === null ? [classes] : others.map((place) => classes.with(done, place))

  return {
    ask: () => {
      const { score, done } = state
      if (done === coding.classes) return null
      const rivals = score === null ? [] : [score]
      const selection = { selects: 1, rivals, floor: Number.NEGATIVE_INFINITY }
      return [{ name: NAME, candidates: candidates(state).map(coding.strategy), selection }]
    },
    tell: ([scores]) => {
      const before = state
      if (before.score === null) {
        state = { ...before, score: scores[0] }
        return
      }
      let { classes, score } = before
      for (const [k, candidate] of candidates(before).entries()) {
        if (scores[k] < score) [classes, score] = [candidate, scores[k]]
      }
      state = { classes, score, done: before.done + 1 }
    },
    summaries: () => [
      {
        name: NAME,
        evaluations: state.score === null ? 0 : asked(state.done),
        score: state.score ?? Number.POSITIVE_INFINITY,
        strategy: state.score === null ? null : coding.strategy(state.classes),
      },
    ],
    population: () => [],
    snapshot: () => STATE.encode(state),
  }
}

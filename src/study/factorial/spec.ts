/**
 * A study that is ready to be run: what is simulated, as plain data, without the logs themselves. Its cells are the full
 * product of its axes, but for what was left out.
 */
import {
  isObject,
  list,
  literal,
  nullable,
  number,
  object,
  objectOf,
  oneOf,
  optional,
  tagged,
  text,
  whole,
} from '../../core/codec.js'
import { readKept } from '../../core/documents.js'
import type { Json } from '../../core/json.js'
import { Random } from '../../core/random.js'
import { FEEDBACK } from '../../evaluation/feedback.js'
import type { Scenario } from '../../evaluation/scenario.js'
import { simulateTask } from '../../evaluation/tasks/simulate.js'
import type { Task } from '../../optimize/evaluator.js'
import { PREFERENCE_DOCUMENT, type Preference } from '../../preference/index.js'
import { TRIMMING, type Trimming } from '../../sim/breakdown.js'
import { policyName } from '../../sim/policy.js'
import { OVERRUN, OVERSIZE } from '../../sim/prepare.js'
import { PLAIN_SEMANTICS } from '../../sim/semantics.js'
import { OUTPUT_KINDS, type OutputKind, type RuleSet, type Split } from './design.js'
import type { LogPart } from './windows.js'

export interface StudySpec {
  readonly name: string
  /** The version of Queuewright. */
  readonly version: string
  readonly policies: readonly string[]
  readonly objectives: readonly string[]
  /** Those that labels among the objectives stand for; none where absent. */
  readonly preferences?: readonly Preference[]
  /** The name that tables have for it (`policyName`). */
  readonly baseline: string
  readonly rules: readonly RuleSet[]
  readonly logs: readonly StudyLogFacts[]
  readonly blocks: readonly Block[]
  readonly seed: number
  readonly split: Split | null
  readonly output: readonly OutputKind[]
  readonly leftOut: readonly LeftOut[]
  readonly notices: readonly string[]
}

/** A log as it was read. */
export interface StudyLogFacts {
  readonly name: string
  readonly jobs: number
  readonly processors: number | null
  readonly digest: string
}

/** One log on one machine, and all that is simulated there. */
export interface Block {
  readonly trace: string
  /** As the axis calls it: `own`, `512`, `scaled to 1024`. */
  readonly machine: string
  readonly processors: number
  /** Digest of the data. */
  readonly data: string
  readonly windows: readonly StudyWindow[]
  readonly estimates: readonly string[]
  /** Names. */
  readonly rules: readonly string[]
  readonly policies: readonly string[]
}

export interface StudyWindow {
  readonly name: string
  readonly part: LogPart['name']
  /** Rows [from, to). */
  readonly from: number
  readonly to: number
  readonly trimming: Trimming
  /** The block's estimates that a model cannot make for this window. */
  readonly without: readonly string[]
}

/** Something of the product that is not simulated. */
export interface LeftOut {
  /** Such as `CTC on 256 processors`. */
  readonly what: string
  readonly reason: string
  /** Null where that cannot be said. */
  readonly simulations: number | null
}

/** One simulation. */
export interface StudyCell {
  /** Its place on every axis, in the order of `axesOf`. */
  readonly key: readonly string[]
  readonly scenario: Scenario
  readonly policy: string
}

const WINDOW = objectOf<StudyWindow>({
  name: text,
  part: oneOf(['train', 'test', null]),
  from: whole(0),
  to: whole(0),
  trimming: TRIMMING,
  without: list(text),
})

const choose = list(text)

const RULE_SET = objectOf<RuleSet>({
  name: text,
  rules: PLAIN_SEMANTICS,
  overrun: OVERRUN,
  oversize: OVERSIZE,
  feedback: optional(FEEDBACK),
})

const SPEC = objectOf<StudySpec>({
  name: text,
  version: text,
  policies: list(text),
  objectives: list(text),
  preferences: optional(list(PREFERENCE_DOCUMENT)),
  rules: list(RULE_SET),
  seed: whole(0),
  split: nullable(
    tagged('by', {
      time: object({ by: literal('time'), train: number(0, 1), choose }),
      trace: object({ by: literal('trace'), choose }),
    }),
  ),
  output: list(oneOf(OUTPUT_KINDS)),
  baseline: text,
  logs: list(
    objectOf<StudyLogFacts>({ name: text, jobs: whole(0), processors: nullable(number()), digest: text }),
  ),
  blocks: list(
    objectOf<Block>({
      trace: text,
      machine: text,
      processors: whole(1),
      data: text,
      windows: list(WINDOW),
      estimates: list(text),
      rules: list(text),
      policies: list(text),
    }),
  ),
  leftOut: list(objectOf<LeftOut>({ what: text, reason: text, simulations: nullable(number()) })),
  notices: list(text),
})

export function studyJson(spec: StudySpec): Json {
  return SPEC.encode(spec)
}

/**
 * The spec that a run has kept; in older ones blocks are called grounds.
 * @throws QueuewrightError `input-document`
 */
export function studySpecOf(json: Json): StudySpec {
  const { grounds, ...others } = isObject(json) ? json : {}
  return readKept(SPEC, grounds === undefined ? json : { ...others, blocks: grounds }, 'study')
}

/** Names of the axes; `part` only where the study is split by time. */
export function axesOf({ split }: Pick<StudySpec, 'split'>): readonly string[] {
  const part = split?.by === 'time' ? ['part'] : []
  return ['trace', 'window', ...part, 'machine', 'estimates', 'rules', 'policy']
}

export function countCells({ blocks }: Pick<StudySpec, 'blocks'>): number {
  return blocks.reduce(
    (sum, { windows, estimates, rules, policies }) =>
      sum +
      windows.reduce((count, window) => count + estimatesIn(window, estimates).length, 0) *
        rules.length *
        policies.length,
    0,
  )
}

function estimatesIn({ without }: StudyWindow, estimates: readonly string[]): readonly string[] {
  return without.length === 0 ? estimates : estimates.filter((source) => !without.includes(source))
}

/** In a fixed order, the policies of a scenario one after the other. */
export function cellsOf({ blocks, rules, seed, split }: StudySpec): StudyCell[] {
  const byName = new Map(rules.map((set) => [set.name, set]))
  const withPart = split?.by === 'time'
  return blocks.flatMap(({ trace, machine, processors, data, windows, ...axes }) =>
    windows.flatMap((cut) => {
      const { name: window, part, from, to, trimming } = cut
      const place = [trace, window, ...(withPart ? [String(part)] : []), machine]
      const draw = seedOf(seed, trace, window, part)
      return estimatesIn(cut, axes.estimates).flatMap((estimates) =>
        axes.rules.flatMap((name) => {
          const set = byName.get(name)
          if (set === undefined) throw new RangeError(`there are no rules ${name}`)
          const { overrun, oversize, feedback } = set
          const sight = set.rules.sight ?? Number.POSITIVE_INFINITY
          const scenario: Scenario = {
            data,
            window: [from, to],
            machine: processors,
            estimates,
            seed: draw,
            overrun,
            oversize,
            rules: { ...set.rules, sight },
            trimming,
            ...(feedback && { feedback }),
          }
          return axes.policies.map((policy) => ({
            key: [...place, estimates, name, policyName(policy)],
            scenario,
            policy,
          }))
        }),
      )
    }),
  )
}

/** The seed of a window: what is drawn in it depends on the study's seed and on the window, and on no other axis. */
function seedOf(seed: number, trace: string, window: string, part: LogPart['name']): number {
  return new Random(seed)
    .fork('estimates')
    .fork(trace)
    .fork(`${part ?? ''} ${window}`)
    .int(2 ** 32)
}

export function taskOf({ scenario, policy }: StudyCell, objectives: readonly string[]): Task {
  return simulateTask(scenario, policy, objectives)
}

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
  record,
  tagged,
  text,
  whole,
} from '../../core/codec.js'
import { readKept } from '../../core/documents.js'
import type { Fact } from '../../core/exhibit.js'
import type { Json } from '../../core/json.js'
import { Random } from '../../core/random.js'
import { LEGEND } from '../../evaluation/group-legend.js'
import { RECORDED_LOG, type RecordedLog } from '../../evaluation/recorded.js'
import { isDrawn, parseEstimateSource } from '../../evaluation/scenarios/estimate-source.js'
import { FEEDBACK } from '../../evaluation/scenarios/feedback.js'
import type { Scenario } from '../../evaluation/scenarios/scenario.js'
import {
  SEVERAL_MACHINES,
  SEVERAL_POLICY,
  type SeveralCase,
  type SeveralMachines,
  type SeveralPolicy,
} from '../../evaluation/several.js'
import { severalTask } from '../../evaluation/tasks/several.js'
import { simulateTask } from '../../evaluation/tasks/simulate.js'
import type { Task } from '../../optimize/evaluator.js'
import { PREFERENCE_DOCUMENT, type Preference } from '../../preference/index.js'
import { TRIMMING, type Trimming } from '../../sim/breakdown.js'
import { FACILITY, type Facility } from '../../sim/facility/index.js'
import { policyName } from '../../sim/policy.js'
import { OVERRUN, OVERSIZE } from '../../sim/prepare.js'
import { DEFAULT_SEMANTICS, PLAIN_SEMANTICS, type Semantics } from '../../sim/semantics.js'
import { OUTPUT_KINDS, type OutputKind, type PolicyNames, type RuleSet, type Split } from './design.js'
import type { LogPart } from './windows.js'

export interface StudySpec {
  readonly name: string
  /** The version of Queuewright. */
  readonly version: string
  readonly policies: readonly string[]
  /** Names that the study file gives to some of them; absent where it gives none. */
  readonly named?: PolicyNames
  /** Their ways of sharing several machines; absent where machines are single ones. */
  readonly ways?: readonly SeveralPolicy[]
  readonly objectives: readonly string[]
  /** Those that labels among the objectives stand for; none where absent. */
  readonly preferences?: readonly Preference[]
  /** The name that tables have for it (`policyName`). */
  readonly baseline: string
  readonly rules: readonly RuleSet[]
  /** The class of jobs that are judged; absent: all. */
  readonly judge?: string
  readonly logs: readonly StudyLogFacts[]
  readonly blocks: readonly Block[]
  readonly seed: number
  /** By each what is drawn for the jobs of a window is drawn; absent where `seed` is the only one. */
  readonly seeds?: readonly number[]
  readonly split: Split | null
  readonly output: readonly OutputKind[]
  readonly leftOut: readonly LeftOut[]
  readonly notices: readonly string[]
  /** The recorded schedules of the logs that say so, beside the baseline; none where absent. */
  readonly recorded?: readonly RecordedLog[]
}

/** A log as it was read. */
export interface StudyLogFacts {
  readonly name: string
  readonly jobs: number
  readonly processors: number | null
  readonly digest: string
  /** Who is in which user group; absent in runs of before. */
  readonly legend?: readonly Fact[]
}

/** One log on one machine, and all that is simulated there. */
export interface Block {
  readonly trace: string
  /** As the axis calls it: `own`, `512`, `scaled to 1024`. */
  readonly machine: string
  readonly processors: number
  /** The machines, where there are several. */
  readonly several?: SeveralMachines
  /** The site's partitions, limits and nodes; absent: one pool of processors. */
  readonly facility?: Facility
  /** Rules of the site where those of the study are as usual; none where absent. */
  readonly siteRules?: SiteRules
  /** Digest of the data. */
  readonly data: string
  readonly windows: readonly StudyWindow[]
  readonly estimates: readonly string[]
  /** Names. */
  readonly rules: readonly string[]
  readonly policies: readonly string[]
}

type SiteRules = Partial<Pick<Semantics, 'compress' | 'passInterval'>>

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
  readonly policy: string
  readonly on: CellMachines
}

/** One machine, or several of them and what is done with them. */
type CellMachines =
  | { readonly scenario: Scenario }
  | { readonly several: SeveralCase; readonly way: SeveralPolicy }

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
  named: optional(record(text)),
  ways: optional(list(SEVERAL_POLICY)),
  objectives: list(text),
  preferences: optional(list(PREFERENCE_DOCUMENT)),
  rules: list(RULE_SET),
  judge: optional(text),
  seed: whole(0),
  seeds: optional(list(whole(0))),
  split: nullable(
    tagged('by', {
      time: object({ by: literal('time'), train: number(0, 1), choose }),
      trace: object({ by: literal('trace'), choose }),
    }),
  ),
  output: list(oneOf(OUTPUT_KINDS)),
  baseline: text,
  logs: list(
    objectOf<StudyLogFacts>({
      ...{ name: text, jobs: whole(0), processors: nullable(number()), digest: text },
      legend: optional(LEGEND),
    }),
  ),
  blocks: list(
    objectOf<Block>({
      trace: text,
      machine: text,
      processors: whole(1),
      several: optional(SEVERAL_MACHINES),
      facility: optional(FACILITY),
      siteRules: optional(
        objectOf<SiteRules>({
          compress: optional(oneOf(['queue', 'none'])),
          passInterval: optional(number(0)),
        }),
      ),
      data: text,
      windows: list(WINDOW),
      estimates: list(text),
      rules: list(text),
      policies: list(text),
    }),
  ),
  leftOut: list(objectOf<LeftOut>({ what: text, reason: text, simulations: nullable(number()) })),
  notices: list(text),
  recorded: optional(list(RECORDED_LOG)),
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

/** Names of the axes; `part` only where the study is split by time, `seed` only where there are several. */
export function axesOf({ split, seeds }: Pick<StudySpec, 'split' | 'seeds'>): readonly string[] {
  const part = split?.by === 'time' ? ['part'] : []
  const seed = seeds === undefined ? [] : ['seed']
  return ['trace', 'window', ...part, ...seed, 'machine', 'estimates', 'rules', 'policy']
}

export function countCells(spec: Pick<StudySpec, 'blocks' | 'seed' | 'seeds'>): number {
  return spec.blocks.reduce((sum, block) => {
    const { windows, estimates, rules, policies } = block
    const draws = windows.flatMap((window) =>
      estimatesIn(window, estimates).flatMap((source) => seedsOf(spec, block, source)),
    )
    return sum + draws.length * rules.length * policies.length
  }, 0)
}

function estimatesIn({ without }: StudyWindow, estimates: readonly string[]): readonly string[] {
  return without.length === 0 ? estimates : estimates.filter((source) => !without.includes(source))
}

/** All where something is drawn for the jobs; else the first stands for all, as nothing would differ. */
function seedsOf(
  { seed, seeds = [seed] }: Pick<StudySpec, 'seed' | 'seeds'>,
  { several }: Block,
  estimates: string,
): readonly number[] {
  const drawn = several?.kind === 'clusters' || isDrawn(parseEstimateSource(estimates))
  return drawn ? seeds : [seed]
}

/** The name of a policy of the study in tables. */
export function nameIn({ named }: Pick<StudySpec, 'named'>, policy: string): string {
  return named?.[policy] ?? policyName(policy)
}

/** In a fixed order, the policies of a scenario one after the other. */
export function cellsOf(
  spec: Pick<
    StudySpec,
    'blocks' | 'rules' | 'judge' | 'split' | 'seed' | 'seeds' | 'policies' | 'named' | 'ways'
  >,
): StudyCell[] {
  const { blocks, rules, judge, split, seeds, policies, ways } = spec
  const byName = new Map(rules.map((set) => [set.name, set]))
  const wayOf = new Map(ways?.map((way, k) => [policies[k], way]))
  const withPart = split?.by === 'time'
  return blocks.flatMap((block) =>
    block.windows.flatMap((cut) => {
      const { name: window, part } = cut
      const place = [block.trace, window, ...(withPart ? [String(part)] : [])]
      return estimatesIn(cut, block.estimates).flatMap((estimates) =>
        seedsOf(spec, block, estimates).flatMap((seed) => {
          const at = [...place, ...(seeds === undefined ? [] : [String(seed)]), block.machine, estimates]
          const draw = seedOf(seed, block.trace, window, part)
          return block.rules.flatMap((name) => {
            const set = byName.get(name)
            if (set === undefined) throw new RangeError(`there are no rules ${name}`)
            const onMachine = onMachines(block, cut, set, estimates, draw, judge)
            return block.policies.map((policy) => {
              const way = wayOf.get(policy)
              return { key: [...at, name, nameIn(spec, policy)], policy, on: onMachine(way) }
            })
          })
        }),
      )
    }),
  )
}

function onMachines(
  { several, data, processors, facility, siteRules = {} }: Block,
  { from, to, trimming }: StudyWindow,
  { overrun, oversize, feedback, rules }: RuleSet,
  estimates: string,
  seed: number,
  judge: string | undefined,
): (way: SeveralPolicy | undefined) => CellMachines {
  const common = { data, window: [from, to], estimates, seed, trimming } as const
  if (several !== undefined) {
    const on = { ...common, machines: several }
    return (way) => {
      if (way === undefined) throw new RangeError('several machines go by no policy of a single one')
      return { several: on, way }
    }
  }
  const sight = rules.sight ?? Number.POSITIVE_INFINITY
  const scenario: Scenario = {
    ...{ ...common, machine: processors, overrun, oversize },
    rules: { ...withSiteRules(rules, siteRules), sight },
    ...(facility && { facility }),
    ...(feedback && { feedback }),
    ...(judge !== undefined && { judge }),
  }
  return () => ({ scenario })
}

/** Rules, of which those that are as usual are the site's. */
export function withSiteRules<Rules extends Pick<Semantics, 'compress' | 'passInterval'>>(
  rules: Rules,
  site: SiteRules,
): Rules {
  const { compress, passInterval } = DEFAULT_SEMANTICS
  return {
    ...rules,
    ...(rules.compress === compress && site.compress !== undefined && { compress: site.compress }),
    ...(rules.passInterval === passInterval &&
      site.passInterval !== undefined && { passInterval: site.passInterval }),
  }
}

/** The seed of a window's draws: it depends on the study's seed and on the window, and on no other axis. */
function seedOf(seed: number, trace: string, window: string, part: LogPart['name']): number {
  return new Random(seed)
    .fork('estimates')
    .fork(trace)
    .fork(`${part ?? ''} ${window}`)
    .int(2 ** 32)
}

export function taskOf({ on, policy }: StudyCell, objectives: readonly string[]): Task {
  return 'scenario' in on
    ? simulateTask(on.scenario, policy, objectives)
    : severalTask(on.several, on.way, objectives)
}

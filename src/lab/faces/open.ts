/**
 * The lab for programs: a log is opened once, and all that is done with it takes the options that the commands take.
 *
 * ```ts
 * const log = await open('KTH-SP2.swf.gz')
 * const { outcomes } = await log.compare(['fcfs', 'easy', 'easy:saf'], { estimates: 'predicted:last2' })
 * for (const { policy, objectives } of outcomes) console.log(policy, objectives.AWRT)
 *
 * const { strategy } = await log.learn('greedy-own', { objective: '10*AWRT1 + 4*AWRT2', train: 70 })
 * const explained = await log.explain(strategy)
 * await writeFile('gantt.svg', await log.plot('gantt', strategy))
 * ```
 */
import type { FrontFound } from '../../front/index.js'
import {
  askable,
  FAMILIES,
  goalOf,
  LEARN,
  LEARNERS_BY_FAMILY,
  type LearnerSettings,
  learnerFor,
  learningOf,
} from '../../learn/index.js'
import { explainedCurves } from '../../report/explanation.js'
import { svgFile } from '../../report/formats/svg.js'
import { allocateProcessors } from '../../sim/allocation.js'
import type { StrategyArtefact } from '../../strategy/index.js'
import type { AdviceFound } from '../../study/advise/index.js'
import { FURTHER_FIELDS, READING, type Trace } from '../../trace/index.js'
import type { Calibrated } from '../calibrate/calibrate.js'
import { type Bounded, type BoundsOptions, boundObjectives } from '../experiments/bounds.js'
import { type CompareOptions, type Comparison, comparePolicies } from '../experiments/compare.js'
import { BOUNDING, COMPARING, EXPERIMENT } from '../experiments/experiment-settings.js'
import { type Simulated, type SimulateOptions, simulatePolicy } from '../experiments/simulate.js'
import { type Explained, explainStrategy } from '../explain/explain.js'
import { WHY, type Why, type WhyOptions, whyJobsWaited } from '../explain/why.js'
import { usage } from '../failures.js'
import { withGroupFile } from '../inputs/group-file.js'
import { type Log, type LogOptions, narrowed, readLog } from '../inputs/log.js'
import type { WrittenPolicy } from '../inputs/policies.js'
import type { ScenarioOptions } from '../inputs/prepare.js'
import type { AdviceOptions } from '../investigations/advise.js'
import { ADVISING } from '../investigations/advise-settings.js'
import type { FrontSearchOptions } from '../investigations/front.js'
import { type LearnOptions, learnRequest } from '../investigations/learn.js'
import { type Ports, QUIET } from '../ports.js'
import { ENGINE } from '../runs/engine-settings.js'
import { type EngineChoice, investigateInMemory } from '../runs/investigate.js'
import { knownOptions, ON_LOG, optionsOf } from './call-options.js'

/**
 * Settings of a log for all calls that do not say otherwise: which jobs are read of it, how it is simulated, and who is
 * told of notices and progress.
 */
export type OpenOptions = ScenarioOptions & { readonly ports?: Partial<Ports> }

/** Options of calls on an open log: how it is read was settled when it was opened. */
type OnLog<Options> = Partial<Omit<Options, Exclude<keyof LogOptions, 'machine'>>>

export type LearnerName = LearnerSettings['learner']

/** A learner and those of its settings that are not to be as is usual; `evaluations` in place of a number of rounds. */
export type LearnerAsked = {
  readonly [Settings in LearnerSettings as Settings['learner']]: Pick<Settings, 'learner'> &
    Partial<Omit<Settings, 'learner'>> & { readonly evaluations?: number }
}[LearnerName]

/** The result of a learning. */
export interface LearntStrategy {
  /** With its evidence: what for, on which logs, how measured. */
  readonly strategy: StrategyArtefact
  /** Plain data: the strategy, the final measurement, the history of the search. */
  readonly files: readonly { readonly name: string; readonly content: string | Uint8Array }[]
}

/** Pictures of a policy on the log, as SVG. */
export type Figure = 'gantt' | 'priorities' | 'surfaces'

/** A log at hand. */
export interface OpenedLog extends Log {
  /** Policies side by side. */
  compare(policies: CompareOptions['policies'], options?: ForCompare): Promise<Comparison>
  /** One policy: its schedule, and what that is worth. */
  simulate(policy: WrittenPolicy, options?: ForSimulate): Promise<Simulated>
  /** Certified bounds of objectives, beside what policies reach. */
  bound(policies: BoundsOptions['policies'], options?: ForBound): Promise<Bounded>
  /** The best strategy that a learner finds for an objective. Evaluations are done by this machine's threads. */
  learn(learner: LearnerName | LearnerAsked, options?: ForLearn): Promise<LearntStrategy>
  /** The schedules that are possible and not dominated, in the space of objectives; `files` has them as a run would. */
  front(options?: ForFront): Promise<FrontFound>
  /** The policies that are worth having, what they cost whom, and the lines for batch systems; `files` has the strategies. */
  advise(options?: ForAdvise): Promise<AdviceFound>
  /** The site that wrote the log, recovered from it: partitions, limits, maintenance, rules, as far as the log shows them. */
  calibrate(): Promise<Calibrated>
  /** The reasons for which jobs waited under a policy, and what would have let them start sooner. */
  why(jobs: readonly number[], policy: WrittenPolicy, options?: ForWhy): Promise<Why>
  /** Whom a policy prefers, when, and what it reaches here; of rules what they say and decide. */
  explain(policy: WrittenPolicy): Promise<Explained>
  /** A picture of a policy on this log: its schedule, or (of one order) whom it prefers while jobs wait, and of all jobs. */
  plot(figure: Figure, policy: WrittenPolicy): Promise<string>
}

type ForSimulate = OnLog<Omit<SimulateOptions, 'policy'>>
type ForCompare = OnLog<Omit<CompareOptions, 'policies'>>
type ForBound = OnLog<Omit<BoundsOptions, 'policies'>>
type ForWhy = OnLog<Omit<WhyOptions, 'policy'>>
type ForLearn = OnLog<LearnOptions> & Partial<EngineChoice>
type ForFront = OnLog<Omit<FrontSearchOptions, 'minutes'>> & Partial<EngineChoice>
type ForAdvise = OnLog<AdviceOptions> & Partial<EngineChoice>

const EXPERIMENTS = { ...ON_LOG, ...EXPERIMENT, names: null }
const { policies: _compared, ...COMPARED } = COMPARING
const { policies: _bounded, ...BOUNDED } = BOUNDING
const OPEN = optionsOf<ScenarioOptions>()({ ...ON_LOG, ...READING })
const SIMULATE = optionsOf<ForSimulate>()(EXPERIMENTS)
const COMPARE = optionsOf<ForCompare>()({ ...EXPERIMENTS, ...COMPARED })
const BOUND = optionsOf<ForBound>()({ ...EXPERIMENTS, ...BOUNDED })
const ASK_WHY = optionsOf<ForWhy>()({ ...ON_LOG, ...WHY })

/**
 * Reads a log, cleans it, forms user groups and takes the part that is asked for.
 * @param source a file (Standard Workload Format or Batsim JSON, plain or gzip); undefined: the demonstration workload; a
 *   trace as it was read or made
 * @throws QueuewrightError as the reading of the log
 */
export async function open(source?: string | Trace, options: OpenOptions = {}): Promise<OpenedLog> {
  const { ports: given, ...asked } = options
  const settings = await withGroupFile(knownOptions('open', asked, OPEN))
  const ports: Ports = { ...QUIET, ...given }
  const log =
    typeof source === 'object'
      ? { file: source.name, ...narrowed(source, settings, source.name), seconds: 0 }
      : await readLog(source, settings, FURTHER_FIELDS, ports)
  const explain = (policy: WrittenPolicy) => explainStrategy(policy, log, settings, ports)
  return {
    ...log,
    compare: async (policies, more = {}) =>
      comparePolicies(log, { ...settings, ...knownOptions('compare', more, COMPARE), policies }, ports),
    simulate: async (policy, more = {}) =>
      simulatePolicy(log, { ...settings, ...knownOptions('simulate', more, SIMULATE), policy }, ports),
    bound: async (policies, more = {}) =>
      boundObjectives(log, { ...settings, ...knownOptions('bound', more, BOUND), policies }, ports),
    why: async (jobs, policy, more = {}) =>
      whyJobsWaited(log, jobs, { ...settings, ...knownOptions('why', more, ASK_WHY), policy }, ports),
    front: async (more = {}) => {
      const [{ frontRequest }, { FRONT, FRONT_SEARCH }] = await Promise.all([
        import('../investigations/front.js'),
        import('../../front/index.js'),
      ])
      const { minutes: _, ...searching } = FRONT_SEARCH
      const known = optionsOf<ForFront>()({ ...ON_LOG, ...searching, ...ENGINE })
      const asked = { ...settings, engine: 'threads', ...knownOptions('front', more, known) }
      return investigateInMemory(FRONT, await frontRequest(log, asked, ports), asked, ports)
    },
    advise: async (more = {}) => {
      const [{ adviceRequest }, { ADVISE }] = await Promise.all([
        import('../investigations/advise.js'),
        import('../../study/advise/index.js'),
      ])
      const known = optionsOf<ForAdvise>()({ ...ON_LOG, ...ADVISING, ...ENGINE })
      const asked = { ...settings, engine: 'threads', ...knownOptions('advise', more, known) }
      return investigateInMemory(ADVISE, await adviceRequest(log, asked, ports), asked, ports)
    },
    calibrate: async () => {
      const { calibrateLog } = await import('../calibrate/calibrate.js')
      return calibrateLog(log, settings, ports)
    },
    learn: async (learner, more = {}) => {
      const { learner: name, ...given } = typeof learner === 'string' ? { learner } : learner
      const kind = learnerFor({ learner: name })
      // The numbers of a policy make an order, as the first family does.
      const [family] = LEARNERS_BY_FAMILY.find(([, kinds]) => kinds.includes(kind)) ?? FAMILIES
      // Under several algorithms only orders are tried.
      const { under, ...learning } = learningOf(family)
      const known = {
        ...optionsOf<Omit<ForLearn, 'under'>>()({ ...ON_LOG, ...ENGINE, ...goalOf(family), ...learning }),
        ...(under !== undefined && { under }),
      }
      const asked = { ...settings, engine: 'threads', ...knownOptions('learn', more, known) }
      knownOptions(`the learner ${name}`, given, askable(kind))
      const request = await learnRequest('learn', [log], { family, kind, given }, asked, ports)
      return investigateInMemory(LEARN, request, asked, ports)
    },
    explain,
    plot: async (figure, policy) => {
      if (figure === 'gantt') {
        const { ganttPlot } = await import('../../report/plots/gantt.js')
        const { experiment, outcome } = await simulatePolicy(log, { ...settings, policy }, ports)
        const { schedule } = outcome
        const title = `${outcome.policy} on ${log.trace.name}`
        const { clock } = experiment.trace
        return svgFile(ganttPlot({ title, schedule, allocation: allocateProcessors(schedule), clock }).scene)
      }
      const explained = await explain(policy)
      if (explained.kind === 'rules') {
        throw usage('figure', figure, 'a policy of one order: rules prefer nobody by themselves')
      }
      const { name, explanation } = explained
      if (figure === 'priorities') {
        const { priorityPlot } = await import('../../report/plots/strategy-priority.js')
        const title = `${name}: priority while a job waits`
        return svgFile(priorityPlot({ title, curves: explainedCurves(explanation) }).scene)
      }
      const { surfacePlot } = await import('../../report/plots/strategy-surface.js')
      return svgFile(surfacePlot({ title: `${name}: which jobs go first`, explanation }).scene)
    },
  }
}

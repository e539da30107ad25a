/** Advice: which policies are worth having on a log, what they cost whom, and the lines that bring them about. */
import { type Given, settled } from '../../core/settings/index.js'
import { groupLegend } from '../../evaluation/group-legend.js'
import { feedbackOf } from '../../evaluation/scenarios/feedback.js'
import { type LearntLog, trainingOf } from '../../evaluation/searches/final-measurement.js'
import { FRONT, type FrontRequest, frontJson, prepareFront, USUAL_LARGE_JOBS } from '../../front/index.js'
import {
  LEARN,
  type LearnerSettings,
  learnJson,
  parseParameter,
  prepareLearning,
  SCORE_COEFFICIENTS,
  settledLearner,
  TEMPLATE,
} from '../../learn/index.js'
import { recordedVerdict } from '../../report/words/recorded.js'
import type { RunEnd } from '../../runtime/runs/index.js'
import { version } from '../../runtime/version.js'
import { objectiveNames } from '../../sim/objectives/index.js'
import { parsePolicy } from '../../sim/policy.js'
import { parseConstraint } from '../../strategy/index.js'
import {
  ADVISE,
  type AdviceSearch,
  type AdviceToday,
  adviceJson,
  FRONT_PART,
  weeksOf,
} from '../../study/advise/index.js'
import type { PartSpec } from '../../study/reproduce/composition.js'
import type { Dataset } from '../../trace/dataset.js'
import { type Experiment, experimentOn } from '../experiments/experiment.js'
import { recordedBeside } from '../experiments/recorded.js'
import { namedByOptions, usage } from '../failures.js'
import type { LogSource } from '../inputs/log.js'
import { askedObjectives } from '../inputs/objectives.js'
import { namedPolicy, policyTexts } from '../inputs/policies.js'
import { type PreparedLog, prepareLog, type ScenarioOptions } from '../inputs/prepare.js'
import { atOwnSite } from '../inputs/site-document.js'
import type { Ports } from '../ports.js'
import { type AskedRun, type InvestigateOptions, investigate } from '../runs/investigate.js'
import { ADVISING } from './advise-settings.js'

export interface AdviceOptions extends Omit<ScenarioOptions, 'seed'>, Given<typeof ADVISING> {}

export interface AdviseOptions extends AdviceOptions, InvestigateOptions {}

/**
 * Jobs that a second of a thread is taken to simulate, by which minutes become evaluations: as EASY has it on one pool, on
 * partitions and on nodes (SDSC-SP2, and two weeks of 64 nodes, of which 70 % are in use).
 */
const JOBS_PER_SECOND = { pool: 400_000, partitions: 40_000, nodes: 6_000 } as const
/** Evaluations of a search: fewer find nothing, of more hardly anything comes. */
const FEWEST_EVALUATIONS = 40
const MOST_EVALUATIONS = 5000
const USUAL_BASELINE = 'easy'
const NO_CONSTRAINT = 'none'
const LONGEST_WAIT = 'maxWait'

/** Slurm's weights, on a site of which nobody has said the partitions: age against size and fair share. */
const SLURM_WEIGHTS = {
  template:
    'easy:multifactor(age={age}, size={size}, fairshare={fairshare}, favorsmall={small}, relative={relative}, partition=0, qos=0)',
  parameters: ['age=0..10000', 'size=0..10000', 'fairshare=0..10000', 'small=0..1', 'relative=0..1'].map(
    (range) => parseParameter(range, 'weights'),
  ),
}

/**
 * @param source none: the demonstration workload
 * @returns the run, whose folder has the advice
 * @throws QueuewrightError as `adviceRequest` and `investigate`
 */
export async function advise(source: LogSource, options: AdviseOptions, ports: Ports): Promise<RunEnd> {
  return investigate(ADVISE, await adviceRequest(source, options, ports), options, ports)
}

/**
 * @throws QueuewrightError `usage` for logs of less than twelve days, and submits that depend on the schedule; as `prepareLog` and
 *   `prepareLearning`
 */
export async function adviceRequest(
  source: LogSource,
  asked: AdviceOptions,
  ports: Ports,
): Promise<AskedRun> {
  const settings = namedByOptions(ADVISING, () => settled(ADVISING, asked))
  const { minutes, seeds, learn, level, seed } = settings
  if (feedbackOf(asked)) {
    const value = String(asked.feedback)
    throw usage('--feedback', value, 'none: weeks are told apart by submits, which would move')
  }
  const { options, own, isSlurms } = await atOwnSite(asked)
  const baseline = (await namedPolicy(settings.baseline ?? own ?? USUAL_BASELINE)).text
  const known = await policyTexts(settings.policies)
  const { objectives, preferences, read } = await askedObjectives([settings.objective])
  if (preferences.length > 0) {
    throw usage('--objective', settings.objective, 'an objective or a formula: regions say nothing of weeks')
  }
  const [{ text: objective }] = objectives
  const written = constraintsFor(settings.subjectTo, baseline)
  const constraints = written.map((text) => parseConstraint(text, '--subject-to', read))
  const policies = [baseline, ...known].map(parsePolicy)
  const parts = [...objectives, ...constraints.map((each) => each.objective)].flatMap((each) => each.parts)
  const on = { ...options, seed }
  const prepared = await prepareLog(source, policies, on, ports, ['partition', 'wait'], parts)
  const { trace, dataset, scenario } = prepared
  const weeks = weeksOf(dataset.jobs.submit, learn / 100)
  const log: LearntLog = {
    name: trace.name,
    scenario,
    train: weeks.train,
    jobs: trace.jobs.length,
    legend: groupLegend(prepared),
  }
  const searches = minutes === 0 ? [] : searchesFor(seed, seeds)
  const axes = minutes === 0 ? null : axesOf(objective, prepared)
  const jobsPerSecond = JOBS_PER_SECOND[machineKind(prepared)]
  const count = searches.length + (axes === null ? 0 : 1)
  const evaluations = evaluationsFor(60 * minutes * jobsPerSecond, weeks.train, count)
  const datasets = new Map([[dataset.digest, dataset]])
  const learners: Readonly<Record<AdviceSearch['origin'], LearnerSettings>> = {
    score: settledLearner(SCORE_COEFFICIENTS, { families: ['age', 'aging'], evaluations }),
    weights: settledLearner(TEMPLATE, { ...SLURM_WEIGHTS, evaluations }),
  }
  const spec = adviceJson({
    ...{ log, weeks, objective, constraints: written, baseline, known, searches, seed },
    parts: [
      ...searches.map(({ name, origin, seed: own }) => ({
        ...{ name, kind: LEARN.kind, weight: 1 },
        spec: learnJson(
          prepareLearning(
            {
              ...{ objective, constraints: written, relativeTo: null, logs: [log], tests: [], windows: null },
              ...{ under: [], combine: 'mean', learner: learners[origin], earlyStop: true, seed: own },
              ...{ compare: [baseline], baseline },
            },
            datasets,
          ),
        ),
      })),
      ...(axes === null ? [] : [frontPart(axes, log, dataset, evaluations, seed)]),
    ],
    budget: { minutes, jobsPerSecond, evaluations },
    level: level / 100,
    today: todayOf(prepared, objective, baseline, read),
    unsimulated: unsimulatedIn(prepared),
    notices: prepared.notices.filter((notice) => !prepared.lacks.includes(notice)),
    system: isSlurms || (asked.slurmConf ?? null) !== null ? 'slurm' : null,
  })
  return { name: `advise-${trace.name}`, spec, seed, datasets, groups: [prepared] }
}

function constraintsFor(written: readonly string[], baseline: string): readonly string[] {
  if (written.length === 0) return [`maxWait <= 2*${baseline}`]
  return written.filter((text) => text !== NO_CONSTRAINT)
}

function searchesFor(seed: number, count: number): readonly AdviceSearch[] {
  const seeds = Array.from({ length: count }, (_, k) => seed + k)
  return [
    ...seeds.map((each): AdviceSearch => ({ name: `seed ${each}`, origin: 'score', seed: each })),
    ...seeds.map((each): AdviceSearch => ({ name: `weights, seed ${each}`, origin: 'weights', seed: each })),
  ]
}

/**
 * The objective, and what is likeliest to pay for it.
 * @returns null where no front is searched: of formulas and classes of jobs, which fronts do not know, and where jobs press that were
 *   cancelled
 */
function axesOf(objective: string, { groups, stage }: PreparedLog): readonly string[] | null {
  if (stage.pressing !== null) return null
  if (!objectiveNames(groups.filter(({ group }) => group > 0).length).includes(objective)) return null
  return [objective, objective === LONGEST_WAIT ? 'meanWait' : LONGEST_WAIT]
}

/** A front of both over the weeks that are learnt from. */
function frontPart(
  objectives: readonly string[],
  log: LearntLog,
  dataset: Dataset,
  evaluations: number,
  seed: number,
): PartSpec {
  const request: FrontRequest = {
    ...{ name: log.name, scenario: trainingOf(log), objectives, plan: 'own', evaluations, seed },
    ...{ large: USUAL_LARGE_JOBS, compare: [], version: version() },
  }
  return {
    ...{ name: FRONT_PART, kind: FRONT.kind, weight: 1 },
    spec: frontJson(prepareFront(request, dataset)),
  }
}

function machineKind({ scenario: { facility } }: PreparedLog): keyof typeof JOBS_PER_SECOND {
  if (facility === undefined) return 'pool'
  return facility.nodes === undefined ? 'partitions' : 'nodes'
}

/** The jobs that all simulations together may have, divided among the searches. */
function evaluationsFor(simulated: number, jobs: number, searches: number): number {
  const each = Math.floor(simulated / jobs / Math.max(1, searches))
  return Math.min(MOST_EVALUATIONS, Math.max(FEWEST_EVALUATIONS, each))
}

/** The recorded schedule, held against the baseline. */
function todayOf(
  prepared: PreparedLog,
  objective: string,
  baseline: string,
  read: Awaited<ReturnType<typeof askedObjectives>>['read'],
): AdviceToday | null {
  const experiment: Experiment = experimentOn(prepared, [read(objective)])
  const schedule = prepared.stage.run(parsePolicy(baseline))
  const report = recordedBeside(experiment, [{ policy: baseline, schedule }], baseline)
  if (report === null) return null
  return {
    recorded: report.objectives[objective] ?? null,
    grade: report.agreement.grade,
    sentences: recordedVerdict(report),
  }
}

/** The causes of waiting that may be there and are no part of the simulation, as far as the log and the options tell. */
function unsimulatedIn({ trace, scenario, lacks }: PreparedLog): readonly string[] {
  const partitions = new Set(trace.fields.partition?.filter((each) => each >= 0))
  const bare = scenario.facility === undefined
  return [
    ...(bare && partitions.size > 1
      ? [`${partitions.size} partitions of the log: all jobs share ${scenario.machine} processors (--site)`]
      : []),
    ...(bare ? ['nodes, memory, limits of users, reservations and maintenance (--site, qw calibrate)'] : []),
    ...(scenario.estimates === 'user' ? [] : [`requested times: estimates are ${scenario.estimates}`]),
    'users who would submit other jobs, or at other times, under another policy',
    'failures of nodes, holds, and priorities that somebody set by hand',
    ...lacks,
  ]
}

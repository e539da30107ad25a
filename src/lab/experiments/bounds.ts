/** Certified bounds of objectives on a log, beside what policies reach. */
import { type Given, settled } from '../../core/settings/index.js'
import { groupLegend } from '../../evaluation/group-legend.js'
import { type BoundRow, type BoundsReport, roomLeft } from '../../report/pages/bounds.js'
import { certifier, compileObjective } from '../../sim/index.js'
import { RECORDED } from '../../sim/policy.js'
import type { Schedule } from '../../sim/schedule.js'
import { usage } from '../failures.js'
import type { LogSource } from '../inputs/log.js'
import { besideOwn, readPolicies, type WrittenPolicy } from '../inputs/policies.js'
import { atOwnSite } from '../inputs/site-document.js'
import type { Ports } from '../ports.js'
import {
  type Experiment,
  type ExperimentOptions,
  experimentFacts,
  experimentJson,
  type Outcome,
  prepareExperiment,
  runPolicy,
} from './experiment.js'
import { BOUNDING } from './experiment-settings.js'
import { shownObjectives } from './shown-objectives.js'

export type BoundsOptions = ExperimentOptions &
  Given<Omit<typeof BOUNDING, 'policies'>> & {
    /** Separated by commas, where they are one text. */
    readonly policies?: string | readonly WrittenPolicy[] | undefined
  }

export interface Bounded {
  readonly experiment: Experiment
  readonly rows: readonly BoundRow[]
  /** Names, in the order of the rows' values. */
  readonly policies: readonly string[]
  /** The time that the bounds took. */
  readonly seconds: number
}

/**
 * @throws QueuewrightError `usage` for `recorded` and for unknown objectives; as `prepareExperiment`
 */
export async function boundObjectives(
  source: LogSource,
  asked: BoundsOptions,
  ports: Ports,
): Promise<Bounded> {
  const { options, own } = await atOwnSite(asked)
  const policies = await besideOwn(await readPolicies(options.policies, BOUNDING.policies), own)
  if (policies.some(({ algorithm }) => algorithm === RECORDED)) {
    throw usage(
      '--policies',
      RECORDED,
      'policies that are simulated: a recorded schedule need not fit the machine',
    )
  }
  const experiment = await prepareExperiment(source, policies, options, ports)
  const objectives = shownObjectives(
    experiment,
    settled({ objectives: BOUNDING.objectives }, options).objectives,
    '--objectives',
  )
  const { jobs, judged, classes } = experiment.stage

  const bar = ports.steps('bounds', policies.length + objectives.length)
  const outcomes: Outcome[] = []
  const rows: BoundRow[] = []
  let seconds = 0
  try {
    for (const policy of policies) {
      outcomes.push(await ports.blocking(() => runPolicy(experiment, policy, options, ports, bar)))
      bar.step(policy.name)
    }
    const prompt = outcomes.map(({ schedule }) => startsAtOnce(schedule, judged))
    const certify = certifier(jobs, judged, experiment.scenario.machine, classes)
    for (const objective of objectives) {
      const from = ports.clock()
      const bound = await ports.blocking(() => certify(compileObjective(objective.name)))
      seconds += (ports.clock() - from) / 1000
      const values = outcomes.map((outcome) => outcome.objectives[objective.name] ?? null)
      rows.push({ objective, bound, values, prompt })
      bar.step(objective.name)
    }
  } finally {
    bar.stop()
  }
  return { experiment, rows, policies: outcomes.map(({ policy }) => policy), seconds }
}

/** Whether the first judged job to be submitted, or one submitted with it, starts at once. */
function startsAtOnce({ start, jobs }: Schedule, judged: Int32Array | null): boolean {
  const rows = judged ?? Int32Array.from({ length: jobs.length }, (_, row) => row)
  const least = (column: Float64Array): number =>
    rows.reduce((first, row) => Math.min(first, column[row]), Number.POSITIVE_INFINITY)
  return least(start) === least(jobs.submit)
}

export function boundsReport({ experiment, rows, policies }: Bounded): BoundsReport {
  const told = [...experimentFacts(experiment), ...groupLegend(experiment)]
  return { log: experiment.trace.name, facts: told, rows, policies }
}

/** The bounds for other programs. */
export function boundsJson({ experiment, rows, policies, seconds }: Bounded) {
  return {
    ...experimentJson(experiment),
    objectives: rows.map(({ objective: { name, unit, sense }, bound, values, prompt }) => ({
      name,
      unit,
      sense,
      bound,
      policies: Object.fromEntries(
        policies.map((policy, k) => [
          policy,
          {
            value: values[k],
            room: roomLeft(values[k], bound, sense),
            ...(bound?.prompt === undefined || !prompt[k]
              ? {}
              : { roomPrompt: roomLeft(values[k], bound.prompt, sense) }),
          },
        ]),
      ),
    })),
    timing: { readSeconds: experiment.readSeconds, boundSeconds: seconds },
  }
}

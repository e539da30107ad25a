/** `qw bounds`: certified bounds of objectives, beside what policies reach. */

import { formatCount } from '../../../core/format.js'
import { type BoundRow, roomLeft } from '../../../report/bounds-text.js'
import { trimRows } from '../../../sim/breakdown.js'
import { certifier, compileObjective } from '../../../sim/index.js'
import { RECORDED, splitPolicies } from '../../../sim/policy.js'
import type { Schedule } from '../../../sim/schedule.js'
import {
  type Experiment,
  type ExperimentOptions,
  experimentJson,
  type Outcome,
  prepareExperiment,
  runPolicy,
} from '../experiment.js'
import { droppedText } from '../log.js'
import { usage } from '../options.js'
import { readPolicies } from '../policies.js'
import { progressBar } from '../progress.js'
import { shownObjectives } from '../shown-objectives.js'
import type { Terminal } from '../terminal.js'

export interface BoundsOptions extends Omit<ExperimentOptions, 'repeat'> {
  readonly policies: string
  readonly objectives: string
  readonly json?: true
}

export async function boundsCommand(
  path: string | undefined,
  given: BoundsOptions,
  terminal: Terminal,
): Promise<void> {
  const options = { ...given, repeat: 1 }
  const policies = await readPolicies(splitPolicies(options.policies))
  if (policies.some(({ algorithm }) => algorithm === RECORDED)) {
    throw usage(
      '--policies',
      RECORDED,
      'policies that are simulated: a recorded schedule need not fit the machine',
    )
  }
  const experiment = await prepareExperiment(path, policies, options, terminal)
  const objectives = shownObjectives(experiment, options.objectives, '--objectives')
  for (const notice of experiment.notices) terminal.notice(`note: ${notice}`)
  const { prepared, processors, trimming } = experiment
  const judged = trimRows(prepared.jobs, trimming)

  const bar = progressBar('bounds', policies.length + objectives.length, terminal)
  const outcomes: Outcome[] = []
  const rows: BoundRow[] = []
  let seconds = 0
  try {
    for (const policy of policies) {
      outcomes.push(await terminal.blocking(() => runPolicy(experiment, policy, options)))
      bar.step(policy.name)
    }
    const prompt = outcomes.map(({ schedule }) => startsAtOnce(schedule, judged))
    const certify = certifier(prepared.jobs, judged, processors)
    for (const objective of objectives) {
      const from = performance.now()
      const bound = await terminal.blocking(() => certify(compileObjective(objective.name)))
      seconds += (performance.now() - from) / 1000
      const values = outcomes.map((outcome) => outcome.objectives[objective.name] ?? null)
      rows.push({ objective, bound, values, prompt })
      bar.step(objective.name)
    }
  } finally {
    bar.stop()
  }

  const names = outcomes.map(({ policy }) => policy)
  if (options.json) {
    terminal.print(JSON.stringify(boundsJson(experiment, rows, names, seconds), null, 2))
    return
  }
  const { boundsTable } = await import('../../../report/bounds-text.js')
  const jobs = `${formatCount(prepared.jobs.length)} jobs on ${formatCount(processors)} processors`
  terminal.print(`${experiment.trace.name}: ${jobs} (left out: ${droppedText(experiment.dropped)})\n`)
  terminal.print(boundsTable(rows, names, terminal.style))
}

/** Whether the first judged job to be submitted, or one submitted with it, starts at once. */
function startsAtOnce({ start, jobs }: Schedule, judged: Int32Array | null): boolean {
  const rows = judged ?? Int32Array.from({ length: jobs.length }, (_, row) => row)
  const least = (column: Float64Array): number =>
    rows.reduce((first, row) => Math.min(first, column[row]), Number.POSITIVE_INFINITY)
  return least(start) === least(jobs.submit)
}

function boundsJson(
  experiment: Experiment,
  rows: readonly BoundRow[],
  policies: readonly string[],
  seconds: number,
) {
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

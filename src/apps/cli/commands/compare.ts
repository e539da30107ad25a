/** `qw compare`: several policies on one log, side by side. */
import { QueuewrightError } from '../../../core/errors.js'
import { formatCount } from '../../../core/format.js'
import { relativeChange } from '../../../evaluation/ranking.js'
import type { ComparisonReport } from '../../../report/model.js'
import { writeOutput } from '../../../runtime/index.js'
import { splitPolicies } from '../../../sim/policy.js'
import {
  type Experiment,
  type ExperimentOptions,
  experimentJson,
  liveNotes,
  type Outcome,
  prepareExperiment,
  reportFacts,
  runPolicy,
} from '../experiment.js'
import { droppedText } from '../log.js'
import { namedPolicy, readPolicies } from '../policies.js'
import { progressBar } from '../progress.js'
import { shownObjectives } from '../shown-objectives.js'
import type { Terminal } from '../terminal.js'

export interface CompareOptions extends ExperimentOptions {
  readonly policies: string
  readonly baseline?: string
  readonly columns: string
  readonly json?: true
  readonly report?: string
}

export async function compareCommand(
  path: string | undefined,
  options: CompareOptions,
  terminal: Terminal,
  commandLine: string,
): Promise<void> {
  const policies = await readPolicies(splitPolicies(options.policies))
  const names = policies.map(({ name }) => name)
  const twice = names.find((name, k) => names.indexOf(name) !== k)
  if (twice !== undefined) {
    throw new QueuewrightError('usage', 'a policy stands twice', { field: '--policies', value: twice })
  }
  const baseline = await baselineOf(options, names)
  const experiment = await prepareExperiment(path, policies, options, terminal)
  for (const notice of experiment.notices) terminal.notice(`note: ${notice}`)

  const bar = progressBar('simulating', policies.length, terminal)
  const outcomes: Outcome[] = []
  try {
    for (const policy of policies) {
      outcomes.push(await terminal.blocking(() => runPolicy(experiment, policy, options)))
      bar.step(policy.name)
    }
  } finally {
    bar.stop()
  }

  if (options.report !== undefined)
    await writeReport(options.report, experiment, outcomes, baseline, commandLine)
  if (options.json) terminal.print(JSON.stringify(comparisonJson(experiment, outcomes, baseline), null, 2))
  else await printComparison(experiment, outcomes, baseline, options, terminal)
}

/** @param names of the policies */
async function baselineOf({ baseline }: CompareOptions, names: readonly string[]): Promise<string> {
  if (baseline === undefined) return names.includes('easy') ? 'easy' : names[0]
  const { name } = await namedPolicy(baseline)
  if (names.includes(name)) return name
  throw new QueuewrightError('usage', 'the baseline is none of the policies', {
    field: '--baseline',
    value: name,
    expected: names.join(', '),
  })
}

function comparisonJson(experiment: Experiment, outcomes: readonly Outcome[], baseline: string) {
  const base = outcomes.find(({ policy }) => policy === baseline)
  return {
    ...experimentJson(experiment),
    baseline,
    timing: { readSeconds: experiment.readSeconds },
    policies: outcomes.map(({ policy, objectives, breakdown, seconds }) => ({
      policy,
      objectives,
      relative: Object.fromEntries(
        Object.entries(objectives).map(([name, value]) => [
          name,
          relativeChange(value, base?.objectives[name] ?? null),
        ]),
      ),
      waits: breakdown,
      timing: { simulateSeconds: seconds },
    })),
  }
}

async function printComparison(
  experiment: Experiment,
  outcomes: readonly Outcome[],
  baseline: string,
  options: CompareOptions,
  terminal: Terminal,
): Promise<void> {
  const { comparisonTable } = await import('../../../report/table.js')
  const { trace, processors, prepared, dropped } = experiment
  const jobs = `${formatCount(prepared.jobs.length)} jobs on ${formatCount(processors)} processors`
  const facts = [`${trace.name}: ${jobs} (left out: ${droppedText(dropped)})`, ...liveNotes(experiment)]
  terminal.print(`${facts.join('; ')}\n`)
  terminal.print(
    comparisonTable(
      outcomes,
      shownObjectives(experiment, options.columns, '--columns'),
      baseline,
      terminal.style,
    ),
  )
  if (options.check) terminal.print('\nAll schedules pass the independent check.')
  if (options.report !== undefined) terminal.print(`\nReport: ${options.report}`)
}

async function writeReport(
  file: string,
  experiment: Experiment,
  results: readonly Outcome[],
  baseline: string,
  command: string,
): Promise<void> {
  const { comparisonPage } = await import('../../../report/pages/compare.js')
  const report: ComparisonReport = { ...reportFacts(experiment, command), results, baseline }
  await writeOutput(file, [await comparisonPage(report)])
}

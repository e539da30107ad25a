/** `qw evaluate`: strategies on logs, beside other policies. */
import { QueuewrightError } from '../../../core/errors.js'
import { stageOf } from '../../../evaluation/index.js'
import type { ComparedPolicy } from '../../../evaluation/ranking.js'
import { crossRow, crossTables } from '../../../report/cross.js'
import type { Evaluation } from '../../../report/evaluation.js'
import { evaluationCsv } from '../../../report/evaluation-records.js'
import { verdictLines } from '../../../report/verdicts.js'
import { isStrategy, loadStrategy, STANDARD_STREAM, writeOutput } from '../../../runtime/index.js'
import { compileObjective } from '../../../sim/objectives/index.js'
import { compositeInfo, type ObjectiveInfo } from '../../../sim/objectives/info.js'
import { parsePolicy, RECORDED, splitPolicies } from '../../../sim/policy.js'
import { parseConstraint, policyOf, titleOf } from '../../../strategy/index.js'
import {
  evaluatedStrategy,
  evaluationJson,
  type Ground,
  type Judged,
  noticesOn,
  verdictOn,
} from '../evaluated.js'
import type { ExperimentOptions } from '../experiment.js'
import { named } from '../failures.js'
import type { EngineChoice } from '../investigate-options.js'
import { measuredValues } from '../measured-values.js'
import { usage } from '../options.js'
import { type Picture, pictureKind, writePicture } from '../picture.js'
import { type NamedPolicy, namedPolicy } from '../policies.js'
import { readScenario, type ScenarioOptions } from '../scenario-log.js'
import type { Terminal } from '../terminal.js'
import { version } from '../version.js'

export interface EvaluateOptions extends ScenarioOptions, EngineChoice, Pick<ExperimentOptions, 'objective'> {
  readonly compare: string
  readonly relativeTo: string
  readonly json?: true
  readonly csv?: string
  readonly plot?: string
  readonly report?: string
}

/** A strategy as its file has it. */
interface Found extends Judged {
  readonly path: string
}

export async function evaluateCommand(
  files: readonly string[],
  options: EvaluateOptions,
  terminal: Terminal,
  commandLine: string,
): Promise<void> {
  const picture = checkOutputs(options)
  // A slip of the pen is found before long logs are read.
  for (const objective of options.objective ?? []) compileObjective(objective)
  const { found, logs } = await sorted(files, options)
  const strategies = toldApart(found)
  const policies = await policiesOf(strategies, options)
  const baseline = (await namedPolicy(options.relativeTo)).name

  const grounds: Ground[] = []
  for (const path of logs.length === 0 ? [undefined] : logs) {
    grounds.push(await groundOf(path, policies, options, terminal))
  }
  const names = grounds.map(({ trace }) => trace.name)
  refuseTwice(names, 'two logs have the same name', 'logs')

  const objectives = objectivesOf(strategies, grounds, options)
  const values = await measuredValues(grounds, strategies, policies, objectives, options, terminal)
  const evaluation: Evaluation = {
    logs: grounds.map(({ trace }, k) => ({
      trace: trace.name,
      policies: policies.map(
        ({ name, text }): ComparedPolicy => ({ policy: name, objectives: values[k](text) }),
      ),
    })),
    objectives,
    baseline,
    strategies: strategies.map((strategy) => evaluatedStrategy(strategy, grounds, policies, values)),
  }
  const cross = crossTables(evaluation)
  const verdicts = grounds.map((_, k) =>
    strategies.map((strategy) => {
      const [cell] = cross.flatMap((table) => crossRow(table, strategy.name)?.cells[k] ?? [])
      return verdictOn(strategy, policies, values[k], cell?.beatsAnchors ?? null)
    }),
  )
  const notices = grounds.flatMap((ground) => strategies.flatMap((strategy) => noticesOn(strategy, ground)))
  for (const notice of notices) terminal.notice(`note: ${notice}`)

  if (options.csv !== undefined) await writeOutput(options.csv, [evaluationCsv(evaluation)])
  if (options.plot !== undefined && picture !== null) {
    await writePicture(options.plot, picture, await evaluationPlot(evaluation), terminal)
  }
  if (options.report !== undefined) {
    const { evaluationPage } = await import('../../../report/pages/evaluation.js')
    const page = evaluationPage({
      evaluation,
      strategies: strategies.map(({ name, artefact }) => [name, titleOf(artefact.strategy)]),
      verdicts: verdicts.map((on) => on.flatMap(verdictLines)),
      notices,
      digests: grounds.map(({ trace, dataset }) => [trace.name, dataset.digest]),
      provenance: { version: version(), command: commandLine },
    })
    await writeOutput(options.report, [page])
  }
  if (options.json) {
    const json = evaluationJson(evaluation, cross, grounds, strategies, policies, verdicts)
    terminal.print(JSON.stringify(json, null, 2))
  } else if (options.csv !== STANDARD_STREAM) {
    const { evaluationText } = await import('../../../report/evaluation-text.js')
    terminal.print(evaluationText(evaluation, terminal.style))
    const lines = verdicts.map((on) => on.flatMap(verdictLines))
    for (const [k, each] of lines.entries()) {
      if (each.length > 0)
        terminal.print(`\n${[`On ${names[k]}:`, ...each.map((line) => `  ${line}`)].join('\n')}`)
    }
  }
}

/** Of one log its changes under every objective; of several the cross tables. */
async function evaluationPlot(evaluation: Evaluation): Promise<string> {
  const { logs, objectives, baseline } = evaluation
  if (logs.length > 1) {
    const { crossPlot } = await import('../../../report/plots/cross.js')
    return crossPlot({ title: 'Learnt from, and applied to', tables: crossTables(evaluation) })
  }
  const { changePlot } = await import('../../../report/plots/strategy-change.js')
  const [{ trace, policies }] = logs
  return changePlot({ title: `Changes against ${baseline} on ${trace}`, policies, objectives, baseline })
}

function checkOutputs({ json, csv, plot }: EvaluateOptions): Picture | null {
  if (json && csv === STANDARD_STREAM) {
    throw usage('--csv', csv, 'a file', 'Standard output takes the JSON or the CSV, not both')
  }
  return plot === undefined ? null : pictureKind(plot, '--plot')
}

/** The files by what they hold. Standard input, which is read once, is the strategy where no file is one, else a log. */
async function sorted(files: readonly string[], { objective }: EvaluateOptions) {
  const found: Found[] = []
  const logs: string[] = []
  const known = new Set<string>()
  for (const path of files) if (await isStrategy(path)) known.add(path)
  const isOne = (path: string) => known.has(path) || (path === STANDARD_STREAM && known.size === 0)
  for (const path of files) {
    if (!isOne(path)) {
      logs.push(path)
      continue
    }
    const artefact = await loadStrategy(path)
    const { evidence } = artefact
    const judgedBy = objective?.[0] ?? evidence?.objective
    found.push({
      path,
      name: artefact.name,
      text: policyOf(artefact.strategy),
      artefact,
      constraints: (evidence?.constraints ?? []).map((text) => parseConstraint(text, 'constraints')),
      objective: judgedBy === undefined ? null : compileObjective(judgedBy).text,
    })
  }
  if (found.length === 0) {
    throw new QueuewrightError('usage', 'no strategy among the files', {
      field: 'files',
      value: files.join(', '),
      expected: 'a JSON document with "format": "queuewright-strategy", such as qw learn writes',
      remedy: 'Policies without a file are named by --compare; qw compare needs no strategy',
    })
  }
  return { found, logs }
}

/** Several that were learnt for one objective from one log have one name: with their files they have names of their own. */
function toldApart(found: readonly Found[]): readonly Judged[] {
  return found.map(({ path, ...strategy }) => {
    const alone = found.every((other) => other.path === path || other.name !== strategy.name)
    return alone ? strategy : { ...strategy, name: `${strategy.name} (${path})` }
  })
}

/** The strategies, the policies beside them and the baseline, each once. */
async function policiesOf(strategies: readonly Judged[], options: EvaluateOptions): Promise<NamedPolicy[]> {
  const beside: NamedPolicy[] = []
  for (const text of [...splitPolicies(options.compare), options.relativeTo]) {
    const policy = await namedPolicy(text)
    const isKnown = [...strategies, ...beside].some(
      (other) => other.name === policy.name && other.text === policy.text,
    )
    if (!isKnown) beside.push(policy)
  }
  for (const { name, text } of beside) {
    if (parsePolicy(text).algorithm === RECORDED) {
      throw new QueuewrightError('usage', 'what was recorded is no policy to simulate', {
        value: name,
        remedy: 'qw compare shows it beside policies',
      })
    }
  }
  const policies = [...strategies.map(({ name, text }) => ({ name, text })), ...beside]
  refuseTwice(
    policies.map(({ name }) => name),
    'two policies have the same name',
    'files',
  )
  return policies
}

function refuseTwice(names: readonly string[], what: string, field: string): void {
  const twice = names.find((name, k) => names.indexOf(name) !== k)
  if (twice === undefined) return
  throw new QueuewrightError('usage', what, {
    field,
    value: twice,
    remedy: 'Name each once; a strategy is called by "name" in its file, a log by the name of its file',
  })
}

async function groundOf(
  path: string | undefined,
  policies: readonly NamedPolicy[],
  options: EvaluateOptions,
  terminal: Terminal,
): Promise<Ground> {
  const parsed = policies.map(({ text }) => parsePolicy(text))
  // Nothing is drawn: no model of estimates is among the options.
  const { file, trace, dataset, scenario } = await readScenario(path, options, parsed, 0, terminal)
  // What cannot be simulated is told before anything is begun.
  const { jobs } = named(file, () => stageOf(scenario, dataset))
  const groups = [...new Set(jobs.group)].filter((group) => group > 0).sort((a, b) => a - b)
  return { trace, dataset, scenario, groups, jobs: jobs.length }
}

function objectivesOf(
  strategies: readonly Judged[],
  grounds: readonly Ground[],
  { objective = [] }: EvaluateOptions,
): ObjectiveInfo[] {
  const judged = objective.length > 0 ? objective : strategies.flatMap(({ objective: of }) => of ?? [])
  const groups = [...new Set(grounds.flatMap((ground) => ground.groups))].sort((a, b) => a - b)
  const usual = ['AWRT', ...groups.map((group) => `AWRT${group}`), 'UTIL', 'maxWait', 'AVEbsld']
  const texts = [...judged, ...usual].map((text) => compileObjective(text).text)
  return [...new Set(texts)].map((text) => compositeInfo(compileObjective(text)))
}

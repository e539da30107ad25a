/** Strategies on logs, beside other policies. */
import { QueuewrightError } from '../../core/errors.js'
import type { DataTable } from '../../core/exhibit.js'
import { type Given, settled } from '../../core/settings/index.js'
import { recordedLog, valuesBy } from '../../evaluation/recorded.js'
import { USUAL_BASELINE } from '../../evaluation/results/found-rows.js'
import type { ComparedPolicy } from '../../evaluation/results/ranking.js'
import { measuredObjectives } from '../../evaluation/searches/preferred.js'
import { elsewhere } from '../../preference/index.js'
import { crossRow, crossTables } from '../../report/cross.js'
import type { Evaluation } from '../../report/evaluation.js'
import { isStrategy, loadStrategy, STANDARD_STREAM } from '../../runtime/index.js'
import { isLabelAlone, type NamedObjective } from '../../sim/objectives/index.js'
import { compositeInfo, type ObjectiveInfo } from '../../sim/objectives/info.js'
import { parsePolicy, splitPolicies } from '../../sim/policy.js'
import type { Schedule } from '../../sim/schedule.js'
import { parseConstraint, policyOf } from '../../strategy/index.js'
import { type AskedObjectives, askedObjectives } from '../inputs/objectives.js'
import { type NamedPolicy, namedPolicy } from '../inputs/policies.js'
import { prepareLog, type ScenarioOptions } from '../inputs/prepare.js'
import { atOwnSite } from '../inputs/site-document.js'
import type { Ports } from '../ports.js'
import type { EngineChoice } from '../runs/investigate.js'
import {
  type Block,
  type Evaluated,
  evaluatedStrategy,
  type Judged,
  noticesOn,
  verdictOn,
} from './evaluated.js'
import { EVALUATING } from './experiment-settings.js'
import { measuredValues } from './measured-values.js'
import { usersTable } from './users.js'

export type EvaluateOptions = ScenarioOptions & EngineChoice & Given<typeof EVALUATING>

/** A strategy as its file has it. */
interface Found extends Judged {
  readonly path: string
}

/**
 * @param files of strategies and of logs; without a log the demonstration workload
 * @throws QueuewrightError `usage` where no file is a strategy or two are called the same; as `prepareLog`
 */
export async function evaluateStrategies(
  files: readonly string[],
  given: EvaluateOptions,
  ports: Ports,
): Promise<Evaluated> {
  // A slip of the pen is found before long logs are read.
  const { objective, compare, relativeTo: against } = settled(EVALUATING, given)
  const { options, own } = await atOwnSite(given)
  const relativeTo = against ?? own ?? USUAL_BASELINE
  const asked = await askedObjectives(objective)
  const { found, logs } = await sorted(files, asked)
  const strategies = toldApart(found)
  const policies = await policiesOf(strategies, [...splitPolicies(compare), relativeTo])
  const { name: baseline, text: baselineText } = await namedPolicy(relativeTo)

  const parts = [
    ...[
      ...asked.objectives,
      ...strategies.flatMap(({ objective: own }) => (own === null ? [] : asked.read(own))),
    ],
    ...strategies.flatMap(({ constraints }) => constraints.map((each) => each.objective)),
  ].flatMap((each) => each.parts)
  const blocks: Block[] = []
  for (const path of logs.length === 0 ? [undefined] : logs) {
    blocks.push(await blockOf(path, policies, parts, options, ports))
  }
  const names = blocks.map(({ trace }) => trace.name)
  refuseTwice(names, 'two logs have the same name', 'logs')

  const objectives = objectivesOf(strategies, blocks, asked)
  const values = await measuredValues(blocks, strategies, policies, objectives, asked.read, options, ports)
  const evaluation: Evaluation = {
    logs: blocks.map(({ trace }, k) => ({
      trace: trace.name,
      policies: policies.map(
        ({ name, text }): ComparedPolicy => ({ policy: name, objectives: values[k](text) }),
      ),
    })),
    objectives,
    baseline,
    strategies: strategies.map((strategy) => evaluatedStrategy(strategy, blocks, policies, values)),
  }
  const columns = objectives.map(({ name }) => name)
  const valuesOf = valuesBy(columns, measuredObjectives(columns.map(asked.read)))
  const recorded = await ports.blocking(() =>
    blocks.map((block) => recordedLog(block.trace.name, block, baselineText, valuesOf)),
  )
  const cross = crossTables(evaluation)
  const verdicts = blocks.map((_, k) =>
    strategies.map((strategy) => {
      const [cell] = cross.flatMap((table) => crossRow(table, strategy.name)?.cells[k] ?? [])
      return verdictOn(strategy, policies, values[k], cell?.beatsAnchors ?? null)
    }),
  )
  const notices = blocks.flatMap((block) => [
    ...asked.preferences.flatMap((preference) =>
      elsewhere(preference, [block.trace.digest, block.dataset.digest]),
    ),
    ...strategies.flatMap((strategy) => noticesOn(strategy, block)),
  ])
  for (const notice of notices) ports.note(notice)
  return { evaluation, cross, strategies, policies, blocks, recorded, verdicts, notices }
}

/**
 * Users and their groups on each log, with their mean waits under each policy; all are simulated here, as whoever
 * evaluates elsewhere keeps values and no schedules.
 */
export async function evaluatedUsers(
  { blocks, policies, evaluation }: Evaluated,
  ports: Ports,
): Promise<DataTable> {
  const bar = ports.steps('simulating for users', blocks.length * policies.length)
  const tables: DataTable[] = []
  try {
    for (const { stage, groups, trace } of blocks) {
      const runs: { readonly policy: string; readonly schedule: Schedule }[] = []
      for (const { name, text } of policies) {
        runs.push({ policy: name, schedule: await ports.blocking(() => stage.run(parsePolicy(text))) })
        bar.step(`${name} on ${trace.name}`)
      }
      const { columns, rows } = usersTable(stage, groups, runs, evaluation.baseline)
      tables.push({
        columns: ['trace', ...columns],
        rows: rows.map((cells) => [trace.name, ...cells]),
      })
    }
  } finally {
    bar.stop()
  }
  return { columns: tables[0].columns, rows: tables.flatMap(({ rows }) => rows) }
}

/** The files by what they hold. Standard input, which is read once, is the strategy where no file is one, else a log. */
async function sorted(files: readonly string[], { objectives: [asked], read }: AskedObjectives) {
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
    const judgedBy = asked ?? (evidence === null ? null : read(evidence.objective))
    found.push({
      path,
      name: artefact.name,
      text: policyOf(artefact.strategy),
      artefact,
      constraints: (evidence?.constraints ?? []).map((text) => parseConstraint(text, 'constraints', read)),
      objective: judgedBy === null || isLabelAlone(judgedBy) ? null : judgedBy.text,
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
async function policiesOf(strategies: readonly Judged[], written: readonly string[]): Promise<NamedPolicy[]> {
  const beside: NamedPolicy[] = []
  for (const text of written) {
    const policy = await namedPolicy(text)
    const isKnown = [...strategies, ...beside].some(
      (other) => other.name === policy.name && other.text === policy.text,
    )
    if (!isKnown) beside.push(policy)
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

async function blockOf(
  path: string | undefined,
  policies: readonly NamedPolicy[],
  parts: readonly NamedObjective[],
  options: EvaluateOptions,
  ports: Ports,
): Promise<Block> {
  const parsed = policies.map(({ text }) => parsePolicy(text))
  const { trace, groups, dataset, scenario, stage } = await prepareLog(
    path,
    parsed,
    options,
    ports,
    ['wait'],
    parts,
  )
  const { jobs } = stage
  const present = [...new Set(jobs.group)].filter((group) => group > 0).sort((a, b) => a - b)
  return { trace, dataset, scenario, groups, present, stage, jobs: jobs.length }
}

function objectivesOf(
  strategies: readonly Judged[],
  blocks: readonly Block[],
  { objectives: asked, read }: AskedObjectives,
): ObjectiveInfo[] {
  const named = asked.map(({ text }) => text)
  const judged = named.length > 0 ? named : strategies.flatMap(({ objective }) => objective ?? [])
  const groups = [...new Set(blocks.flatMap((block) => block.present))].sort((a, b) => a - b)
  const usual = ['AWRT', ...groups.map((group) => `AWRT${group}`), 'UTIL', 'maxWait', 'AVEbsld']
  const texts = [...judged, ...usual].map((text) => read(text).text)
  return [...new Set(texts)].map((text) => compositeInfo(read(text)))
}

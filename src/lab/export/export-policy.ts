/** A policy as files for a batch system; and what is lost on the way: with a log both are simulated, the second from the files. */
import { rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { QueuewrightError } from '../../core/errors.js'
import { type Expression, namesIn } from '../../core/expression/ast.js'
import { compileExpression } from '../../core/expression/compile.js'
import { type Given, settled } from '../../core/settings/index.js'
import {
  type Exported,
  JOB_NAMES,
  type LuaFacts,
  luaScript,
  multifactorFiles,
  type OrderForm,
  openPbs,
  orderForm,
  QOS_FILE,
  requireConf,
  requireJobForm,
  requireWeights,
  slurmSettings,
  type Target,
  withoutTime,
} from '../../deploy/index.js'
import { orderFields } from '../../evaluation/scenarios/scenario.js'
import { parseParameter } from '../../learn/index.js'
import type { ExportedPolicyReport } from '../../report/pages/exported-policy.js'
import { inputName, loadStrategy, makeFolderOf, readInput, writeOutput } from '../../runtime/index.js'
import { multifactorSettings, namedOrder, orderExpression } from '../../sim/orders/index.js'
import { type PolicyParts, policyParts, SLURM } from '../../sim/policy.js'
import { policyOf, type StrategyArtefact } from '../../strategy/index.js'
import { numbersByName, type PrioritySettings } from '../../trace/index.js'
import { comparePolicies } from '../experiments/compare.js'
import type { ExperimentOptions } from '../experiments/experiment.js'
import { named as nameOf, usage } from '../failures.js'
import type { LogSource } from '../inputs/log.js'
import { type NamedPolicy, namedPolicy, readPolicy, type WrittenPolicy } from '../inputs/policies.js'
import { type PreparedLog, prepareLog } from '../inputs/prepare.js'
import { tunePolicy } from '../investigations/tune.js'
import type { Ports } from '../ports.js'
import { freeFolder } from '../runs/folder.js'
import { asSubmitted, groupsByName, usersByGroup } from './groups.js'
import { EXPORTING } from './settings.js'

export type ExportOptions = ExperimentOptions & Given<typeof EXPORTING>

const USUAL_OBJECTIVE = 'AVEbsld'
/** Parameters of multifactor that are searched where weights are fitted, from 0 to this. */
const SEARCHED = { age: 10_000, size: 10_000, favorsmall: 1, relative: 1 }

/** Weights of what an order of the house does not go by. */
const UNUSED = ['fairshare=0', 'partition=0', 'qos=0']

/** Seconds since 1970 from which submit times count where they need not count from the log's begin: the begin of 2026. */
const EPOCH = 1_767_225_600
/** The time until which keys of jobs have factors of their own: ten years after. */
const END = EPOCH + 315_360_000

/**
 * @param source null: nothing is simulated
 * @returns what was written, with what it costs where there is a log
 * @throws QueuewrightError `not-exportable`; as `namedPolicy` and `comparePolicies`
 */
export async function exportPolicy(
  policy: WrittenPolicy,
  source: Exclude<LogSource, undefined> | null,
  options: ExportOptions,
  ports: Ports,
): Promise<ExportedPolicyReport> {
  const { to, out, fit } = settled(EXPORTING, options)
  const named = await namedPolicy(policy)
  const parts = partsOf(named, to)
  const sought = fit === null ? null : { candidates: fit, objective: await objectiveOf(policy, options) }
  if (sought !== null && (to !== 'slurm' || source === null)) {
    throw usage('--fit', String(fit), 'only with a log, and --to slurm')
  }
  // Weights that are searched need not say this order.
  const said = sought === null ? orderOf(parts.order, to) : null
  if (said !== null) requireExportable(to, said)
  const { slurmConf = null, ...rest } = options
  const conf = slurmConf === null ? null : await readConf(slurmConf)
  // What is written goes by more fields than the policy: the partition's tier, and the quality of service.
  const written = to === 'slurm' ? orderFields([await readPolicy('easy:multifactor')]) : []
  const policies = [await readPolicy(named.text)]
  const log = source === null ? null : await prepareLog(source, policies, rest, ports, written)
  const fitted = sought === null ? null : { ...sought, run: await freeFolder(out, 'fit') }
  const order = fitted !== null && log !== null ? await fittedOrder(fitted, log, rest, ports) : said
  if (order === null) throw new TypeError('there is neither an order nor a search for one')
  const exported = exportTo(to, order, conf, options, log)
  for (const { name, text } of exported.files) {
    const path = join(out, name)
    await makeFolderOf(path)
    await writeOutput(path, [text])
  }
  return {
    name: named.name,
    policy: named.text,
    target: to,
    exact: exported.exact && fitted === null && parts.backfill === null,
    fitted,
    notes: [...exported.notes, ...algorithmNotes(parts, to)],
    files: exported.files.map(({ name, purpose }) => ({ path: join(out, name), purpose })),
    effect:
      log === null
        ? null
        : await effectOf(
            fitted === null ? { named, algorithm: parts.algorithm } : bySlurm(parts),
            exported,
            out,
            log,
            rest,
            ports,
          ),
  }
}

/** A slurm.conf, whose faults are known before a long log is read. */
async function readConf(file: string): Promise<string> {
  const text = await readInput(file)
  nameOf(inputName(file), () => requireConf(text))
  return text
}

/** The objective that weights are searched for: what somebody says, else what the strategy was learnt for. */
async function objectiveOf(policy: WrittenPolicy, { objective = [] }: ExportOptions): Promise<string> {
  if (objective.length > 0) return objective[0]
  const artefact =
    typeof policy !== 'string' ? policy : policy.startsWith('@') ? await loadStrategy(policy.slice(1)) : null
  return artefact?.evidence?.objective ?? USUAL_OBJECTIVE
}

/** Weights with which Slurm's own schedulers do best by the objective, searched in a run of its own. */
async function fittedOrder(
  { candidates, objective, run }: NonNullable<ExportedPolicyReport['fitted']>,
  log: PreparedLog,
  options: Omit<ExperimentOptions, 'slurmConf'>,
  ports: Ports,
): Promise<ExportableOrder> {
  const { trace, groups, file, readSeconds: seconds } = log
  const parameters = Object.entries(SEARCHED).map(([name, most]) =>
    parseParameter(`${name}=0..${most}`, 'fit'),
  )
  const places = Object.keys(SEARCHED).map((name) => `${name}={${name}}`)
  try {
    await tunePolicy(
      [{ trace, groups, file, seconds }],
      { ...options, engine: 'threads', run },
      {
        template: `${SLURM}:multifactor(${[...places, ...UNUSED].join(', ')})`,
        ...{ parameters, evaluations: candidates, objective },
      },
      { ...ports, note: () => {} },
    )
  } catch (error) {
    // A search that did not begin has left nothing there.
    await rmdir(run).catch(() => {})
    throw error
  }
  const { strategy } = await loadStrategy(join(run, 'strategy.json'))
  return orderOf(policyParts(policyOf(strategy))?.order ?? '', 'slurm')
}

function partsOf({ name, text }: NamedPolicy, to: Target): PolicyParts {
  const parts = policyParts(text)
  if (text.trim() === SLURM) {
    throw new QueuewrightError('not-exportable', `${name} is what Slurm has already`, {
      value: SLURM,
      remedy: `Say the order that it is to go by, as ${to === 'openpbs' ? 'easy' : SLURM}:smallest`,
    })
  }
  if (parts !== null && parts.algorithm === SLURM && to === 'openpbs') {
    throw new QueuewrightError('not-exportable', `${name} goes by the schedulers of Slurm`, {
      value: SLURM,
      remedy: 'Export it --to slurm, or its order with another algorithm, as easy:saf in place of slurm:saf',
    })
  }
  if (parts !== null) return parts
  throw new QueuewrightError('not-exportable', `${name} has no order of its own`, {
    value: 'recorded starts, or rules',
    remedy: 'Export a policy of one order, such as easy:saf, or a greedy strategy',
  })
}

/** An order as an expression, or, of Slurm's own, as what slurm.conf says of it. */
type ExportableOrder = OrderForm | { readonly kind: 'multifactor'; readonly settings: PrioritySettings }

function orderOf(order: string, to: Target): ExportableOrder {
  const formula = orderExpression(order)
  if (formula !== null) return orderForm(formula)
  const named = namedOrder(order)
  const settings = named === null ? null : multifactorSettings(named)
  if (settings !== null && to === 'slurm') return { kind: 'multifactor', settings }
  throw new QueuewrightError('not-exportable', 'the order keeps accounts of what runs', {
    value: order,
    remedy:
      settings === null
        ? 'Slurm has fair shares of its own: --to slurm of easy:multifactor(fairshare=1000)'
        : '--to slurm',
  })
}

/** A refusal of what cannot be exported, before a long log is read. */
function requireExportable(to: Target, order: ExportableOrder): void {
  if (order.kind === 'multifactor') return
  if (to === 'openpbs') openPbs(order)
  if (to === 'slurm') requireWeights(order)
  if (to === 'lua') requireJobForm(order)
}

function exportTo(
  to: Target,
  order: ExportableOrder,
  conf: string | null,
  { machine }: ExportOptions,
  log: PreparedLog | null,
): Exported {
  if (order.kind === 'multifactor') return multifactorFiles(order.settings, conf)
  if (to === 'openpbs') return openPbs(order)
  if (to === 'slurm') {
    const processors = log?.scenario.machine ?? machine ?? null
    if (processors === null) {
      throw new QueuewrightError('machine-unknown', 'weights of the size need the size of the machine', {
        remedy: 'Name a log, or give --machine',
      })
    }
    const asksGroups = namesIn(order.key).includes('group')
    if (!asksGroups) return slurmSettings(order, { processors, conf })
    return slurmSettings(order, { processors, conf, groups: log === null ? new Map() : usersByGroup(log) })
  }
  if (log === null) {
    throw new QueuewrightError('usage', 'the script needs to know how large keys are', {
      field: 'LOG',
      expected: 'a log of the machine',
    })
  }
  return luaScript(order, { ...factsOf(log, order), conf })
}

function factsOf({ trace, stage }: PreparedLog, { key }: OrderForm): Omit<LuaFacts, 'conf'> {
  const epoch = epochOf(trace.clock.unixStart, trace.jobs.submit, key)
  const users = new Map<string, number>()
  for (const [name, [number]] of numbersByName(trace.header, 'User')) users.set(name, number)
  return {
    epoch,
    largestKey: Math.max(largestKey(key, stage.jobs, 0), largestKey(key, stage.jobs, END - epoch)),
    groups: namesIn(key).includes('group') ? groupsByName(trace) : new Map(),
    users,
  }
}

/** Where the submit time counts in proportion it may count from anywhere; else it counts from the log's begin. */
function epochOf(unixStart: number | null, submit: Float64Array, key: Expression): number {
  const isLinear = withoutTime(key, [['submit', null]]) !== null
  return unixStart === null || isLinear ? EPOCH : unixStart + Math.floor(submit[0] ?? 0)
}

/** @param submit of all jobs */
function largestKey(key: Expression, jobs: PreparedLog['stage']['jobs'], submit: number): number {
  const n = jobs.length
  const compiled = compileExpression(key, { variables: JOB_NAMES })
  const values = new Float64Array(n)
  const area = Float64Array.from(jobs.estimate, (seconds, job) => seconds * jobs.size[job])
  const columns = {
    submit,
    estimate: jobs.estimate,
    size: Float64Array.from(jobs.size),
    area,
    group: Float64Array.from(jobs.group),
    user: Float64Array.from(jobs.user),
  }
  compiled.evaluate(columns, n, values)
  return values.reduce((most, value) => (Number.isFinite(value) ? Math.max(most, Math.abs(value)) : most), 0)
}

function algorithmNotes({ algorithm, backfill }: PolicyParts, to: Target): readonly string[] {
  const notes: string[] = []
  if (backfill !== null) {
    notes.push('jobs that pass a reservation go by the order of the queue, not by one of their own')
  }
  const known: Readonly<Record<string, string>> = to === 'openpbs' ? PBS_SCHEDULERS : SCHEDULERS
  const note = known[algorithm]
  return note === undefined ? notes : [...notes, note]
}

/** The nearest to each algorithm; none for those that the batch system has itself. */
const SCHEDULERS = {
  head: 'head is SchedulerType=sched/builtin, which lets no job pass another',
  list: 'Slurm has no list scheduling: sched/backfill plans a start for every job that it looks at, so that long waits cannot grow without bound',
  easy: 'sched/backfill plans a start for every job that it looks at; with bf_max_job_test=1 it comes close to EASY',
  cons: 'cons is closest to SchedulerType=sched/backfill with its usual settings',
}
const PBS_SCHEDULERS = {
  head: 'head is strict_ordering: true without backfill (backfill_depth = 0)',
  list: 'list is strict_ordering: false',
  cons: 'cons is strict_ordering: true with a large backfill_depth',
}

/** The names in tables of the policy of the files. */
const AS: Readonly<Record<Target, string>> = {
  slurm: "as Slurm's weights",
  openpbs: "as OpenPBS's formula",
  lua: 'as site factors',
}

/** The order under the schedulers that follow weights which were searched, so that these are all that differs. */
function bySlurm({ order }: PolicyParts) {
  const text = `${SLURM}:${order}`
  return { named: { name: text, text }, algorithm: SLURM }
}

async function effectOf(
  { named: { name, text }, algorithm }: { readonly named: NamedPolicy; readonly algorithm: string },
  { target, order, files }: Exported,
  out: string,
  log: PreparedLog,
  options: Omit<ExperimentOptions, 'slurmConf'>,
  ports: Ports,
): Promise<NonNullable<ExportedPolicyReport['effect']>> {
  const written = target === 'slurm' ? `${algorithm}:${order}` : `${algorithm}:(${order})`
  const policies = [policyNamed(name, text), policyNamed(AS[target], written)]
  const conf = files.find(({ name: file }) => file === 'slurm.conf.new' || file === 'slurm.conf.lines')
  const asksGroups = files.some(({ name: each }) => each === QOS_FILE)
  const { groups, file, readSeconds: seconds } = log
  const trace = asksGroups ? asSubmitted(log.trace) : log.trace
  const { experiment, outcomes } = await comparePolicies(
    { trace, groups, file, seconds },
    {
      ...options,
      policies,
      ...(target === 'slurm' && conf !== undefined && { slurmConf: join(out, conf.name) }),
      ...(asksGroups && { slurmQos: join(out, QOS_FILE) }),
    },
    // Notices of the log were told when it was made ready.
    { ...ports, note: () => {} },
  )
  const [wanted, got] = outcomes
  const { start } = got.schedule
  const moved = wanted.schedule.start.reduce((count, time, job) => count + (time === start[job] ? 0 : 1), 0)
  return {
    trace: trace.name,
    jobs: start.length,
    moved,
    objectives: experiment.objectives,
    outcomes: [wanted, got].map(({ policy, objectives }) => ({ policy, objectives })),
  }
}

function policyNamed(name: string, policy: string): StrategyArtefact {
  return {
    format: 'queuewright-strategy',
    version: 1,
    name,
    strategy: { kind: 'policy', policy },
    evidence: null,
  }
}

/**
 * `slurm.conf`, or what `scontrol show config` and `scontrol show partition` print, as far as they say how jobs are
 * ordered (`lines.ts` has the grammar). Of a setting given twice the last value holds. What scontrol prints differs in that a
 * partition's pairs go on in indented lines.
 */
import { QueuewrightError } from '../../core/errors.js'
import { MOST_SECONDS } from '../limits.js'
import { includedFile, logicalLines, type Pair, pairsOf } from './lines.js'
import { parseSchedulerParameters, SCHEDULER_DEFAULTS, type SchedulerParameters } from './scheduler.js'
import {
  FOREVER,
  LARGEST_SHORT,
  LARGEST_WEIGHT,
  type PrioritySettings,
  RESET_PERIODS,
  SHORTEST_HALF_LIFE,
  SLURM_DEFAULTS,
} from './settings.js'
import { parseSlurmTime } from './times.js'
import { type ConfTotals, totalsIn } from './totals.js'
import { COUNTED_TRES, parseTotals, parseWeights, type Tres } from './tres.js'
import { notTaken, slurmNumber } from './values.js'

export interface PartitionPriority {
  /** PriorityJobFactor. */
  readonly jobFactor: number
  /** PriorityTier: jobs of a higher one go before all others. */
  readonly tier: number
}

/** The resources of a partition, and what they are charged as. */
export interface PartitionResources {
  /** The amount that it has of each, as scontrol says or its nodes have it; null where the text does not say. */
  readonly totals: Tres | null
  /** TRESBillingWeights; null: a core is charged as one. */
  readonly billing: Tres | null
}

export interface SlurmConf {
  /** Slurm's defaults where the text does not say. */
  readonly priority: PrioritySettings
  /** By name. */
  readonly partitions: ReadonlyMap<string, PartitionPriority>
  /** By name. */
  readonly resources: ReadonlyMap<string, PartitionResources>
  /** PriorityWeightTRES, by resource; empty where it has no weight. */
  readonly tresWeights: Tres
  /** Null where the text has no nodes. */
  readonly machine: ConfTotals['machine']
  /** Whether limits are enforced, so that usage is charged as a job ends (AccountingStorageEnforce). */
  readonly enforcesLimits: boolean
  /** Whether only the largest of the charges of a job's resources counts (PriorityFlags=MAX_TRES). */
  readonly chargesLargest: boolean
  readonly scheduler: SchedulerParameters
  /** The parts of the text that are not simulated, one sentence each. */
  readonly notices: readonly string[]
}

type Settings = { -readonly [Key in keyof PrioritySettings]: PrioritySettings[Key] }

interface Draft {
  readonly priority: Settings
  readonly partitions: Map<string, PartitionPriority>
  readonly resources: Map<string, PartitionResources>
  tresWeights: Tres
  enforcesLimits: boolean
  chargesLargest: boolean
  scheduler: SchedulerParameters
  readonly notices: Set<string>
  /** The values of the lines `PartitionName=DEFAULT`, for the partitions that follow. */
  usual: PartitionPriority
  usualBilling: Tres | null
  /** The partition that indented lines go on about. */
  current: string | null
}

/**
 * @throws QueuewrightError `input-document` where there is no setting at all, `line-value` for a value that Slurm
 * would not take, with its line
 */
export function parseSlurmConf(text: string): SlurmConf {
  const draft: Draft = {
    priority: { ...SLURM_DEFAULTS },
    partitions: new Map(),
    resources: new Map(),
    tresWeights: new Map(),
    enforcesLimits: false,
    chargesLargest: false,
    scheduler: SCHEDULER_DEFAULTS,
    notices: new Set(),
    usual: { jobFactor: 1, tier: 1 },
    usualBilling: null,
    current: null,
  }
  let any = false
  for (const line of logicalLines(text)) {
    const file = includedFile(line)
    if (file !== null) {
      any = true
      draft.notices.add(`line ${line.number}: the included file ${file} is not read`)
    }
    const pairs = pairsOf(line)
    any ||= pairs.length > 0
    if (!/^\s/.test(line.text)) draft.current = null
    if (pairs[0]?.key === 'partitionname') beginPartition(draft, pairs[0].value)
    for (const pair of pairs) read(draft, pair)
  }
  if (!any) {
    throw new QueuewrightError('input-document', 'no settings of Slurm', {
      expected: 'lines such as PriorityWeightAge=1000, of slurm.conf or scontrol show config',
    })
  }
  const { current: _, usual: __, usualBilling: ___, ...conf } = draft
  const { machine, partitions } = totalsIn(text)
  const resources = new Map(draft.resources)
  for (const [name, totals] of partitions) {
    const said = resources.get(name)
    resources.set(name, { totals: said?.totals ?? totals, billing: said?.billing ?? null })
  }
  return { ...conf, resources, machine, notices: [...draft.notices] }
}

function beginPartition(draft: Draft, name: string): void {
  draft.current = name
  if (isDefault(name) || draft.partitions.has(name)) return
  draft.partitions.set(name, draft.usual)
  if (draft.usualBilling !== null) draft.resources.set(name, { totals: null, billing: draft.usualBilling })
}

/** Whether a line is of the partitions that follow. */
function isDefault(name: string): boolean {
  return name.toUpperCase() === 'DEFAULT'
}

function read(draft: Draft, pair: Pair): void {
  if (Object.hasOwn(SETTINGS, pair.key) && pair.value !== '(null)') SETTINGS[pair.key](draft, pair)
  if (draft.current !== null) readPartition(draft, draft.current, pair)
}

function readPartition(draft: Draft, name: string, pair: Pair): void {
  if (pair.key === 'tresbillingweights' && isDefault(name)) draft.usualBilling = weightsOf(draft, pair)
  else if (pair.key === 'tresbillingweights' || pair.key === 'tres') {
    const known = draft.resources.get(name) ?? { totals: null, billing: null }
    const billing = pair.key === 'tresbillingweights'
    const change = billing ? { billing: weightsOf(draft, pair) } : { totals: parseTotals(pair.value).amounts }
    draft.resources.set(name, { ...known, ...change })
  }
  const value = () => wholeNumber(pair, 0, LARGEST_SHORT)
  const change: Partial<PartitionPriority> =
    pair.key === 'priorityjobfactor'
      ? { jobFactor: value() }
      : pair.key === 'prioritytier'
        ? { tier: value() }
        : pair.key === 'priority'
          ? { jobFactor: value(), tier: value() }
          : {}
  if (isDefault(name)) draft.usual = { ...draft.usual, ...change }
  else draft.partitions.set(name, { ...(draft.partitions.get(name) ?? draft.usual), ...change })
}

/** The effect of each setting, by its name in lower case. */
const SETTINGS: Readonly<Record<string, (draft: Draft, pair: Pair) => void>> = {
  priorityweightage: weight('age'),
  priorityweightfairshare: weight('fairshare'),
  priorityweightjobsize: weight('size'),
  priorityweightpartition: weight('partition'),
  priorityweightqos: weight('qos'),
  priorityweightassoc: weight('assoc'),
  accountingstorageenforce: (draft, { value }) => {
    draft.enforcesLimits = value.split(',').some((word) => /^(limits|safe|all)$/i.test(word.trim()))
  },
  schedulerparameters: (draft, { value, line }) => {
    const { parameters, notices } = parseSchedulerParameters(value)
    draft.scheduler = { ...draft.scheduler, ...parameters }
    for (const notice of notices) draft.notices.add(`line ${line}: SchedulerParameters: ${notice}`)
  },
  killwait: (draft, pair) => {
    draft.scheduler = { ...draft.scheduler, killWait: wholeNumber(pair, 0, LARGEST_SHORT) }
  },
  priorityweighttres: (draft, pair) => {
    draft.tresWeights = weightsOf(draft, pair) ?? new Map()
  },
  prioritysitefactorplugin: (draft) => {
    draft.notices.add('PrioritySiteFactorPlugin is not simulated and counts as 0')
  },
  prioritymaxage: ({ priority }, pair) => {
    priority.maxAge = timeOrForever(pair)
  },
  prioritydecayhalflife: ({ priority }, pair) => {
    priority.halfLife = timeOrForever(pair)
  },
  prioritycalcperiod: ({ priority }, pair) => {
    priority.period = time(pair, SHORTEST_HALF_LIFE)
  },
  priorityfavorsmall: ({ priority }, pair) => {
    priority.favorSmall = yesOrNo(pair)
  },
  fairsharedampeningfactor: ({ priority }, pair) => {
    priority.dampening = wholeNumber(pair, 1, LARGEST_SHORT)
  },
  priorityusageresetperiod: ({ priority }, pair) => {
    // NOW forgets what was used before the start: here that is nothing.
    const word = pair.value.toLowerCase() === 'now' ? 'none' : pair.value.toLowerCase()
    const period = RESET_PERIODS.find((each) => each === word)
    if (period === undefined) throw notTaken(pair, `NOW, ${RESET_PERIODS.join(', ').toUpperCase()}`)
    priority.reset = period
  },
  prioritytype: (draft, pair) => {
    if (/basic$/i.test(pair.value)) {
      draft.notices.add(`PriorityType=${pair.value} orders jobs by submit time alone, not by these weights`)
    }
  },
  priorityflags: readFlags,
}

/** Flags that change nothing of what is simulated. */
const HARMLESS_FLAGS = new Set(['CALCULATE_RUNNING', 'FAIR_TREE'])

/** Weights of resources; what logs do not count weighs nothing. Null where there are none. */
function weightsOf({ notices }: Draft, { key, value, line }: Pair): Tres | null {
  if (value === '(null)') return null
  const { amounts, unread } = parseWeights(value)
  for (const [name, each] of amounts) {
    if (each > 0 && !COUNTED_TRES.includes(name))
      notices.add(`line ${line}: ${key}: no log counts ${name}, which weighs nothing here`)
  }
  for (const item of unread)
    notices.add(`line ${line}: ${key}: ${item} is no weight of a resource, and left out`)
  return amounts.size === 0 ? null : amounts
}

function readFlags(draft: Draft, { value }: Pair): void {
  const { priority, notices } = draft
  const flags = new Set(
    value
      .split(',')
      .map((flag) => flag.trim().toUpperCase())
      .filter((flag) => flag !== ''),
  )
  const has = (flag: string) => flags.has(flag)
  draft.chargesLargest = has('MAX_TRES')
  priority.relativeToTime = has('SMALL_RELATIVE_TO_TIME')
  priority.fairTree = !has('NO_FAIR_TREE') && !has('DEPTH_OBLIVIOUS')
  priority.normalQos = !has('NO_NORMAL_QOS') && !has('NO_NORMAL_ALL')
  priority.normalPartition = !has('NO_NORMAL_PART') && !has('NO_NORMAL_ALL')
  priority.normalAssoc = !has('NO_NORMAL_ASSOC') && !has('NO_NORMAL_ALL')
  priority.normalTres = !has('NO_NORMAL_TRES') && !has('NO_NORMAL_ALL')
  if (has('DEPTH_OBLIVIOUS')) {
    notices.add('PriorityFlags=DEPTH_OBLIVIOUS is not simulated: the classic formula is taken')
  }
  if (has('ACCRUE_ALWAYS')) {
    notices.add(
      "PriorityFlags=ACCRUE_ALWAYS: waits count from the log's submit times, which after qw import sacct are Slurm's " +
        'only with --release submit',
    )
  }
  if (has('INCR_ONLY')) notices.add('PriorityFlags=INCR_ONLY is not simulated: priorities may fall')
  for (const flag of flags) {
    if (!HARMLESS_FLAGS.has(flag) && !KNOWN_FLAGS.has(flag)) {
      notices.add(`PriorityFlags=${flag} is not known and not simulated`)
    }
  }
}

const KNOWN_FLAGS = new Set([
  ...['SMALL_RELATIVE_TO_TIME', 'NO_FAIR_TREE', 'DEPTH_OBLIVIOUS', 'INCR_ONLY', 'ACCRUE_ALWAYS'],
  ...['NO_NORMAL_QOS', 'NO_NORMAL_PART', 'NO_NORMAL_ASSOC', 'NO_NORMAL_TRES', 'NO_NORMAL_ALL', 'MAX_TRES'],
])

function weight(
  name: 'age' | 'assoc' | 'fairshare' | 'size' | 'partition' | 'qos',
): (draft: Draft, pair: Pair) => void {
  return ({ priority }, pair) => {
    priority[name] = wholeNumber(pair, 0, LARGEST_WEIGHT)
  }
}

/** A number of 32 bits also in thousands of 1,024; `UNLIMITED` is the largest that there is. */
function wholeNumber(pair: Pair, least: number, most: number): number {
  const [, number, thousands] = /^(.*?)(k?)$/is.exec(pair.value) ?? []
  const value = UNLIMITED.test(pair.value)
    ? most
    : thousands === '' || most === LARGEST_SHORT
      ? slurmNumber(pair.value)
      : 1_024 * slurmNumber(number)
  if (value >= least && value <= most) return value
  throw notTaken(pair, `a whole number from ${least} to ${most}`)
}

const UNLIMITED = /^(unlimited|infinite)$/i

function timeOrForever(pair: Pair): number {
  const isForever = UNLIMITED.test(pair.value) || pair.value === '-1'
  return isForever ? FOREVER : Math.min(FOREVER, time(pair, 0))
}

function time(pair: Pair, least: number): number {
  const seconds = parseSlurmTime(pair.value)
  if (seconds !== null && seconds >= least && seconds <= MOST_SECONDS) return seconds
  throw notTaken(
    pair,
    `a time${least > 0 ? ' of a minute or more' : ''} such as 5 (minutes), 12:00:00 or 7-0`,
  )
}

function yesOrNo(pair: Pair): boolean {
  const word = pair.value.toLowerCase()
  if (['yes', 'up', 'true', '1'].includes(word)) return true
  if (['no', 'down', 'false', '0'].includes(word)) return false
  throw notTaken(pair, 'YES or NO')
}

/**
 * A market of domains, beside central ways of sharing on the same machines and jobs: what `qw market` does. Every pair of
 * functions and every kind of reservations is a market of its own.
 */
import { QueuewrightError } from '../../core/errors.js'
import { type Given, settled, type Values } from '../../core/settings/index.js'
import { sum } from '../../core/statistics.js'
import { GRID_FIELDS } from '../../evaluation/scenarios/grid-case.js'
import {
  type MarketCase,
  type MarketRules,
  type MarketRun,
  type MarketStage,
  marketStageOf,
} from '../../evaluation/scenarios/market-case.js'
import { type MarketFunctions, readMarketFunctions } from '../../learn/index.js'
import { inputName, readInput } from '../../runtime/index.js'
import {
  functionPlaces,
  type Gain,
  type GridMeasures,
  type GridPolicy,
  type GridSchedule,
  gainsOf,
  gridPolicy,
  jobClasses,
  MARKET_DOCUMENT,
  measureGrid,
  parseDescriptions,
  plainDomain,
  refusalOf,
  scheduleOf,
  submitsOf,
  validateMarket,
  type WrittenDomain,
} from '../../sites/index.js'
import { createTrace, type DropCounts, datasetOf, JobTableBuilder, type Trace } from '../../trace/index.js'
import type { DemoOptions } from '../../workload/demo.js'
import { GENERATED_CLOCK } from '../../workload/generated.js'
import { parseGrid } from '../../workload/transform/index.js'
import { optionNames, renamed, usage, withOptionName } from '../failures.js'
import type { LogOptions } from '../inputs/log.js'
import { readNamed } from '../inputs/written.js'
import type { Ports } from '../ports.js'
import { readLogs, refusalText, unlessRefused } from './grid.js'
import { MARKET_LAB_SETTINGS } from './market-settings.js'

export interface MarketOptions extends LogOptions, Given<typeof MARKET_LAB_SETTINGS> {
  /** Sizes of domains with one machine each, a published grid, or a file; absent: the machines of the logs. */
  readonly domains?: string
  /** A file of requests, resources and offers. */
  readonly requests?: string
  /** A file of learnt functions, which are a market beside the others. */
  readonly functions?: string
  readonly check?: true
}

/** One market: what it came to, and whom it is worth what. */
export interface MarketOutcome extends MarketRun {
  readonly rules: MarketRules
  readonly measures: GridMeasures
  /** Beside what each domain's users would have had alone; of the jobs that somebody took. */
  readonly gains: readonly Gain[]
  /** AWRT under each central way of sharing, of the same jobs. */
  readonly beside: readonly (number | null)[]
}

export interface CentralOutcome {
  readonly policy: GridPolicy
  readonly schedule: GridSchedule
  readonly measures: GridMeasures
}

/** AWRT of jobs of a class under the best market and the best central way of sharing. */
export interface ClassComparison {
  readonly name: string
  readonly jobs: number
  readonly market: number | null
  readonly central: number | null
}

export interface MarketComparison {
  readonly trace: Trace
  readonly file: string
  readonly domains: readonly WrittenDomain[]
  readonly stage: MarketStage
  readonly outcomes: readonly MarketOutcome[]
  readonly central: readonly CentralOutcome[]
  /** The best market and the best central way of sharing, by AWRT; null where there is no central one. */
  readonly best: { readonly market: number; readonly central: number } | null
  readonly classes: readonly ClassComparison[]
  /** Refusals of requests that are jobs themselves: why nobody made an offer. */
  readonly refused: readonly { readonly job: number; readonly name: string; readonly reason: string }[]
  readonly dropped: DropCounts
  readonly notices: readonly string[]
  readonly checked: boolean
}

/** @throws QueuewrightError for what cannot be read, does not fit together, or has no place */
export async function compareMarket(
  paths: readonly string[],
  options: MarketOptions,
  ports: Ports,
): Promise<MarketComparison> {
  try {
    return await compared(paths, options, settled(MARKET_LAB_SETTINGS, options), ports)
  } catch (error) {
    const names = optionNames(MARKET_LAB_SETTINGS)
    throw withOptionName(error, {
      ...names,
      machineFunction: names['machineFunctions'],
      utilityFunction: names['utilityFunctions'],
    })
  }
}

async function compared(
  paths: readonly string[],
  options: MarketOptions,
  settings: Values<typeof MARKET_LAB_SETTINGS>,
  ports: Ports,
): Promise<MarketComparison> {
  const prepared = await preparedMarket(paths, options, settings, ports)
  const { trace, file, stage, alone: requestsAlone } = prepared
  const notices = [...trace.notices, ...stage.notices]
  for (const notice of notices) ports.note(notice)
  const known = notices.length
  const pairs = settings.machineFunctions.flatMap((machineFunction) =>
    settings.utilityFunctions.map((utilityFunction) => ({ machineFunction, utilityFunction })),
  )
  const learnt = options.functions === undefined ? [] : [await learntFunctions(options.functions)]
  const rules = marketsOf([...pairs, ...learnt], settings)
  const central: CentralOutcome[] = []
  const outcomes: MarketOutcome[] = []
  const wanted = requestsAlone ? [] : settings.against
  const bar = ports.steps('simulating', rules.length + wanted.length)
  try {
    for (const kind of wanted) {
      const policy = gridPolicy(kind, { siteChoice: 'soonest', move: 0, overhead: settings.overhead })
      const leaves = (refusal: QueuewrightError) => {
        notices.push(`not set beside ${kind}: ${refusalText(refusal)}`)
      }
      const schedule = await ports.blocking(() =>
        inLog(file, () =>
          unlessRefused(options.against === undefined ? leaves : null, () => stage.central(policy)),
        ),
      )
      if (schedule !== null) central.push({ policy, schedule, measures: measureGrid(schedule) })
      bar.step(kind)
    }
    const alone = central.find(({ policy }) => policy.kind === 'local')?.schedule ?? null
    for (const each of rules) {
      const name = marketName(each)
      const leaves = (refusal: QueuewrightError) => {
        notices.push(`without ${name}: ${refusalText(refusal)}`)
      }
      const spared = options.reservations === undefined && each.reservations === 'move-up'
      const run = await ports.blocking(() =>
        inLog(file, () =>
          unlessRefused(spared ? leaves : null, () => stage.run(each, (share) => bar.part(name, share))),
        ),
      )
      if (run !== null && options.check) requireSound(stage, run, each)
      if (run !== null) outcomes.push(outcomeOf(run, each, alone, central))
      bar.step(name)
    }
  } finally {
    bar.stop()
  }
  for (const notice of notices.slice(known)) ports.note(notice)
  const best = bestOf(outcomes, central)
  const { domains } = prepared
  return {
    ...{ trace, file, domains, stage, outcomes, central, best, notices },
    classes: best === null ? [] : classesOf(outcomes[best.market], central[best.central].schedule),
    refused: requestsAlone ? outcomes.slice(0, 1).flatMap((outcome) => refusals(stage, outcome)) : [],
    dropped: trace.dropped,
    checked: options.check === true,
  }
}

/** The logs and domains, ready for any functions. */
export async function preparedMarket(
  paths: readonly string[],
  options: Pick<MarketOptions, 'domains' | 'requests' | 'arrivals'> & LogOptions,
  {
    arrivals,
    parts,
    align,
    estimates,
  }: Pick<Values<typeof MARKET_LAB_SETTINGS>, 'arrivals' | 'parts' | 'align' | 'estimates'>,
  ports: Ports,
) {
  if (arrivals === 'log' && paths.length < 2) {
    throw usage(
      '--arrivals',
      'log',
      'a log for each domain',
      'Name several logs, or deal the jobs of one out',
    )
  }
  const descriptions = options.requests === undefined ? '' : await readInput(options.requests)
  const requestsFile = options.requests === undefined ? '' : inputName(options.requests)
  const own = options.domains === undefined
  const named = own ? null : await readDomains(options.domains ?? '')
  const alone = paths.length === 0 && /^\s*REQUEST\b/m.test(descriptions)
  const { trace, file, machines } = alone
    ? { trace: requestedTrace(descriptions, requestsFile), file: requestsFile, machines: null }
    : await readLogs(paths, options, align, own, ports, demoFor(named?.domains ?? []))
  if (named === null && machines === null) {
    throw usage(
      ...(['--domains', 'nothing', 'sizes such as 2x128,64, a grid such as m128-4, or a file'] as const),
      'Name the domains, as in --domains 4x64',
    )
  }
  const domains = named?.domains ?? (machines ?? []).map(plainDomain)
  if (paths.length > 1 && domains.length !== paths.length && options.arrivals === undefined) {
    const expected = `one for each of ${paths.length} logs, or --arrivals turn`
    throw usage('--domains', `${domains.length} domains`, expected)
  }
  const dataset = datasetOf(trace, GRID_FIELDS)
  const market: MarketCase = {
    ...{
      data: dataset.digest,
      window: null,
      domains,
      ...(named?.functionsAt && { functionsAt: named.functionsAt }),
      descriptions,
      file: requestsFile,
      requestsAlone: alone,
    },
    arrivals: paths.length > 1 && options.arrivals === undefined ? 'log' : arrivals,
    parts: alone ? 'none' : parts,
    ...(estimates === 'user' ? {} : { estimates }),
  }
  const stage = inLog(file, () => marketStageOf(market, dataset))
  return { trace, file, domains, dataset, market, stage, alone }
}

/**
 * The demonstration workload of a market: one for a machine of all its nodes, as a queue that only grows tells nothing, and
 * takes long.
 */
function demoFor(domains: readonly WrittenDomain[]): DemoOptions {
  const nodes = domains.flatMap(({ machines }) => machines.map((machine) => machine.nodes))
  return { jobs: DEMO_JOBS, processors: Math.max(1, sum(nodes)) }
}

const DEMO_JOBS = 2_000

/** Runs `action`; its failures name the log, but for those of what stands in another file, and of options' formulas. */
function inLog<Result>(file: string, action: () => Result): Result {
  try {
    return action()
  } catch (error) {
    if (!(error instanceof QueuewrightError) || error.detail.file !== undefined) throw error
    throw error.kind === 'objective-undefined' ? error : renamed(file, error)
  }
}

/** Requests as jobs, numbered from 1; how wide and long they are is a matter of the machine. */
function requestedTrace(descriptions: string, file: string): Trace {
  const requests = parseDescriptions(descriptions, file).filter(({ kind }) => kind === 'REQUEST')
  const builder = new JobTableBuilder(requests.length)
  for (const [k, submit] of submitsOf(requests, file).entries())
    builder.addValues(k + 1, submit, 1, 1, 1, -1, 0)
  const { table: jobs } = builder.finish()
  return createTrace({
    ...{ name: file, processors: null, clock: GENERATED_CLOCK, jobs },
    ...{ fields: {}, header: [], dropped: {}, notices: [] },
  })
}

/** The number of markets that are asked for. */
export function marketCount(options: MarketOptions): number {
  const { machineFunctions, utilityFunctions, reservations } = settled(MARKET_LAB_SETTINGS, options)
  const learnt = options.functions === undefined ? 0 : 1
  return (machineFunctions.length * utilityFunctions.length + learnt) * reservations.length
}

/** Every market that was asked for. */
function marketsOf(
  pairs: readonly MarketFunctions[],
  settings: Values<typeof MARKET_LAB_SETTINGS>,
): readonly MarketRules[] {
  const { maxOffers, steps, overhead, latency, hops, timeToLive, budget, deadline } = settings
  return pairs.flatMap((functions) =>
    settings.reservations.map(
      (reservations): MarketRules => ({
        ...{ ...functions, reservations, maxOffers, steps, overhead, latency },
        ...{ hops, timeToLive, budget, deadline },
      }),
    ),
  )
}

/** The functions in a file that `qw learn market` has written. */
async function learntFunctions(path: string): Promise<MarketFunctions> {
  const { machineFunction, utilityFunction } = readMarketFunctions(await readInput(path), inputName(path))
  return { machineFunction, utilityFunction }
}

export function marketName({ machineFunction, utilityFunction, reservations }: MarketRules): string {
  return `market ${machineFunction}, ${utilityFunction}${reservations === 'fixed' ? '' : `, ${reservations}`}`
}

function outcomeOf(
  run: MarketRun,
  rules: MarketRules,
  alone: GridSchedule | null,
  central: readonly CentralOutcome[],
): MarketOutcome {
  const { schedule, rows } = run
  return {
    ...run,
    rules,
    measures: measureGrid(schedule),
    gains: gainsOf(schedule, alone === null ? null : scheduleOf(alone, rows)),
    beside: central.map((each) => measureGrid(scheduleOf(each.schedule, rows)).awrt),
  }
}

function bestOf(
  outcomes: readonly MarketOutcome[],
  central: readonly CentralOutcome[],
): MarketComparison['best'] {
  // Alone is no way of sharing, unless there is no other.
  const sharing = central.some(({ policy }) => policy.kind !== 'local')
  const awrt = (value: number | null) => value ?? Number.POSITIVE_INFINITY
  let best: MarketComparison['best'] = null
  for (const [market, { measures }] of outcomes.entries()) {
    if (best === null || awrt(measures.awrt) < awrt(outcomes[best.market].measures.awrt))
      best = { market, central: 0 }
  }
  if (best === null || central.length === 0) return null
  const candidates = [...central.keys()].filter((k) => !sharing || central[k].policy.kind !== 'local')
  const chosen = candidates.reduce((least, k) =>
    awrt(central[k].measures.awrt) < awrt(central[least].measures.awrt) ? k : least,
  )
  return { ...best, central: chosen }
}

function classesOf({ schedule, rows }: MarketOutcome, central: GridSchedule): readonly ClassComparison[] {
  const other = scheduleOf(central, rows)
  return jobClasses(other).map(({ name, has }) => ({
    name,
    jobs: schedule.jobs.id.reduce((sum, _, row) => sum + (has(row) ? 1 : 0), 0),
    market: measureGrid(schedule, has).awrt,
    central: measureGrid(other, has).awrt,
  }))
}

function refusals(
  { requests, domains, workload }: MarketStage,
  { all, requests: terms }: MarketOutcome,
): MarketComparison['refused'] {
  return all.flatMap((contract, row) => {
    if (contract !== null) return []
    const job = workload.jobs.id[row]
    const reason = refusalOf(workload.jobs, row, terms.get(row) ?? {}, domains)
    return [{ job, name: requests[job - 1]?.name ?? '', reason }]
  })
}

function requireSound(stage: MarketStage, run: MarketRun, rules: MarketRules): void {
  const { domains, agreed, workload } = stage
  const broken = validateMarket({
    ...{ jobs: workload.jobs, domains, agreed, settings: rules, requests: run.requests, contracts: run.all },
  })
  if (broken.length === 0) return
  const [first] = broken
  const times = broken.length > 1 ? ` (${broken.length} times)` : ''
  throw new QueuewrightError('check-failed', `a market breaks its rules${times}: ${first.message}`, {
    ...{ job: first.job, field: first.rule },
    remedy: 'Please report this: it is a defect of Queuewright',
  })
}

async function readDomains(text: string): Promise<Pick<MarketCase, 'domains' | 'functionsAt'>> {
  const found = await readNamed(text, '--domains', MARKET_DOCUMENT, parseGrid)
  if ('known' in found) return { domains: found.known.sites.map(plainDomain) }
  return { domains: found.value.domains, ...functionPlaces(found.value, found.file, found.lineOf) }
}

/** The comparison for other programs. */
export function marketJson({ trace, domains, stage, outcomes, central, ...rest }: MarketComparison) {
  const { best, classes, refused, dropped, notices } = rest
  return {
    ...{ trace: trace.name, digest: trace.digest, domains },
    ...{ jobs: stage.jobs, parts: stage.workload.jobs.length, dropped, notices },
    markets: outcomes.map(({ rules, measures, schedule, gains, beside }) => ({
      ...rules,
      ...measures,
      ...{ unplaced: stage.workload.jobs.length - schedule.jobs.length, gains, beside },
    })),
    central: central.map(({ policy, measures }) => ({ ...policy, ...measures })),
    ...{ best, classes, refused },
  }
}

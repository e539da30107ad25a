/** A published study's tables, computed from the data at hand; of one that searches for long, in a run. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { QueuewrightError } from '../../core/errors.js'
import { type Given, settled, type Values } from '../../core/settings/index.js'
import { dataFolder, dataVariable } from '../../runtime/data-folders.js'
import { readInput } from '../../runtime/index.js'
import type { RunEnd } from '../../runtime/runs/index.js'
import { version } from '../../runtime/version.js'
import { parseOrder } from '../../sim/orders/index.js'
import { ALGORITHM_NAMES, policyParts, RECORDED, splitPolicies } from '../../sim/policy.js'
import { isRun, requireStudy, STUDIES } from '../../study/reproduce/registry.js'
import { REPRODUCTION, type ReproductionSpec, reproductionJson } from '../../study/reproduce/reproduction.js'
import type {
  AnyStudy,
  FurtherOrder,
  PublishedStudy,
  RunStudy,
  RunStudyOptions,
  StudyFacts,
  StudyLog,
  StudyOptions,
  StudyText,
  StudyValue,
} from '../../study/reproduce/study.js'
import type { ReproducedFile } from '../../study/reproduce/tables.js'
import type { Trace } from '../../trace/index.js'
import { usage } from '../failures.js'
import { loadShown } from '../inputs/log.js'
import { namedPolicy } from '../inputs/policies.js'
import type { Ports } from '../ports.js'
import { type InvestigateOptions, investigate } from '../runs/investigate.js'
import { REPRODUCING } from './reproduce-settings.js'

export interface ReproduceOptions extends InvestigateOptions, Given<typeof REPRODUCING> {
  /** Folder of the data. */
  readonly data?: string
}

/** The values of a study, or the run that has them. */
export type Reproduced =
  | { readonly kind: 'run'; readonly run: RunEnd }
  | {
      readonly kind: 'values'
      readonly study: PublishedStudy
      readonly values: readonly StudyValue[]
      readonly asked: StudyOptions
      /** Files that were read, in the order of the study. */
      readonly files: readonly ReproducedFile[]
      readonly digests: ReadonlyMap<string, { readonly digest: string }>
    }

type Reproducing = Values<typeof REPRODUCING>

/** Draws where neither the user nor the study says how many. */
const USUAL_DRAWS = 5
const USUAL_ESTIMATES = 'beta'

/**
 * @param name of the study
 * @throws QueuewrightError `usage` for options that mean nothing to it; `input-unreadable` where its data is not there
 */
export async function reproduceStudy(
  name: string,
  options: ReproduceOptions,
  ports: Ports,
): Promise<Reproduced> {
  const study = requireStudy(name)
  const settings = settled(REPRODUCING, options)
  checkOptions(study, settings, options.run ?? undefined)
  const orders = await furtherOrders(settings.with)
  const logs = wantedLogs(study, settings.logs)
  const chosen = {
    methods: chosenOf('--methods', study, settings.methods, (each) => each.methods) ?? methodsOf(study),
    sources: chosenOf('--sources', study, settings.sources, (each) => each.sources) ?? [],
  }
  const traces = await loaded(study, logs, options.data, ports)
  const texts = await loadedTexts(study, options.data)
  if (isRun(study))
    return { kind: 'run', run: await runOf(study, logs, traces, chosen, settings, options, ports) }
  const { seed } = settings
  const draws = settings.draws ?? study.draws ?? USUAL_DRAWS
  const asked: StudyOptions = { draws, seed, orders }
  const { tasks, values } = study.begin(traces, asked, textsBy(texts))
  const bar = ports.steps(study.name, tasks.length)
  try {
    for (const { label, run } of tasks) {
      await ports.blocking(run)
      bar.step(label)
    }
  } finally {
    bar.stop()
  }
  const files = filesRead(logs, traces, texts)
  return { kind: 'values', study, values: values(), asked, files, digests: digestsOf(traces, texts) }
}

/** @param traces as read, of all `logs` */
async function runOf(
  study: RunStudy,
  logs: readonly StudyLog[],
  traces: ReadonlyMap<string, Trace>,
  chosen: Pick<RunStudyOptions, 'methods' | 'sources'>,
  settings: Reproducing,
  options: InvestigateOptions,
  ports: Ports,
): Promise<RunEnd> {
  const { seed, scaled, greedyBudget, unbounded } = settings
  const missingEstimates = settings.missingEstimates ?? USUAL_ESTIMATES
  const budget = settings.budget ?? study.usualBudget
  const how = { budget, scaled, missingEstimates, greedyBudget, unbounded }
  const asked: RunStudyOptions = { seed, ...how, ...chosen, version: version() }
  const { datasets, ...prepared } = await ports.blocking(() => study.prepare(traces, asked))
  const spec: ReproductionSpec = {
    ...asked,
    ...prepared,
    study: study.name,
    logs: logs.map(({ name, file, machine }) => ({
      ...{ name, file, machine },
      digest: traces.get(name)?.digest ?? '',
    })),
  }
  const request = { name: study.name, spec: reproductionJson(spec), seed, datasets }
  return investigate(REPRODUCTION, request, options, ports)
}

/** @throws QueuewrightError `usage` for an option that means nothing to the study */
function checkOptions(study: AnyStudy, settings: Reproducing, run: string | undefined): void {
  const { draws, budget, scaled, missingEstimates, greedyBudget, unbounded, with: further } = settings
  const names = (wanted: (study: AnyStudy) => boolean) =>
    STUDIES.filter(wanted)
      .map((each) => each.name)
      .join(', ')
  if (isRun(study) && draws !== null) {
    throw usage('--draws', String(draws), `a study other than ${names(isRun)}`, 'Vary --seed')
  }
  if (!isRun(study) && budget !== null) throw usage('--budget', String(budget), `only with ${names(isRun)}`)
  if (!isRun(study) && run !== undefined) throw usage('--run', run, `only with ${names(isRun)}`)
  const takesOrders = (each: AnyStudy) => !isRun(each) && each.takesOrders === true
  if (further !== null && !takesOrders(study)) {
    throw usage('--with', further, `only with ${names(takesOrders)}`)
  }
  const scales = (each: AnyStudy) => isRun(each) && each.scales
  if (scaled && !scales(study)) throw usage('--scaled', '', `only with ${names(scales)}`)
  const lacks = (each: AnyStudy) => isRun(each) && each.lacksEstimates === true
  if (missingEstimates !== null && !lacks(study)) {
    throw usage('--missing-estimates', missingEstimates, `only with ${names(lacks)}`)
  }
  const learnsGreedy = (each: AnyStudy) => isRun(each) && each.learnsGreedy === true
  if (greedyBudget !== null && !learnsGreedy(study)) {
    throw usage('--greedy-budget', String(greedyBudget), `only with ${names(learnsGreedy)}`)
  }
  const bounds = (each: AnyStudy) => isRun(each) && each.bounds === true
  if (unbounded && !bounds(study)) throw usage('--unbounded', '', `only with ${names(bounds)}`)
}

/**
 * Orders, as they are or of policies; which algorithm they go with says the study.
 * @throws QueuewrightError as `namedPolicy`, `policyParts` and `parseOrder`; `usage` for `recorded`
 */
async function furtherOrders(list: string | null): Promise<readonly FurtherOrder[]> {
  const orders: FurtherOrder[] = []
  for (const written of list === null ? [] : splitPolicies(list)) {
    const { name, text } = await namedPolicy(written)
    const isPolicy = text.includes(':') || [...ALGORITHM_NAMES, RECORDED].some((word) => word === text)
    const order = isPolicy ? policyParts(text)?.order : text
    if (order === undefined) throw usage('--with', text, 'orders of the queue, or policies that have one')
    parseOrder(order)
    orders.push({ name: name === text ? order : name, order })
  }
  return orders
}

function wantedLogs(study: StudyFacts, list: string | null): readonly StudyLog[] {
  if (list === null) return study.logs
  const known = [...new Set(study.logs.map(choice))]
  if (known.length === 0) throw usage('--logs', list, `nothing, as ${study.name} needs no logs`)
  const names = namesIn('--logs', list, known)
  return study.logs.filter((log) => names.includes(choice(log)))
}

/** All methods; none of a study that has none to choose from. */
function methodsOf(study: AnyStudy): readonly string[] {
  return (isRun(study) ? study.methods : undefined) ?? []
}

/**
 * Those of the choices that a study has which a list names; null where there is no list.
 * @throws QueuewrightError `usage` where the study has nothing to choose from, or not what is named
 */
function chosenOf(
  option: string,
  study: AnyStudy,
  list: string | null,
  of: (study: RunStudy) => readonly string[] | undefined,
): readonly string[] | null {
  if (list === null) return null
  const knownTo = (each: AnyStudy) => (isRun(each) ? of(each) : undefined)
  const known = knownTo(study)
  if (known === undefined) {
    const others = STUDIES.filter((each) => knownTo(each) !== undefined)
    throw usage(option, list, `only with ${others.map(({ name }) => name).join(', ')}`)
  }
  const names = namesIn(option, list, known)
  return known.filter((name) => names.includes(name))
}

/** @throws QueuewrightError `usage` for one that is not known */
function namesIn(option: string, list: string, known: readonly string[]): readonly string[] {
  const names = list.split(',').map((name) => name.trim())
  if (names.some((name) => !known.includes(name))) throw usage(option, list, `some of ${known.join(', ')}`)
  return names
}

/** The name that `--logs` has for it. */
function choice({ name, log }: StudyLog): string {
  return log ?? name
}

function folderOf({ kind = 'traces' }: StudyText, data: string | undefined): string {
  return data ?? dataFolder(kind)
}

async function loaded(
  study: StudyFacts,
  logs: readonly StudyLog[],
  data: string | undefined,
  ports: Ports,
): Promise<ReadonlyMap<string, Trace>> {
  const at = (log: StudyLog) => join(folderOf(log, data), log.file)
  const absent = logs.filter((log) => !existsSync(at(log)))
  const needed = absent.filter(({ optional }) => optional !== true)
  const none = study.texts === undefined && logs.length > 0 && absent.length === logs.length
  if (needed.length > 0 || none) throw absentError(study, needed.length > 0 ? needed : absent, data)
  for (const { name, file } of absent) ports.note(`left out, ${name}: there is no ${file}`)
  const traces = new Map<string, Trace>()
  for (const log of logs) {
    if (absent.includes(log)) continue
    traces.set(log.name, await loadShown(at(log), { size: log.size, fields: study.fields }, ports))
  }
  return traces
}

/** A file that is no log, as it was read. */
interface ReadText extends StudyText {
  readonly text: string
  /** SHA-256 in hexadecimal. */
  readonly digest: string
}

async function loadedTexts(study: StudyFacts, data: string | undefined): Promise<readonly ReadText[]> {
  const { texts = [] } = study
  const at = (text: StudyText) => join(folderOf(text, data), text.file)
  const absent = texts.filter((text) => !existsSync(at(text)))
  if (absent.length > 0) throw absentError(study, absent, data)
  const read: ReadText[] = []
  for (const each of texts) {
    const text = await readInput(at(each))
    read.push({ ...each, text, digest: createHash('sha256').update(text).digest('hex') })
  }
  return read
}

function textsBy(texts: readonly ReadText[]): ReadonlyMap<string, string> {
  return new Map(texts.map(({ name, text }) => [name, text]))
}

function digestsOf(
  traces: ReadonlyMap<string, Trace>,
  texts: readonly ReadText[],
): ReadonlyMap<string, { readonly digest: string }> {
  return new Map<string, { readonly digest: string }>([
    ...traces,
    ...texts.map((each) => [each.name, each] as const),
  ])
}

/** The printed lines about the data, in the order of the study. */
function filesRead(
  logs: readonly StudyLog[],
  traces: ReadonlyMap<string, Trace>,
  texts: readonly ReadText[],
): readonly ReproducedFile[] {
  const read = logs.flatMap(({ name, file, machine }) => {
    const digest = traces.get(name)?.digest
    return digest === undefined ? [] : [{ name, file, machine, digest }]
  })
  return [...read, ...texts.map(({ name, file, digest }) => ({ name, file, machine: null, digest }))]
}

function absentError(
  study: StudyFacts,
  absent: readonly StudyText[],
  data: string | undefined,
): QueuewrightError {
  const [first] = absent
  const variable = dataVariable(first.kind ?? 'traces')
  const what = study.texts?.includes(first) ? 'files' : first.kind === 'reference' ? 'schedules' : 'logs'
  return new QueuewrightError('input-unreadable', `${what} of the study ${study.name} are absent`, {
    file: folderOf(first, data),
    expected: absent.map(({ name, file }) => `${name} as ${file}`).join(', '),
    remedy: `${study.origin}; name their folder with --data or ${variable}, or choose with --logs`,
  })
}

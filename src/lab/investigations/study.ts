/** Study files: reading one and the logs that it names, planning the study, and running it. */
import { basename, dirname, isAbsolute, join } from 'node:path'
import { type Codec, isObject, member } from '../../core/codec.js'
import { QueuewrightError } from '../../core/errors.js'
import type { GroupedLog } from '../../evaluation/group-legend.js'
import { resultParquet } from '../../report/formats/parquet.js'
import { inputName, openInput, STANDARD_STREAM } from '../../runtime/index.js'
import type { RunEnd } from '../../runtime/runs/index.js'
import { version } from '../../runtime/version.js'
import { atLog } from '../../sim/facility/index.js'
import { type ParsedPolicy, parsePolicy } from '../../sim/policy.js'
import {
  functionPlaces,
  GRID_DOCUMENT,
  MARKET_DOCUMENT,
  readClusters,
  type WrittenGrid,
  type WrittenMarket,
} from '../../sites/index.js'
import {
  checkExtent,
  leftOutLine,
  type MachineRule,
  parseStudyFile,
  planStudy,
  recordedIn,
  type SeveralContent,
  type SeveralRule,
  STUDY,
  type StudiedLog,
  type StudyDesign,
  type StudyPlan,
  type StudySpec,
  studyFields,
  studyJson,
  type TraceSource,
  withOwnBaseline,
} from '../../study/factorial/index.js'
import { groupingOf, type LogField, readingOf, traceWith } from '../../trace/index.js'
import { demoTrace } from '../../workload/demo.js'
import { lublinTrace } from '../../workload/lublin/index.js'
import { namedNumbers } from '../inputs/class-names.js'
import { withGroupFile } from '../inputs/group-file.js'
import { narrowed, onMachine, readLog } from '../inputs/log.js'
import { askedObjectives } from '../inputs/objectives.js'
import { readingFor } from '../inputs/prepare.js'
import { readSalt, readSite, type SiteOptions } from '../inputs/site.js'
import { listsIn, numbersIn, readSiteDocument, secondOf, strangersIn } from '../inputs/site-document.js'
import { readPlaced, readWritten } from '../inputs/written.js'
import type { Ports } from '../ports.js'
import { type InvestigateOptions, investigate } from '../runs/investigate.js'
import { withPolicies } from '../sites/grid.js'

/** Bytes of a file beyond which it is no study file. */
const LARGEST_FILE = 4_000_000

/** Reads the study file at `path` and its logs, whose paths count from the folder of the file. */
export async function planStudyFile(path: string, ports: Ports): Promise<StudyPlan> {
  const file = inputName(path)
  const written = parseStudyFile(await readText(path), file, usualName(path))
  named(file, () => checkExtent(written))
  const folder = path === STANDARD_STREAM ? '.' : dirname(path)
  const design = withOwnBaseline(await withMachines(await withPreferences(written, folder), folder, ports))
  const fields = [...studyFields(design), 'wait' as const]
  const policies = design.ways === undefined ? design.policies.map(parsePolicy) : []
  const logs: StudiedLog[] = []
  for (const source of design.traces) {
    const log = await loaded(source, { ...design, folder, file }, fields, policies, ports)
    if (logs.some(({ name }) => name === log.name)) {
      throw new QueuewrightError('study-file', 'two traces have the same name', {
        file,
        line: source.line,
        value: log.name,
        remedy: 'Give one of them another with name:',
      })
    }
    logs.push(log)
  }
  return named(file, () => planStudy(design, logs, version()))
}

/** Labels in place of the files of preferences. */
async function withPreferences(design: StudyDesign, folder: string): Promise<StudyDesign> {
  const files = design.objectives.filter((text) => text.startsWith('@'))
  if (files.length === 0) return design
  const { objectives, preferences } = await askedObjectives(
    files.map((text) => `@${placed(text.slice(1), folder)}`),
  )
  const label = new Map(files.map((text, k) => [text, objectives[k].text]))
  const texts = design.objectives.map((text) => label.get(text) ?? text)
  const { split } = design
  const choose = split?.choose.map((text) => texts[design.objectives.indexOf(text)]) ?? []
  return { ...design, objectives: texts, preferences, split: split === null ? null : { ...split, choose } }
}

/** Sites, domains and clusters in place of the files that say what they are. */
async function withMachines(design: StudyDesign, folder: string, ports: Ports): Promise<StudyDesign> {
  const machines: MachineRule[] = []
  for (const rule of design.machines) {
    if (rule.kind === 'site') machines.push(await siteAt(rule, folder, ports))
    else if (rule.kind !== 'several' || rule.content !== null) machines.push(rule)
    else machines.push({ ...rule, content: await severalAt(placed(rule.from, folder), rule.of) })
  }
  return { ...design, machines }
}

async function siteAt(rule: SiteRule, folder: string, ports: Ports): Promise<SiteRule> {
  const document = await readSiteDocument({ site: placed(rule.from, folder) })
  for (const notice of document?.notices ?? []) ports.note(`${rule.from}: ${notice}`)
  return { ...rule, document }
}

async function severalAt(path: string, of: SeveralRule['of']): Promise<SeveralContent> {
  if (of === 'clusters') {
    return { kind: 'clusters', system: await readWritten(path, { decode: readClusters }) }
  }
  const { value, file, lineOf } = await readPlaced(path, SITES_OR_DOMAINS)
  return 'domains' in value
    ? { kind: 'domains', domains: value.domains, ...functionPlaces(value, file, lineOf) }
    : { kind: 'sites', sites: await withPolicies(value.sites, undefined) }
}

/** The document of a market says that it is one; any other has to be that of a grid. */
const SITES_OR_DOMAINS: Pick<Codec<WrittenGrid | WrittenMarket>, 'decode'> = {
  decode: (value, at) =>
    (isObject(value) && member(value, 'format') === 'queuewright-market'
      ? MARKET_DOCUMENT
      : GRID_DOCUMENT
    ).decode(value, at),
}

type SiteRule = Extract<MachineRule, { readonly kind: 'site' }>

function named<Result>(file: string, action: () => Result): Result {
  try {
    return action()
  } catch (error) {
    throw error instanceof QueuewrightError && error.detail.file === undefined ? error.with({ file }) : error
  }
}

async function readText(path: string): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of openInput(path)) {
    bytes += chunk.length
    if (bytes > LARGEST_FILE) {
      throw new QueuewrightError('study-file', 'this file is too large for a study file', {
        file: inputName(path),
        expected: `at most ${LARGEST_FILE} bytes`,
        remedy: 'Logs are named in a study file, and not a part of it',
      })
    }
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** The name of the file without its ending, as far as a name may have it. */
function usualName(path: string): string {
  if (path === STANDARD_STREAM) return 'study'
  const name = basename(path).replace(/(?<=.)\.ya?ml$/i, '')
  return name.replace(/[^\p{L}\p{N} ._+-]/gu, '-').replace(/^[^\p{L}\p{N}]+/u, '') || 'study'
}

async function loaded(
  source: TraceSource,
  {
    folder,
    file,
    machines,
    rules,
  }: Pick<StudyDesign, 'machines' | 'rules'> & { readonly folder: string; readonly file: string },
  fields: readonly LogField[],
  policies: readonly ParsedPolicy[],
  ports: Ports,
): Promise<StudiedLog> {
  const { line } = source
  try {
    const reading = await withGroupFile(source.reading, (path) => placed(path, folder))
    const isFed = rules.some(({ feedback }) => feedback !== undefined)
    const { trace, groups } = await logOf(
      { ...source, reading: isFed ? reading : readingFor(policies, reading) },
      folder,
      fields,
      ports,
    )
    const name = source.name ?? trace.name
    const files = inFolder(source.site, folder)
    const documents = machines.flatMap((each) => (each.kind === 'site' ? (each.document ?? []) : []))
    const [document] = documents
    const { site, notices } = await readSite(
      { ...files, ...(document && { site: document }) },
      policies,
      trace,
    )
    const salt = await readSalt(files)
    const strangers = documents.flatMap(({ facility }) => strangersIn(facility, trace, salt))
    return {
      ...{ name, trace: onMachine(trace, reading), grouping: groupingOf(readingOf(reading)), groups, site },
      siteNotices: [...notices, ...new Set(strangers)],
      namesAt: (asked) => namedNumbers(asked, trace, salt),
      facilityAt: (facility) => atLog(facility, numbersIn(trace, salt), secondOf(trace), listsIn(trace)),
    }
  } catch (error) {
    if (!(error instanceof QueuewrightError)) throw error
    if (error.kind !== 'usage') {
      const { remedy } = error.detail
      throw error.with({
        remedy: `${remedy === undefined ? '' : `${remedy}. `}It is named in ${file}:${line}`,
      })
    }
    // Options of the log are keys of the study file here.
    const { cause: _, field, ...detail } = error.detail
    throw new QueuewrightError('study-file', error.what, {
      ...detail,
      file,
      line,
      ...(field !== undefined && { field: field.replace(/^--/, '') }),
    })
  }
}

async function logOf(
  { from, reading }: TraceSource,
  folder: string,
  fields: readonly LogField[],
  ports: Ports,
): Promise<GroupedLog> {
  if (from.kind === 'log') {
    return readLog(placed(from.path, folder), reading, fields, ports)
  }
  const made = await ports.blocking(() =>
    from.kind === 'demo' ? demoTrace(from.options) : lublinTrace(from.options),
  )
  // That a log is made up goes without saying where the file asks for one.
  return narrowed(traceWith(made, { notices: [] }), reading, made.name)
}

/** The files of a site, whose paths count from the folder of the study file. */
function inFolder(files: SiteOptions, folder: string): SiteOptions {
  const paths = Object.entries(files).filter(([, path]) => typeof path === 'string')
  return Object.fromEntries(paths.map(([option, path]) => [option, placed(String(path), folder)]))
}

function placed(path: string, folder: string): string {
  return isAbsolute(path) ? path : join(folder, path)
}

/**
 * @param path of the study file
 * @throws QueuewrightError as `planStudyFile` and `investigate`
 */
export async function runStudy(
  plan: StudyPlan,
  path: string,
  options: InvestigateOptions,
  ports: Ports,
): Promise<RunEnd> {
  const { spec, datasets } = plan
  // Whoever asks for Parquet without its package is to hear of it before the work, not after.
  if (spec.output.includes('parquet')) await resultParquet({ keys: [], rows: [] })
  for (const notice of spec.notices) ports.note(notice)
  for (const item of spec.leftOut) ports.note(`left out: ${leftOutLine(item)}`)
  const recorded = await ports.blocking(() => recordedIn(plan))
  const asked = recorded.length === 0 ? spec : { ...spec, recorded }
  const request = { name: spec.name, spec: studyJson(asked), seed: spec.seed, datasets, groups: plan.groups }
  try {
    return await investigate(STUDY, request, options, ports)
  } catch (error) {
    throw inStudyFile(error, spec, inputName(path))
  }
}

/** A formula that has no value, of a policy of the study, is a fault of its file. */
function inStudyFile(error: unknown, { ways = [] }: StudySpec, file: string): unknown {
  if (!(error instanceof QueuewrightError) || error.kind !== 'objective-undefined') return error
  const { file: known, value } = error.detail
  const k = ways.findIndex(
    (way) =>
      way.kind === 'market' && (way.rules.machineFunction === value || way.rules.utilityFunction === value),
  )
  return known !== undefined || k < 0 ? error : error.with({ file, field: `policies[${k}]` })
}

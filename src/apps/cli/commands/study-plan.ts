/** What the commands on study files share: reading the file and the logs that it names, and planning the study. */
import { basename, dirname, isAbsolute, join } from 'node:path'
import { QueuewrightError } from '../../../core/errors.js'
import { grouping, narrowed, onMachine, readLog } from '../../../lab/log.js'
import { inputName, openInput, STANDARD_STREAM } from '../../../runtime/index.js'
import { version } from '../../../runtime/version.js'
import {
  parseStudyFile,
  planStudy,
  type StudiedLog,
  type StudyDesign,
  type StudyPlan,
  studyFields,
  type TraceSource,
} from '../../../study/factorial/index.js'
import { type SwfField, type Trace, traceWith } from '../../../trace/index.js'
import { demoTrace } from '../../../workload/demo.js'
import { lublinTrace } from '../../../workload/lublin/index.js'
import type { Terminal } from '../terminal.js'

/** Bytes of a file beyond which it is no study file. */
const LARGEST_FILE = 4_000_000

/** Reads the study file at `path` and its logs, whose paths count from the folder of the file. */
export async function planOf(path: string, terminal: Terminal): Promise<StudyPlan> {
  const file = inputName(path)
  const design = parseStudyFile(await readText(path), file, usualName(path))
  const folder = path === STANDARD_STREAM ? '.' : dirname(path)
  const fields = studyFields(design)
  const logs: StudiedLog[] = []
  for (const source of design.traces) {
    const log = await loaded(source, folder, file, fields, terminal)
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
  return planned(design, logs, file)
}

function planned(design: StudyDesign, logs: readonly StudiedLog[], file: string): StudyPlan {
  try {
    return planStudy(design, logs, version())
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
  folder: string,
  file: string,
  fields: readonly SwfField[],
  terminal: Terminal,
): Promise<StudiedLog> {
  const { reading, line } = source
  try {
    const trace = await traceOf(source, folder, fields, terminal)
    const name = source.name ?? trace.name
    return { name, trace: onMachine(trace, reading), grouping: grouping(reading) }
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

async function traceOf(
  { from, reading }: TraceSource,
  folder: string,
  fields: readonly SwfField[],
  terminal: Terminal,
): Promise<Trace> {
  if (from.kind === 'log') {
    const path = isAbsolute(from.path) ? from.path : join(folder, from.path)
    return (await readLog(path, reading, fields, terminal)).trace
  }
  const made = await terminal.blocking(() =>
    from.kind === 'demo' ? demoTrace(from.options) : lublinTrace(from.options),
  )
  // That a log is made up goes without saying where the file asks for one.
  return narrowed(traceWith(made, { notices: [] }), reading, made.name).trace
}

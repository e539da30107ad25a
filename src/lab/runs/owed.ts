/**
 * Files that a command was asked for beside the folder of its run: they stand in the folder until they are written, so that whoever
 * goes on with the run writes them too.
 */
import { resolve } from 'node:path'
import { type Decoded, object, optional, record, text } from '../../core/codec.js'
import { readDocument } from '../../core/documents.js'
import { QueuewrightError } from '../../core/errors.js'
import type { Json } from '../../core/json.js'
import { STANDARD_STREAM } from '../../runtime/index.js'
import { owedBy } from '../../runtime/runs/index.js'
import type { Ports } from '../ports.js'

/** The options that name such files. */
export const OWED_OPTIONS = ['report', 'csv', 'gantt'] as const
type OwedOption = (typeof OWED_OPTIONS)[number]

/** Names of files by the options that ask for them. */
export type OwedFiles = { readonly [Option in OwedOption]?: string | undefined }

export interface AskedFiles {
  readonly files: OwedFiles
  /** The words of the command, for the files that say them. */
  readonly command?: string | undefined
}

const OWED = object({ kind: text, command: optional(text), files: record(text) })

export type Owed = Decoded<typeof OWED> & AskedFiles

/**
 * The line that a run's folder keeps of the files that are asked for; undefined where there are none. Standard output is the command's own.
 * @param kind of the investigation
 */
export function owedJson(kind: string, { files, command }: AskedFiles): Json | undefined {
  const named = OWED_OPTIONS.flatMap((option) => {
    const file = files[option]
    return file === undefined || file === STANDARD_STREAM ? [] : [[option, resolve(file)]]
  })
  if (named.length === 0) return undefined
  return OWED.encode({
    kind,
    ...(command === undefined ? {} : { command }),
    files: Object.fromEntries(named),
  })
}

/** The files that are still to be written of a run; null where none are, or where nobody can read any longer which, as `ports` is told. */
export async function owedOf(folder: string, ports: Ports): Promise<Owed | null> {
  const content = await owedBy(folder)
  if (content === null) return null
  try {
    return readDocument(OWED, content, `${folder}/owed.json`)
  } catch (error) {
    if (!(error instanceof QueuewrightError)) throw error
    ports.note(`which files were asked for beside the run is not known any longer: ${error.message}`)
    return null
  }
}

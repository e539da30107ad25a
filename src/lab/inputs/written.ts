/** Documents that owners write, in YAML or JSON by the ending of their file, plain or gzip. */
import type { Codec } from '../../core/codec.js'
import { isDocumentName, readDocument } from '../../core/documents.js'
import { QueuewrightError } from '../../core/errors.js'
import { fieldOf, type Path, Place } from '../../core/place.js'
import { exists, inputName, readInput } from '../../runtime/index.js'
import { renamed } from '../failures.js'

export interface Written<Value> {
  readonly value: Value
  readonly file: string
  /** The line of what stands at a path; null where the document has no lines, as JSON. */
  readonly lineOf: (path: Path) => number | null
}

/** @throws QueuewrightError `input-document` with the line, in YAML, and the member */
export async function readWritten<Value>(path: string, codec: Pick<Codec<Value>, 'decode'>): Promise<Value> {
  return (await readPlaced(path, codec)).value
}

/**
 * As `readWritten`, for a reader who finds out later what is wrong with a value.
 * @throws QueuewrightError as `readWritten`
 */
export async function readPlaced<Value>(
  path: string,
  codec: Pick<Codec<Value>, 'decode'>,
): Promise<Written<Value>> {
  return placedText(await readInput(path), inputName(path), codec)
}

/**
 * The thing that an option names: something that `parse` knows by its name, or a document. What is no such name, but is there, or looks
 * like the name of a file, is a document, and refused as one.
 * @throws QueuewrightError as `readWritten`; of `parse`, naming the option
 */
export async function readNamed<Value, Known>(
  text: string,
  option: string,
  codec: Pick<Codec<Value>, 'decode'>,
  parse: (text: string) => Known,
): Promise<Written<Value> | { readonly known: Known }> {
  let unknown: QueuewrightError
  try {
    return { known: parse(text) }
  } catch (error) {
    if (!(error instanceof QueuewrightError)) throw error
    unknown = error
  }
  const { remedy = '' } = unknown.detail
  if (!isDocumentName(text) && !/[\\/]/.test(text) && !(await exists(text))) {
    const sentences = [remedy, 'There is no file of this name either'].filter((each) => each !== '')
    throw unknown.with({ field: option, remedy: sentences.join('. ') })
  }
  try {
    return await readPlaced(text, codec)
  } catch (error) {
    if (!(error instanceof QueuewrightError) || error.kind !== 'input-unreadable') throw error
    throw error.with({ field: option, remedy: `${error.detail.remedy}. ${remedy}` })
  }
}

/**
 * @param file its name, by whose ending it is read
 * @throws QueuewrightError as `readWritten`
 */
export async function readWrittenText<Value>(
  content: string,
  file: string,
  codec: Pick<Codec<Value>, 'decode'>,
): Promise<Value> {
  return (await placedText(content, file, codec)).value
}

async function placedText<Value>(
  content: string,
  file: string,
  codec: Pick<Codec<Value>, 'decode'>,
): Promise<Written<Value>> {
  if (/\.json(\.gz)?$/i.test(file)) {
    return { value: readDocument(codec, content, file), file, lineOf: () => null }
  }
  // Loaded where there is YAML to read.
  const { readYaml } = await import('../../study/factorial/index.js')
  try {
    const { value, lineOf } = readYaml(content, file)
    const decoded = codec.decode(
      value,
      Place.in((what, at, detail, kind = 'input-document') => {
        const field = fieldOf(at) || '(document)'
        const own = kind === 'usage' ? 'input-document' : kind
        return new QueuewrightError(own, what, { ...detail, file, line: lineOf(at), field })
      }),
    )
    return { value: decoded, file, lineOf }
  } catch (error) {
    if (!(error instanceof QueuewrightError) || error.kind !== 'study-file') throw renamed(file, error)
    throw new QueuewrightError('input-document', error.what, error.detail)
  }
}

/** Documents that owners write, in YAML or JSON by the ending of their file, plain or gzip. */
import type { Codec } from '../core/codec.js'
import { readDocument } from '../core/documents.js'
import { QueuewrightError } from '../core/errors.js'
import { fieldOf, Place } from '../core/place.js'
import { inputName, readInput } from '../runtime/index.js'
import { readYaml } from '../study/factorial/index.js'
import { renamed } from './failures.js'

/** @throws QueuewrightError `input-document` with the line, in YAML, and the member */
export async function readWritten<Value>(path: string, codec: Pick<Codec<Value>, 'decode'>): Promise<Value> {
  return readWrittenText(await readInput(path), inputName(path), codec)
}

/**
 * @param file its name, by whose ending it is read
 * @throws QueuewrightError as `readWritten`
 */
export function readWrittenText<Value>(
  content: string,
  file: string,
  codec: Pick<Codec<Value>, 'decode'>,
): Value {
  if (/\.json(\.gz)?$/i.test(file)) return readDocument(codec, content, file)
  try {
    const { value, lineOf } = readYaml(content, file)
    return codec.decode(
      value,
      Place.in((what, at, detail, kind = 'input-document') => {
        const field = fieldOf(at) || '(document)'
        const own = kind === 'usage' ? 'input-document' : kind
        return new QueuewrightError(own, what, { ...detail, file, line: lineOf(at), field })
      }),
    )
  } catch (error) {
    if (!(error instanceof QueuewrightError) || error.kind !== 'study-file') throw renamed(file, error)
    throw new QueuewrightError('input-document', error.what, error.detail)
  }
}

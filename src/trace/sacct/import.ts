/**
 * Slurm's accounting as a log. Three forms, told apart by their beginning: `sacct -P` (text.ts), JSON (json.ts),
 * jobcomp/filetxt (jobcomp.ts). Fed with bytes in pieces of any size; no row is kept as text.
 */

import { QueuewrightError } from '../../core/errors.js'
import { settled } from '../../core/settings/index.js'
import { assembleImport } from './assemble.js'
import { Collector } from './collect.js'
import { JOBCOMP_START, JobcompReader } from './jobcomp.js'
import { JSON_START, JsonReader } from './json.js'
import { LineReader } from './lines.js'
import { meantDelimiter, type ReadFacts, SACCT, type SacctImport, type SacctOptions } from './options.js'
import { TextReader } from './text.js'
import { TimeReader } from './times.js'

interface Reader {
  readonly push: (chunk: Uint8Array) => void
  /** The facts that were read besides the rows. */
  readonly end: () => Omit<ReadFacts, 'sawLocalTimes' | 'twice'>
}

export class SacctParser {
  readonly #options: SacctOptions
  readonly #collected: Collector
  #blanks = 0
  readonly #times: TimeReader
  #reader: Reader | null = null

  constructor(options: Partial<SacctOptions> & Pick<SacctOptions, 'salt'>) {
    this.#options = { name: 'slurm', file: 'slurm', ...options, ...settled(SACCT, options) }
    this.#collected = new Collector(this.#options)
    this.#times = new TimeReader(this.#options.zone ?? 'UTC')
  }

  /** @throws QueuewrightError `line-fields`, `line-number`, `line-value`, `input-document` */
  push(chunk: Uint8Array): void {
    this.#named(() => {
      this.#reader ??= this.#readerFor(chunk)
      this.#reader?.push(chunk)
    })
  }

  /**
   * The logs, after the last byte.
   * @throws QueuewrightError as `push` does, and `input-empty` where no job is left
   */
  end(): SacctImport {
    return this.#named(() => {
      const reader = this.#reader
      if (reader === null) throw onlyBlanks()
      const facts = { ...reader.end(), sawLocalTimes: this.#times.sawLocal, twice: this.#times.twice }
      return assembleImport(this.#collected, facts, this.#options)
    })
  }

  /** The reader for an input that begins with `chunk`; null where that is blank. */
  #readerFor(chunk: Uint8Array): Reader | null {
    const first = chunk.find((byte) => !BLANKS.has(byte))
    if (first === undefined) {
      this.#blanks += chunk.length
      if (this.#blanks > MOST_BLANKS) throw onlyBlanks()
      return null
    }
    return JSON_START.has(first) ? this.#json() : this.#lines()
  }

  #json(): Reader {
    const json = new JsonReader(this.#collected)
    return {
      push: (chunk) => json.push(chunk),
      end: () => {
        json.end()
        const form = json.ofController ? 'controller JSON' : 'sacct JSON'
        return { form, slurm: json.release, notices: json.notices }
      },
    }
  }

  #lines(): Reader {
    const { delimiter, unit } = this.#options
    const meant = delimiter === null ? null : meantDelimiter(delimiter)
    const text = new TextReader({ delimiter: meant, unit, times: this.#times }, this.#collected)
    let jobcomp: JobcompReader | null = null
    const lines = new LineReader((line, number, ended) => {
      if (number === 1 && JOBCOMP_START.test(line)) {
        jobcomp = new JobcompReader(this.#times, this.#collected)
      }
      if (jobcomp === null) text.take(line, number, ended)
      else jobcomp.take(line, number)
    })
    return {
      push: (chunk) => lines.push(chunk),
      end: () => {
        lines.end()
        if (jobcomp !== null) return { form: 'jobcomp', slurm: null, notices: lines.notices }
        text.end()
        return { form: 'sacct text', slurm: null, notices: [...lines.notices, ...text.notices] }
      },
    }
  }

  #named<Result>(action: () => Result): Result {
    try {
      return action()
    } catch (error) {
      throw error instanceof QueuewrightError ? error.with({ file: this.#options.file }) : error
    }
  }
}

/** Tab, line ends, space, and the bytes of a byte order mark. */
const BLANKS: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf])
/** Bytes of blanks before the first record. */
const MOST_BLANKS = 1 << 22

function onlyBlanks(): QueuewrightError {
  return new QueuewrightError('input-empty', 'nothing but blanks in this file', {
    remedy: 'Check that it is the right file',
  })
}

/**
 * The accounting in `chunks`.
 * @throws QueuewrightError as `SacctParser` does; and whatever the stream itself throws
 */
export async function readSacct(
  chunks: AsyncIterable<Uint8Array>,
  options: Partial<SacctOptions> & Pick<SacctOptions, 'salt'>,
): Promise<SacctImport> {
  const parser = new SacctParser(options)
  for await (const chunk of chunks) parser.push(chunk)
  return parser.end()
}

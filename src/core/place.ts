/** Where a value of a document stands, so that what is wrong with it can be told with its path, as `jobs[3].res`. */
import { type FailureDetail, type FailureKind, QueuewrightError } from './errors.js'

export type Path = readonly (string | number)[]

/**
 * Makes the failure of a document, of the kind that its reader has, with a line where there are lines.
 * @param kind of the failure that was met there, where another reader says what is wrong
 */
export type Fail = (what: string, path: Path, detail: FailureDetail, kind?: FailureKind) => QueuewrightError

const LONGEST_SHOWN = 60

export class Place {
  readonly #fail: Fail
  readonly #parent: Place | null
  readonly #key: string | number

  private constructor(fail: Fail, parent: Place | null, key: string | number) {
    this.#fail = fail
    this.#parent = parent
    this.#key = key
  }

  /** The whole of a document whose failures are `input-document`. */
  static of(file: string): Place {
    return Place.in((what, path, detail, kind = 'usage') => {
      // Of a document nobody has typed an option.
      const own = kind === 'usage' ? 'input-document' : kind
      return new QueuewrightError(own, what, { ...detail, file, field: fieldOf(path) || '(document)' })
    })
  }

  /** The whole of a document that has failures of its own. */
  static in(fail: Fail): Place {
    return new Place(fail, null, '')
  }

  at(key: string | number): Place {
    return new Place(this.#fail, this, key)
  }

  get path(): Path {
    return this.#parent === null ? [] : [...this.#parent.path, this.#key]
  }

  fault(what: string, detail: FailureDetail = {}): QueuewrightError {
    return this.#fail(what, this.path, detail)
  }

  /** The failure of a value that is not what it has to be, or that is not there. */
  bad(value: unknown, expected: string, detail: FailureDetail = {}): QueuewrightError {
    return value === undefined
      ? this.fault('a value is missing', { expected, ...detail })
      : this.fault('an unexpected value', { value: shown(value), expected, ...detail })
  }

  /** Runs `check`; its failures name this place. */
  checked<Result>(check: () => Result): Result {
    try {
      return check()
    } catch (error) {
      if (!(error instanceof QueuewrightError)) throw error
      throw this.#fail(error.what, this.path, error.detail, error.kind)
    }
  }
}

/** `profiles.p1[3]`, or `profiles["a b"]` for a key that is no plain name; empty for the document. */
export function fieldOf(path: Path): string {
  return path.reduce<string>((parent, key) => {
    if (typeof key === 'number') return `${parent}[${key}]`
    if (!/^[\w-]+$/.test(key)) return `${parent}[${JSON.stringify(key)}]`
    return parent === '' ? key : `${parent}.${key}`
  }, '')
}

function shown(value: unknown): string | number {
  if (typeof value === 'number') return value
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = String(value)
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
}

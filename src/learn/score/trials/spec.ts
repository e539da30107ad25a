/** The request of trials, as plain data. */
import { above, list, nullable, number, objectOf, text, whole } from '../../../core/codec.js'
import { readKept } from '../../../core/documents.js'
import type { Json } from '../../../core/json.js'

export interface TrialsSpec {
  /** The log's name. */
  readonly name: string
  /** Digest of its usable jobs. */
  readonly data: string
  /** Processors of the machine. */
  readonly machine: number
  /** Jobs of a tuple that set the state of the machine, and those that are judged. */
  readonly state: number
  readonly judged: number
  /** Row of each tuple's first job, ascending. */
  readonly starts: readonly number[]
  /** Normalised standard deviation of the scores that each tuple is to reach; null: `most` trials of each. */
  readonly precision: number | null
  /** Trials of a tuple at most; a multiple of `judged`. */
  readonly most: number
  readonly seed: number
}

const SPEC = objectOf<TrialsSpec>({
  ...{ name: text, data: text, machine: whole(1), state: whole(0), judged: whole(1), starts: list(whole(0)) },
  ...{ precision: nullable(above(0)), most: whole(1), seed: number() },
})

export function trialsJson(spec: TrialsSpec): Json {
  return SPEC.encode(spec)
}

/**
 * The spec of what `trialsJson` made.
 * @throws QueuewrightError `input-document`
 */
export function trialsSpecOf(json: Json): TrialsSpec {
  return readKept(SPEC, json, 'trials')
}

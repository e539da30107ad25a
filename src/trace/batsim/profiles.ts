/**
 * Batsim's job profiles, as far as they give a run time that depends on no platform: delays, and sequences of them.
 * All other types (parallel tasks, storage transfers, trace replays) say what a job computes and sends; how long
 * that takes only a simulated platform can tell.
 */
import { type Document, isObject, type JsonObject, member, pathOf } from '../../core/document.js'
import { MOST_SECONDS, SECONDS_EXPECTED } from '../limits.js'

/** Delay profiles in Batsim 1–4 and 5. */
const DELAY_TYPES: readonly string[] = ['delay', 'DelayProfile']
/** Sequences in Batsim 1–4, in the previews of 5, and in 5. */
const SEQUENCE_TYPES: readonly string[] = [
  'composed',
  'sequential_composition',
  'SequentialCompositionProfile',
]
const DEEPEST_NESTING = 500

/** Batsim refuses a delay of 0; jobs of zero seconds are written with this one and their true run time beside it. */
export const SMALLEST_DELAY = 1e-6

export class Profiles {
  readonly #document: Document
  readonly #profiles: JsonObject
  readonly #runtimes = new Map<string, number | null>()

  constructor(document: Document, profiles: JsonObject) {
    this.#document = document
    this.#profiles = profiles
  }

  /**
   * Run time in seconds of jobs with this profile; null where it depends on the platform.
   * @param usedAt path of the value that names the profile.
   * @throws QueuewrightError `input-document` for an unknown or malformed profile.
   */
  runtime(name: string, usedAt: string): number | null {
    return this.#runtime(name, usedAt, [])
  }

  /** The types that depend on the platform among the profiles asked for, for messages. */
  platformTypes(): readonly string[] {
    const types = new Set<string>()
    for (const [name, runtime] of this.#runtimes) {
      const profile = member(this.#profiles, name)
      if (runtime === null && isObject(profile)) types.add(String(profile.type))
    }
    return [...types].sort()
  }

  #runtime(name: string, usedAt: string, within: readonly string[]): number | null {
    const known = this.#runtimes.get(name)
    if (known !== undefined) return known
    if (within.includes(name))
      throw this.#document.bad(usedAt, name, 'a sequence that does not contain itself')
    if (within.length > DEEPEST_NESTING)
      throw this.#document.bad(usedAt, name, 'sequences nested less deeply')
    if (!Object.hasOwn(this.#profiles, name)) throw this.#document.bad(usedAt, name, 'the name of a profile')
    const path = pathOf('profiles', name)
    const profile = this.#document.object(this.#profiles[name], path)
    const type = this.#document.string(member(profile, 'type'), `${path}.type`)
    let runtime: number | null = null
    if (DELAY_TYPES.includes(type)) runtime = this.#delay(profile, path)
    else if (SEQUENCE_TYPES.includes(type)) runtime = this.#sequence(profile, path, [...within, name])
    this.#runtimes.set(name, runtime)
    return runtime
  }

  #delay(profile: JsonObject, path: string): number {
    const own = ownData(profile).runtime
    if (typeof own === 'number' && isDuration(own)) return own
    return this.#document.number(member(profile, 'delay'), `${path}.delay`, SECONDS_EXPECTED, isDuration)
  }

  #sequence(profile: JsonObject, path: string, within: readonly string[]): number | null {
    const seq = this.#document.array(member(profile, 'seq'), `${path}.seq`)
    const times = member(profile, 'repeat') ?? member(profile, 'nb') ?? 1
    const repeat = this.#document.number(times, `${path}.repeat`, 'a whole number from 1', isPositiveInteger)
    let total: number | null = 0
    seq.forEach((part, k) => {
      const at = `${path}.seq[${k}]`
      const runtime = this.#runtime(this.#document.string(part, at), at, within)
      total = total === null || runtime === null ? null : total + runtime
    })
    if (total === null) return null
    return this.#document.number(
      total * repeat,
      path,
      `a sequence of at most ${MOST_SECONDS} seconds`,
      isDuration,
    )
  }
}

/** What was written beside Batsim's own values: fields of the object itself (v4), or JSON in `extra_data` (v5). */
export function ownData(object: JsonObject): JsonObject {
  const extra = member(object, 'extra_data')
  if (typeof extra !== 'string') return object
  try {
    const data: unknown = JSON.parse(extra)
    return isObject(data) ? data : object
  } catch {
    return object
  }
}

function isDuration(seconds: number): boolean {
  return seconds >= 0 && seconds <= MOST_SECONDS
}

function isPositiveInteger(value: number): boolean {
  return Number.isInteger(value) && value >= 1
}

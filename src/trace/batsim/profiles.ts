/**
 * Batsim's job profiles, as far as they give a run time that depends on no platform: delays, and sequences of them.
 * All other types (parallel tasks, storage transfers, trace replays) say what a job computes and sends; how long
 * that takes only a simulated platform can tell.
 */
import { isObject, type JsonObject, list, member, number, objectAt, text, whole } from '../../core/codec.js'
import type { Place } from '../../core/place.js'
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
  readonly #profiles: JsonObject
  readonly #at: Place
  readonly #runtimes = new Map<string, number | null>()

  constructor(profiles: JsonObject, at: Place) {
    this.#profiles = profiles
    this.#at = at
  }

  /**
   * Run time in seconds of jobs with this profile; null where it depends on the platform.
   * @param usedAt path of the value that names the profile.
   * @throws QueuewrightError `input-document` for an unknown or malformed profile.
   */
  runtime(name: string, usedAt: Place): number | null {
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

  #runtime(name: string, usedAt: Place, within: readonly string[]): number | null {
    const known = this.#runtimes.get(name)
    if (known !== undefined) return known
    if (within.includes(name)) throw usedAt.bad(name, 'a sequence that does not contain itself')
    if (within.length > DEEPEST_NESTING) throw usedAt.bad(name, 'sequences nested less deeply')
    if (!Object.hasOwn(this.#profiles, name)) throw usedAt.bad(name, 'the name of a profile')
    const at = this.#at.at(name)
    const profile = objectAt(this.#profiles[name], at)
    const type = text.decode(member(profile, 'type'), at.at('type'))
    let runtime: number | null = null
    if (DELAY_TYPES.includes(type)) runtime = delayOf(profile, at)
    else if (SEQUENCE_TYPES.includes(type)) runtime = this.#sequence(profile, at, [...within, name])
    this.#runtimes.set(name, runtime)
    return runtime
  }

  #sequence(profile: JsonObject, at: Place, within: readonly string[]): number | null {
    const parts = list(text).decode(member(profile, 'seq'), at.at('seq'))
    const times = member(profile, 'repeat') ?? member(profile, 'nb') ?? 1
    const repeat = whole(1).decode(times, at.at('repeat'))
    let total: number | null = 0
    for (const [k, part] of parts.entries()) {
      const runtime = this.#runtime(part, at.at('seq').at(k), within)
      total = total === null || runtime === null ? null : total + runtime
    }
    if (total === null) return null
    return number(0, MOST_SECONDS, `a sequence of at most ${MOST_SECONDS} seconds`).decode(total * repeat, at)
  }
}

function delayOf(profile: JsonObject, at: Place): number {
  const own = ownData(profile).runtime
  if (typeof own === 'number' && isDuration(own)) return own
  return SECONDS.decode(member(profile, 'delay'), at.at('delay'))
}

/** Data written beside Batsim's own values: fields of the object itself (v4), or JSON in `extra_data` (v5). */
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

export const SECONDS = number(0, MOST_SECONDS, SECONDS_EXPECTED)

export function isDuration(seconds: number): boolean {
  return seconds >= 0 && seconds <= MOST_SECONDS
}

/** Readers of the option values of `split`, `merge`, `shift`, `thin` and `load`. */
import { parseDuration } from '../../../core/duration.js'
import { NUMBER_KINDS, type NumberKind } from '../../../workload/transform/merge.js'
import { usage } from '../options.js'

/** Reads a duration that may be negative. */
export function signedDuration(text: string): number {
  const match = /^\s*([+-]?)(.*)$/.exec(text)
  const seconds = parseDuration(match?.[2] ?? text, '--by')
  return match?.[1] === '-' ? -seconds : seconds
}

/** Reads a list of kinds of numbers, or `all`. */
export function numberKinds(text: string): readonly NumberKind[] {
  if (text.trim() === 'all') return NUMBER_KINDS
  return text.split(',').map((part) => {
    const kind = NUMBER_KINDS.find((known) => known === part.trim())
    if (kind !== undefined) return kind
    throw usage('--same', text, `all, or of these, separated by commas: ${NUMBER_KINDS.join(', ')}`)
  })
}

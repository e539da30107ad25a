/** Header comments of logs that were made of others: a note of what was done first, and no line that no longer holds. */

/** `header` behind notes, without the lines of the given keys (`MaxNodes`, …; case does not matter). */
export function noted(
  header: readonly string[],
  notes: readonly string[],
  without: readonly string[] = [],
): readonly string[] {
  const gone = new Set(without.map((key) => key.toLowerCase()))
  return [
    ...notes.map((note) => ` Note: ${note}`),
    ...header.filter((comment) => !gone.has(keyOf(comment).toLowerCase())),
  ]
}

/** The key of a comment `Key: value`; the empty text where it is none. */
export function keyOf(comment: string): string {
  return /^\s*(\w+)\s*:/.exec(comment)?.[1] ?? ''
}

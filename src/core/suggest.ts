/**
 * "Did you mean …?": the known name nearest to a mistyped one.
 *
 * Distance: optimal string alignment (insertions, deletions, substitutions, swaps of neighbours), case ignored;
 * Damerau, CACM 7(3), 1964, restricted form. Imports nothing.
 */

/** Longer names are not compared: nobody mistypes them, and hostile input must stay cheap. */
const LONGEST = 64

/** Edits (insert, delete, substitute, swap neighbours) that turn `a` into `b`, upper and lower case alike. */
export function editDistance(a: string, b: string): number {
  const from = a.toLowerCase()
  const to = b.toLowerCase()
  let beforeLast = new Array<number>(to.length + 1).fill(0)
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  let row = new Array<number>(to.length + 1).fill(0)
  for (let i = 1; i <= from.length; i++) {
    row[0] = i
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1]
      let edits = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1))
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        edits = Math.min(edits, beforeLast[j - 2] + 1)
      }
      row[j] = edits
    }
    const free = beforeLast
    beforeLast = last
    last = row
    row = free
  }
  return last[to.length]
}

/**
 * The candidate nearest to `name`, the first of equally near ones; null where none is near enough to be a slip of
 * the finger (more than a third of the longer name differs, at least one edit being always allowed).
 */
export function nearestName(name: string, candidates: Iterable<string>): string | null {
  if (name.length > LONGEST) return null
  let nearest: string | null = null
  let fewest = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const longer = Math.max(name.length, candidate.length)
    const allowed = Math.max(1, Math.floor(longer / 3))
    if (candidate.length > LONGEST || Math.abs(name.length - candidate.length) > allowed) continue
    const edits = editDistance(name, candidate)
    // A name of two letters or fewer that differs in all of them is another name, not a slip.
    if (edits <= allowed && edits < longer && edits < fewest) {
      fewest = edits
      nearest = candidate
    }
  }
  return nearest
}

/** `Did you mean X? ` where a candidate is near, else nothing; to be put before a list of what is known. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const nearest = nearestName(name, candidates)
  return nearest === null ? '' : `Did you mean ${nearest}? `
}

/**
 * A remedy for an unknown name: `Did you mean X? Known: A, B, C`, without the question where nothing is near.
 * @param known what the names are, for the second sentence (`Orders`, `Variables`).
 */
export function suggestion(name: string, candidates: readonly string[], known: string): string {
  return `${didYouMean(name, candidates)}${known}: ${candidates.join(', ') || 'none'}`
}

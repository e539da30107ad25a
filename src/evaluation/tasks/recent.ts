/** Keeps what a function made of the texts that it was last asked for. */

/**
 * @param most results to keep; 1 or more
 * @returns `make`, which is called again only for texts whose results are no longer kept
 */
export function recent<Result>(most: number, make: (text: string) => Result): (text: string) => Result {
  // A map goes through its entries in the order in which they were set: the first is the one asked for longest ago.
  const kept = new Map<string, Result>()
  return (text) => {
    const result = kept.has(text) ? (kept.get(text) as Result) : make(text)
    kept.delete(text)
    kept.set(text, result)
    if (kept.size > most) for (const [oldest] of kept) if (kept.delete(oldest)) break
    return result
  }
}

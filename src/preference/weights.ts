/** A linear objective by weights: what each objective counts in its own unit; what is to be large is taken off. */

export interface Weight {
  readonly name: string
  /** Above 0: of a second, a job, or a whole share. */
  readonly factor: number
  /** Whether more of it is better. */
  readonly max: boolean
}

/** `10*AWRT1 + 4*AWRT2 - 20000*UTIL`, less being better. */
export function weightedSum(weights: readonly Weight[]): string {
  return weights
    .map(({ name, factor, max }, k) => {
      const sign = k === 0 ? (max ? '-' : '') : max ? ' - ' : ' + '
      return `${sign}${factor === 1 ? '' : `${factor}*`}${name}`
    })
    .join('')
}

const TERM = /\s*([+-]?)\s*(?:(\d+\.?\d*(?:e[+-]?\d+)?)\s*\*\s*)?([a-z]\w*)\s*/iy

/** The factors in a text of that form, negative where a term is taken off; null of any other formula. */
export function weightsIn(text: string): ReadonlyMap<string, number> | null {
  const found = new Map<string, number>()
  for (let at = 0; at < text.length; at = TERM.lastIndex) {
    TERM.lastIndex = at
    const [, sign, factor = '1', name] = TERM.exec(text) ?? []
    if (name === undefined || (at > 0 && sign === '') || found.has(name)) return null
    found.set(name, sign === '-' ? -Number(factor) : Number(factor))
  }
  return found
}

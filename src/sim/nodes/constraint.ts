/**
 * Which nodes a job may be on by their features, as sbatch(1) has it for `--constraint`: words with `&` (both) and `|` (either)
 * between them, from left to right, and parentheses. Counts of nodes (`a*2`) and alternatives that all nodes share (`[a|b]`) are not
 * known here.
 */

/** Longer ones are nobody's. */
const LONGEST = 1000

/** Whether a node of some features is one that the constraint asks for; null where the text is no such constraint. */
export type Constraint = (has: (feature: string) => boolean) => boolean

export function featureConstraint(text: string): Constraint | null {
  const signs = text.length > LONGEST ? [] : (text.match(/[&|()]|[^&|()\s]+|\s+/g) ?? [])
  const words = signs.filter((sign) => !/^\s+$/.test(sign))
  if (worth(words, () => false) === null) return null
  return (has) => worth(words, has) === true
}

/** Null where the words make no constraint. */
function worth(words: readonly string[], has: (feature: string) => boolean): boolean | null {
  const outer: { readonly value: boolean | null; readonly sign: string }[] = []
  let value: boolean | null = null
  let sign = ''
  const meet = (next: boolean): boolean => {
    if (value === null) value = next
    else if (sign === '&') value &&= next
    else if (sign === '|') value ||= next
    else return false
    sign = ''
    return true
  }
  for (const word of words) {
    if (word === '(') {
      outer.push({ value, sign })
      value = null
      sign = ''
    } else if (word === ')') {
      const before = outer.pop()
      const inner: boolean | null = value
      if (before === undefined || inner === null || sign !== '') return null
      value = before.value
      sign = before.sign
      if (!meet(inner)) return null
    } else if (word === '&' || word === '|') {
      if (value === null || sign !== '') return null
      sign = word
    } else if (!/^[\w.:+-]+$/.test(word) || !meet(has(word))) return null
  }
  return outer.length > 0 || sign !== '' ? null : value
}

/**
 * Lines of slurm.conf, and of what scontrol prints (slurm.conf(5)): `Key=Value` pairs, blanks around the sign allowed, keys in any
 * case, values with blanks in double quotes, `#` begins a comment, a line that ends with a backslash goes on in the next.
 */

export interface Pair {
  /** In lower case. */
  readonly key: string
  readonly value: string
  readonly line: number
}

export interface Line {
  readonly text: string
  /** Where it begins, from 1. */
  readonly number: number
}

/** Lines without comments, joined as they stand where they end with a backslash; each has the number of its first line. */
export function logicalLines(text: string): readonly Line[] {
  const lines: { text: string; number: number }[] = []
  let open = false
  text.split(/\r?\n/).forEach((raw, k) => {
    const line = raw.replace(SYSTEM, '').replace(COMMENT, '$1')
    const goesOn = /\\\s*$/.test(line)
    const content = goesOn ? line.replace(/\\\s*$/, '') : line
    if (open) lines[lines.length - 1].text += content
    else lines.push({ text: content, number: k + 1 })
    open = goesOn
  })
  return lines
}

/** The pair of scontrol on a node's system, which has a sign that would begin a comment: `OS=Linux 6.1.0 #1 SMP`. */
const SYSTEM = /\sOS=.*?(?=\s[A-Z]\w+=|$)/
const COMMENT = /(^|[^\\])#.*$/

/** A pair in a line: its key, and its value in quotes or without. */
export const PAIR = /(?<=^|\s)([\w.]+)\s*=\s*(?:"([^"]*)"|(\S*))/g

export function pairsOf({ text, number }: Line): readonly Pair[] {
  return Array.from(text.matchAll(PAIR), ([, key, quoted, plain]) => ({
    key: key.toLowerCase(),
    value: quoted ?? plain,
    line: number,
  }))
}

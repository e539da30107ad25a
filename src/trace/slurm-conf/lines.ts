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
  /** The lines of the file that it is of, without line feeds, and their comments. */
  readonly raw: readonly string[]
  readonly comments: readonly string[]
}

/** Lines without comments, joined as they stand where they end with a backslash; each has the number of its first line. */
export function logicalLines(text: string): readonly Line[] {
  const lines: { text: string; number: number; raw: string[]; comments: string[] }[] = []
  let open = false
  text.split('\n').forEach((raw, k) => {
    const whole = raw.replace(/\r$/, '').replace(SYSTEM, '')
    const [, plain, comment] = COMMENTED.exec(whole) ?? [whole, whole]
    const goesOn = GOES_ON.test(plain)
    if (!open) lines.push({ text: '', number: k + 1, raw: [], comments: [] })
    const line = lines[lines.length - 1]
    line.text += goesOn ? plain.replace(GOES_ON, '') : plain
    line.raw.push(raw)
    if (comment !== undefined) line.comments.push(comment.trimEnd())
    open = goesOn
  })
  return lines
}

/** The pair of scontrol on a node's system, which has a sign that would begin a comment: `OS=Linux 6.1.0 #1 SMP`. */
const SYSTEM = /\sOS=.*?(?=\s[A-Z]\w+=|$)/
const COMMENTED = /^(|.*?[^\\])(#.*)$/
const GOES_ON = /\\\s*$/

/** The file that a line includes, as it is written; null where it includes none. */
export function includedFile({ text }: Pick<Line, 'text'>): string | null {
  return /^\s*include\s+(\S+)/i.exec(text)?.[1] ?? null
}

/** A pair in a line: its key, and its value in quotes or without. */
export const PAIR = /(?<=^|\s)([\w.]+)\s*=\s*(?:"([^"]*)"|(\S*))/g

export function pairsOf({ text, number }: Line): readonly Pair[] {
  return Array.from(text.matchAll(PAIR), ([, key, quoted, plain]) => ({
    key: key.toLowerCase(),
    value: quoted ?? plain,
    line: number,
  }))
}

/**
 * Lines of slurm.conf that can be written again: as Slurm joins them (slurm.conf(5)), with what they are made of, their comments
 * and the places of their pairs. What only reads them is in trace/slurm-conf.
 */

import { PAIR } from '../trace/slurm-conf/lines.js'

export interface ConfLine {
  /** The lines of the file, without their ends. */
  readonly raw: readonly string[]
  /** Joined, without comments. */
  readonly code: string
  readonly comments: readonly string[]
}

export interface PlacedPair {
  /** In lower case. */
  readonly key: string
  /** Without quotes. */
  readonly value: string
  /** As it is written. */
  readonly text: string
  /** Its place in the code. */
  readonly at: number
}

export function confLines(conf: string): readonly ConfLine[] {
  const lines: { raw: string[]; code: string; comments: string[] }[] = []
  let open = false
  for (const raw of conf.replace(/\n?$/, '\n').split('\n').slice(0, -1)) {
    const [, plain, comment] = COMMENTED.exec(raw) ?? [raw, raw]
    const goesOn = GOES_ON.test(plain)
    if (!open) lines.push({ raw: [], code: '', comments: [] })
    const line = lines[lines.length - 1]
    line.raw.push(raw)
    // Slurm puts nothing between the two, so that a value can go on.
    line.code += plain.replace(goesOn ? GOES_ON : /\r$/, '')
    if (comment !== undefined) line.comments.push(comment.trimEnd())
    open = goesOn
  }
  return lines
}

const COMMENTED = /^(|.*?[^\\])(#.*)$/s
const GOES_ON = /\\\s*$/

export function pairsIn({ code }: ConfLine): readonly PlacedPair[] {
  return Array.from(code.matchAll(PAIR), ({ 0: text, 1: key, 2: quoted, 3: plain, index }) => ({
    key: key.toLowerCase(),
    value: quoted ?? plain,
    text,
    at: index,
  }))
}

/**
 * The line with other pairs.
 * @param replacement text in place of a pair, empty to leave it out; null keeps it
 */
export function withPairs(
  line: ConfLine,
  replacement: (pair: PlacedPair) => string | null,
): readonly string[] {
  const changes = pairsIn(line).map((pair) => ({ ...pair, by: replacement(pair) }))
  if (changes.every(({ by }) => by === null)) return line.raw
  let [code, end] = ['', 0]
  for (const { text, at, by } of changes) {
    const before = line.code.slice(end, at)
    code += by === '' ? before.trimEnd() : `${before}${by ?? text}`
    end = at + text.length
  }
  code = `${code}${line.code.slice(end)}`.trim()
  if (code === '') return []
  const space = /^\s*/.exec(line.code)?.[0] ?? ''
  // What is said of a value goes with it, unless others stand beside it.
  const comments = changes.some(({ by }) => by === null) ? line.comments.map((each) => ` ${each}`) : []
  return [`${space}${code}${comments.join('')}${line.raw.at(-1)?.endsWith('\r') ? '\r' : ''}`]
}

/** Lines of slurm.conf as they are written again: with other pairs, and else byte for byte. What reads them is in trace/slurm-conf. */
import { type Line, logicalLines, PAIR } from '../trace/slurm-conf/lines.js'

export interface PlacedPair {
  /** In lower case. */
  readonly key: string
  /** Without quotes. */
  readonly value: string
  /** As it is written. */
  readonly text: string
  /** Its place in the line. */
  readonly at: number
}

/** Without the empty one behind the last line feed. */
export function confLines(conf: string): readonly Line[] {
  return logicalLines(conf.replace(/\n$/, ''))
}

export function pairsIn({ text }: Pick<Line, 'text'>): readonly PlacedPair[] {
  return Array.from(text.matchAll(PAIR), ({ 0: written, 1: key, 2: quoted, 3: plain, index }) => ({
    key: key.toLowerCase(),
    value: quoted ?? plain,
    text: written,
    at: index,
  }))
}

/**
 * The line with other pairs.
 * @param replacement text in place of a pair, empty to leave it out; null keeps it
 */
export function withPairs(line: Line, replacement: (pair: PlacedPair) => string | null): readonly string[] {
  const changes = pairsIn(line).map((pair) => ({ ...pair, by: replacement(pair) }))
  if (changes.every(({ by }) => by === null)) return line.raw
  let [code, end] = ['', 0]
  for (const { text, at, by } of changes) {
    const before = line.text.slice(end, at)
    code += by === '' ? before.trimEnd() : `${before}${by ?? text}`
    end = at + text.length
  }
  code = `${code}${line.text.slice(end)}`.trim()
  if (code === '') return []
  const space = /^\s*/.exec(line.text)?.[0] ?? ''
  // What is said of a value goes with it, unless others stand beside it.
  const comments = changes.some(({ by }) => by === null) ? line.comments.map((each) => ` ${each}`) : []
  return [`${space}${code}${comments.join('')}${line.raw.at(-1)?.endsWith('\r') ? '\r' : ''}`]
}

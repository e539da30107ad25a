/**
 * Lists of hosts as Slurm and pdsh write them: `login,n[001-256,300]`. Numbers keep their leading zeros; several brackets
 * multiply, the last one running first (`r[1-2]n[1-3]`).
 */
import { QueuewrightError } from './errors.js'

/** The most hosts of one list. */
export const MOST_HOSTS = 100_000

const EXAMPLE = 'a list of hosts such as login,n[001-256,300]'

/** @throws QueuewrightError `line-value` where the text is no such list */
export function parseHosts(text: string): string[] {
  const found: string[] = []
  for (const part of partsOf(text)) {
    if (part === '') throw bad(text, EXAMPLE)
    let names = ['']
    for (const piece of part.split(/(\[[^\]]*\])/)) {
      if (piece === '') continue
      const endings = piece.startsWith('[') ? numbersOf(piece, text) : [plain(piece, text)]
      if (names.length * endings.length + found.length > MOST_HOSTS)
        throw bad(text, `at most ${MOST_HOSTS} hosts`)
      names = names.flatMap((name) => endings.map((ending) => name + ending))
    }
    for (const name of names) found.push(name)
  }
  return found
}

/** The list of hosts with neighbours of one pattern in brackets; the order of hosts is kept. */
export function formatHosts(hosts: readonly string[]): string {
  const parts: string[] = []
  for (let k = 0; k < hosts.length; ) {
    const [, prefix, digits] = split(hosts[k])
    const ranges: string[] = []
    let next = k
    while (digits !== '' && next < hosts.length) {
      const [, other, first] = split(hosts[next])
      if (other !== prefix || first === '') break
      const from = next++
      while (next < hosts.length && hosts[next] === prefix + after(split(hosts[next - 1])[2])) next++
      const last = split(hosts[next - 1])[2]
      ranges.push(next - from === 1 ? first : `${first}-${last}`)
    }
    if (next === k) next++
    const alone = ranges.length === 0 || (ranges.length === 1 && next === k + 1)
    parts.push(alone ? hosts[k] : `${prefix}[${ranges.join(',')}]`)
    k = next
  }
  return parts.join(',')
}

/** A name's digits at its end, as many as count exactly. */
function split(name: string): readonly [name: string, prefix: string, digits: string] {
  const digits = /\d{0,9}$/.exec(name)?.[0] ?? ''
  return [name, name.slice(0, name.length - digits.length), digits]
}

function after(digits: string): string {
  return String(Number(digits) + 1).padStart(digits.length, '0')
}

/** Parts between commas that are in no bracket. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  let from = 0
  let open = false
  for (let k = 0; k <= text.length; k++) {
    const sign = text[k]
    if (sign === '[') open = true
    else if (sign === ']') open = false
    else if (k === text.length || (sign === ',' && !open)) {
      parts.push(text.slice(from, k).trim())
      from = k + 1
    }
  }
  return parts
}

function plain(piece: string, text: string): string {
  if (/[[\]\s=\p{Cc}]/u.test(piece)) throw bad(text, EXAMPLE)
  return piece
}

function numbersOf(brackets: string, text: string): string[] {
  const numbers: string[] = []
  for (const range of brackets.slice(1, -1).split(',')) {
    const [, from, to = from] = /^\s*(\d{1,9})(?:-(\d{1,9}))?\s*$/.exec(range) ?? []
    const [first, last] = [Number(from), Number(to)]
    if (!(first <= last)) throw bad(text, EXAMPLE)
    if (last - first + 1 + numbers.length > MOST_HOSTS) throw bad(text, `at most ${MOST_HOSTS} hosts`)
    for (let number = first; number <= last; number++) numbers.push(String(number).padStart(from.length, '0'))
  }
  return numbers
}

function bad(text: string, expected: string): QueuewrightError {
  return new QueuewrightError('line-value', 'no list of hosts', { value: text.slice(0, 80), expected })
}

/**
 * Damage as files meet it: lines, fields, members and bytes that are dropped, doubled, swapped, cut or replaced by what
 * readers trip over (extreme numbers, odd characters, names of methods, deep nesting).
 */
import fc from 'fast-check'
import type { Damage } from './reader.js'

const LONG = 20_000
const NUMBERS = [
  ...[
    '-1',
    '0',
    '-0',
    '+5',
    '.5',
    '5.',
    '1e3',
    '1e308',
    '1e309',
    '-1e308',
    '5e-324',
    '1e-400',
    '0x10',
    '1_000',
  ],
  ...['2147483647', '2147483648', '-2147483649', '4294967296', '9007199254740991', '9007199254740993'],
  ...['10000000001', '1700000000000', '253402300800', '1e15', '0.1', '1.5', '9'.repeat(400), '01', '١', '１'],
]
const TEXTS = [
  ...[
    '',
    ' ',
    '\t',
    '\r',
    '\n',
    '\0',
    '-',
    '.',
    '..',
    '/',
    '\\',
    '"',
    "'",
    '`',
    '%',
    '%s',
    '$',
    '#',
    ';',
    ':',
    ',',
    '|',
  ],
  ...[
    '=',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '<script>',
    '&amp;',
    '@x',
    '*',
    '^',
    '~',
    'NaN',
    'Infinity',
    '-inf',
    'null',
  ],
  ...[
    'true',
    'undefined',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'length',
    'Unknown',
    'None',
  ],
  ...[
    '\u001b[31m',
    '\u0085',
    '\u009b',
    '\u202e',
    '\u2066',
    '\u2028',
    '\ufeff',
    '\ud800',
    '\udc00',
    '\u{1f600}',
    'é',
  ],
  ...[
    '../../etc/passwd',
    'CON',
    '01:60:60',
    '2026-02-30',
    '2026-03-29T02:30:00',
    '9999-12-31',
    '1-',
    '-1-',
    '1..2',
  ],
  ...[
    'a'.repeat(LONG),
    '('.repeat(LONG),
    '1+'.repeat(LONG),
    ' '.repeat(LONG),
    '1s'.repeat(LONG),
    '-'.repeat(LONG),
  ],
]
/** What takes the place of a field, or is put somewhere. */
const ODD = [...NUMBERS, ...TEXTS]

const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
const odd = fc.oneof(fc.constantFrom(...ODD), fc.string({ maxLength: 8, unit: 'binary' }))
const at = (share: number, length: number) => Math.min(Math.floor(share * length), Math.max(0, length - 1))

const TEXT_OPERATIONS = [
  ...(['drop', 'double', 'swap', 'cut', 'line'] as const),
  ...(['field', 'field', 'field', 'fields', 'fewer', 'more', 'characters', 'endings'] as const),
]

interface TextPlan {
  readonly operation: (typeof TEXT_OPERATIONS)[number]
  readonly first: number
  readonly second: number
  readonly odd: string
}

function textStep(text: string, { operation, first, second, odd }: TextPlan, separator: RegExp): string {
  if (operation === 'cut') return text.slice(0, Math.floor(first * text.length))
  if (operation === 'endings') return first < 0.5 ? text.replaceAll('\n', '\r\n') : `\ufeff${text}`
  if (operation === 'characters') {
    const from = at(first, text.length + 1)
    return text.slice(0, from) + odd + text.slice(from + Math.floor(second * 4))
  }
  const lines = text.split('\n')
  const line = at(first, lines.length)
  const other = at(second, lines.length)
  if (operation === 'drop') lines.splice(line, 1 + Math.floor(second * 3))
  else if (operation === 'double') lines.splice(other, 0, lines[line])
  else if (operation === 'swap') [lines[line], lines[other]] = [lines[other], lines[line]]
  else if (operation === 'line') lines.splice(line, 0, odd)
  else {
    // Separators stand at the odd places.
    const parts = lines[line].split(new RegExp(`(${separator.source})`, separator.flags))
    const field = 2 * at(second, (parts.length + 1) / 2)
    if (operation === 'field') parts[field] = odd
    else if (operation === 'fewer') parts.splice(field, 2)
    else if (operation === 'more') parts.splice(field, 0, odd, parts[1] ?? ' ')
    else [parts[field], parts[0]] = [parts[0], parts[field]]
    lines[line] = parts.join('')
  }
  return lines.join('\n')
}

/**
 * Damage to lines and their fields.
 * @param separator what separates the fields of a line
 */
export function lineDamage(separator: RegExp): Damage<string, readonly TextPlan[]> {
  return {
    plans: fc.array(
      fc.record({ operation: fc.constantFrom(...TEXT_OPERATIONS), first: place, second: place, odd }),
      { minLength: 1, maxLength: 6 },
    ),
    apply: (text, plans) => plans.reduce((damaged, plan) => textStep(damaged, plan, separator), text),
  }
}

/** Of a short text such as an option, words and numbers are the fields. */
export const wordDamage = lineDamage(/[\s,:=;()*/+.-]/)

/** JSON that no `JSON.stringify` writes: it takes the place of a value. */
const RAW = [
  ...NUMBERS,
  ...[
    'null',
    'true',
    'false',
    '{}',
    '[]',
    '""',
    '"x"',
    '{"__proto__":{"polluted":1}}',
    '{"a":1,"a":2}',
    '"\\ud800"',
  ],
  ...[
    '{"toString":1}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '[[]]',
    '[null]',
    '{"length":5}',
    'NaN',
  ],
  `${'['.repeat(LONG)}${']'.repeat(LONG)}`,
  `${'{"a":'.repeat(LONG)}1${'}'.repeat(LONG)}`,
  `"${'x'.repeat(LONG)}"`,
  ...TEXTS.map((text) => JSON.stringify(text)),
]

const JSON_OPERATIONS = [
  'replace',
  'replace',
  'replace',
  'drop',
  'rename',
  'double',
  'swap',
  'wrap',
  'text',
] as const

interface JsonPlan {
  readonly operation: (typeof JSON_OPERATIONS)[number]
  readonly first: number
  readonly second: number
  readonly odd: string
  readonly raw: string
  readonly text: TextPlan
}

type Tree = { [key: string]: unknown }

/** A value within others. */
interface Spot {
  readonly inside: Tree
  readonly key: string
}

/** More of a large document is not looked at. */
const MOST_SPOTS = 20_000

function spotsIn(root: Tree): Spot[] {
  const found: Spot[] = []
  const open: Tree[] = [root]
  for (let inside = open.pop(); inside !== undefined && found.length < MOST_SPOTS; inside = open.pop()) {
    for (const key of Object.keys(inside)) {
      found.push({ inside, key })
      const value = inside[key]
      if (typeof value === 'object' && value !== null) open.push(value as Tree)
    }
  }
  return found
}

function put(inside: Tree, key: string, value: unknown): void {
  Object.defineProperty(inside, key, { value, enumerable: true, configurable: true, writable: true })
}

function jsonStep(root: Tree, { operation, first, second, odd, raw }: JsonPlan, kept: string[]): void {
  const spots = spotsIn(root)
  if (spots.length === 0) return
  const { inside, key } = spots[at(first, spots.length)]
  const value = inside[key]
  if (operation === 'replace') put(inside, key, RAW_MARK + (kept.push(raw) - 1))
  else if (operation === 'wrap') put(inside, key, first < 0.5 ? [value] : { [odd]: value })
  else if (operation === 'swap') {
    const other = spots[at(second, spots.length)]
    // A copy, or a value might come to stand in itself.
    put(inside, key, structuredClone(other.inside[other.key]))
  } else if (Array.isArray(inside)) {
    if (operation === 'drop') inside.splice(Number(key), 1)
    else inside.splice(Number(key), 0, ...new Array(1 + Math.floor(second * 5)).fill(value))
  } else {
    if (operation !== 'double') delete inside[key]
    if (operation !== 'drop' && inside !== root) put(inside, odd, value)
  }
}

const RAW_MARK = '\u0001raw'
/** A mark that no document has. */
const RAW_MARKS = /"\\u0001raw(\d+)"/g

/** Damage to the values and members of a JSON document, and to its text. */
export const jsonDamage: Damage<string, readonly JsonPlan[]> = {
  plans: fc.array(
    fc.record({
      operation: fc.constantFrom(...JSON_OPERATIONS),
      first: place,
      second: place,
      odd,
      raw: fc.constantFrom(...RAW),
      text: fc.record({
        operation: fc.constantFrom('cut' as const, 'characters' as const, 'endings' as const),
        first: place,
        second: place,
        odd,
      }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  apply: (text, plans) => {
    const root: Tree = { document: JSON.parse(text) }
    const raws: string[] = []
    for (const plan of plans) if (plan.operation !== 'text') jsonStep(root, plan, raws)
    const whole = JSON.stringify(root.document) ?? ''
    const damaged = whole.replace(RAW_MARKS, (_, number) => raws[Number(number)] ?? 'null')
    // Of ten plans of documents one at most is to their text, or nothing but the parser would be tried.
    return plans
      .filter(({ operation }) => operation === 'text')
      .reduce((changed, plan) => textStep(changed, plan.text, /,/), damaged)
  },
}

interface BytesPlan {
  readonly operation: 'flip' | 'cut' | 'copy' | 'insert' | 'end'
  readonly at: number
  readonly length: number
  readonly bytes: Uint8Array
}

export const bytesDamage: Damage<Uint8Array, readonly BytesPlan[]> = {
  plans: fc.array(
    fc.record({
      operation: fc.constantFrom('flip', 'cut', 'copy', 'insert', 'end'),
      at: place,
      length: fc.integer({ min: 1, max: 300 }),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 12 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  apply: (input, plans) =>
    plans.reduce<Uint8Array>((bytes, { operation, at: share, length, bytes: other }) => {
      const from = at(share, bytes.length)
      const [before, after] = [bytes.subarray(0, from), bytes.subarray(from)]
      if (operation === 'end') return before
      if (operation === 'flip') return Buffer.concat([before, other, after.subarray(other.length)])
      if (operation === 'cut') return Buffer.concat([before, after.subarray(length)])
      if (operation === 'copy') return Buffer.concat([before, after.subarray(0, length), after])
      return Buffer.concat([before, other, after])
    }, input),
}

/**
 * A YAML document whose values can be told by the line that they stand on. YAML 1.2, core schema (`yes` is a text, not a
 * truth value). Documents that are too large, nested too deeply, or that blow up by aliases are refused.
 */
import {
  Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLError,
} from 'yaml'
import { QueuewrightError } from '../../core/errors.js'
import type { Path } from '../../core/place.js'

export interface YamlDocument {
  readonly value: unknown
  /** The 1-based line of the item or key at `path`, or of the innermost value around it that is there. */
  readonly lineOf: (path: Path) => number
}

/** Characters. A study file that needs more is a mistake. */
const LARGEST = 1_000_000
/** How many values aliases may multiply a document to, for each of its own (the rule of the yaml library). */
const MOST_ALIASES = 100

/** @throws QueuewrightError `study-file` */
export function readYaml(text: string, file: string): YamlDocument {
  if (text.length > LARGEST) {
    throw new QueuewrightError('study-file', 'this file is too large for a study file', {
      file,
      value: text.length,
      expected: `at most ${LARGEST} characters`,
    })
  }
  const lines = new LineCounter()
  const document = parsed(text, file, lines)
  const [error] = document.errors
  if (error !== undefined) throw notYaml(error, file, lines)
  return {
    value: plainValue(document, file, lines),
    lineOf: (path) => {
      const around = resolved(nodeAt(document, path.slice(0, -1)), document)
      const pair = isMap(around)
        ? around.items.find(({ key }) => isScalar(key) && String(key.value) === path.at(-1))
        : undefined
      return lineOf(isScalar(pair?.key) ? pair.key : nodeAt(document, path), lines)
    },
  }
}

function parsed(text: string, file: string, lineCounter: LineCounter): Document.Parsed {
  try {
    return parseDocument(text, { lineCounter, prettyErrors: false, version: '1.2', schema: 'core' })
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new QueuewrightError('study-file', TOO_DEEP, { file, cause })
  }
}

const TOO_DEEP = 'this file is nested too deeply'
const QUOTES =
  'A text that begins with *, &, !, %, @ or a bracket, or holds ": ", or a comma in a [list], needs "quotes"'

function notYaml({ code, message, pos }: YAMLError, file: string, lines: LineCounter): QueuewrightError {
  const where = { file, line: lines.linePos(pos[0]).line }
  if (message.includes('call stack')) return new QueuewrightError('study-file', TOO_DEEP, where)
  if (code === 'DUPLICATE_KEY') return new QueuewrightError('study-file', 'this key stands twice', where)
  if (code === 'MULTIPLE_DOCS') {
    return new QueuewrightError('study-file', 'a second document begins here', {
      ...where,
      expected: 'one study in a file',
    })
  }
  const what = `not YAML: ${message.split('\n', 1)[0]}`
  return new QueuewrightError('study-file', what, { ...where, remedy: QUOTES })
}

function plainValue(document: Document.Parsed, file: string, lines: LineCounter): unknown {
  refuseCycles(document, file, lines)
  try {
    return document.toJS({ maxAliasCount: MOST_ALIASES })
  } catch (cause) {
    if (cause instanceof RangeError) throw new QueuewrightError('study-file', TOO_DEEP, { file, cause })
    if (!(cause instanceof ReferenceError)) throw cause
    const stray = strayAlias(document)
    if (stray === null) {
      const remedy = 'Write out what the aliases stand for'
      throw new QueuewrightError('study-file', 'aliases multiply this file beyond measure', {
        file,
        remedy,
        cause,
      })
    }
    throw new QueuewrightError('study-file', 'an alias of nothing', {
      file,
      line: lineOf(stray, lines),
      value: `*${stray.source}`,
      remedy: QUOTES,
      cause,
    })
  }
}

/** An alias within what it stands for has no end. */
function refuseCycles(document: Document.Parsed, file: string, lines: LineCounter): void {
  visit(document, {
    Alias: (_, alias, around) => {
      const target = alias.resolve(document)
      if (target === undefined || !around.some((node) => node === target)) return
      throw new QueuewrightError('study-file', 'an alias that stands for what it is a part of', {
        file,
        line: lineOf(alias, lines),
        value: `*${alias.source}`,
        remedy: 'Write out what it should stand for',
      })
    },
  })
}

/** The first alias whose anchor is not there. */
function strayAlias(document: Document.Parsed): Alias | null {
  let stray: Alias | null = null
  visit(document, {
    Alias: (_, alias) => {
      if (alias.resolve(document) !== undefined) return undefined
      stray = alias
      return visit.BREAK
    },
  })
  return stray
}

/** The node at `path`, or the innermost one on the way to it. */
function nodeAt(document: Document.Parsed, path: Path): Node | null {
  let node: Node | null = document.contents
  for (const part of path) {
    const around = resolved(node, document)
    const next: unknown = isMap(around) || isSeq(around) ? around.get(part, true) : undefined
    if (!isNode(next)) return around
    node = next
  }
  return node
}

function resolved(node: Node | null, document: Document.Parsed): Node | null {
  return isAlias(node) ? (node.resolve(document) ?? null) : node
}

function isNode(value: unknown): value is Node {
  return isScalar(value) || isMap(value) || isSeq(value) || value instanceof Alias
}

function lineOf(node: Node | null | undefined, lines: LineCounter): number {
  return node?.range ? lines.linePos(node.range[0]).line : 1
}

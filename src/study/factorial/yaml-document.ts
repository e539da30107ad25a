/**
 * A YAML document whose values can be told by the line that they stand on. YAML 1.2, core schema (`yes` is a text, not a
 * truth value). Documents that are too large or nested too deeply are refused.
 */
import {
  Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLError,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { QueuewrightError } from '../../core/errors.js'
import type { Json } from '../../core/json.js'
import type { Path } from '../../core/place.js'
import { QUOTES, type Targets, TOO_DEEP, tooDeep, valuesOf } from './yaml-values.js'

export interface YamlDocument {
  readonly value: unknown
  /** The 1-based line of the item or key at `path`, or of the innermost value around it that is there. */
  readonly lineOf: (path: Path) => number
}

/** Characters. A study file that needs more is a mistake. */
const LARGEST = 1_000_000

/** A document of plain data, in which short lists and mappings are one line each. */
export function writeYaml(value: Json): string {
  const document = new Document(value)
  visit(document, {
    Collection: (_, node) => {
      if (isFlat(node)) node.flow = true
    },
  })
  return document.toString({ lineWidth: 110, flowCollectionPadding: false })
}

/** Members that hold no further ones; of a mapping a list of these, too. */
function isFlat(node: YAMLMap | YAMLSeq, deep = 1): boolean {
  return node.items.every((item) => {
    const value = isPair(item) ? item.value : item
    return isScalar(value) || (deep > 0 && isCollection(value) && isFlat(value, deep - 1))
  })
}

/** @throws QueuewrightError `study-file` */
export function readYaml(text: string, file: string): YamlDocument {
  if (text.length > LARGEST) {
    throw new QueuewrightError('study-file', 'this file is too large for a document in YAML', {
      file,
      value: text.length,
      expected: `at most ${LARGEST} characters`,
    })
  }
  const lines = new LineCounter()
  const document = parsed(text, file, lines)
  const [error] = document.errors
  if (error !== undefined) throw notYaml(error, file, lines)
  const at = (node: Node) => ({ file, line: lineOf(node, lines) })
  const { value, targets } = valuesOf(document, file, at)
  return {
    value,
    lineOf: (path) => {
      const around = resolved(nodeAt(document, targets, path.slice(0, -1)), targets)
      const pair = isMap(around)
        ? around.items.find(({ key }) => isScalar(key) && String(key.value) === path.at(-1))
        : undefined
      return lineOf(isScalar(pair?.key) ? pair.key : nodeAt(document, targets, path), lines)
    },
  }
}

function parsed(text: string, file: string, lineCounter: LineCounter): Document.Parsed {
  try {
    // Whether keys are unique is looked at in yaml-values.ts: the library compares each with all others.
    const rules = { version: '1.2', schema: 'core', uniqueKeys: false } as const
    return parseDocument(text, { ...rules, lineCounter, prettyErrors: false })
  } catch (cause) {
    throw tooDeep(cause, file)
  }
}

function notYaml({ code, message, pos }: YAMLError, file: string, lines: LineCounter): QueuewrightError {
  const where = { file, line: lines.linePos(pos[0]).line }
  if (message.includes('call stack')) return new QueuewrightError('study-file', TOO_DEEP, where)
  if (code === 'MULTIPLE_DOCS') {
    return new QueuewrightError('study-file', 'a second document begins here', {
      ...where,
      expected: 'one study in a file',
    })
  }
  const what = `not YAML: ${message.split('\n', 1)[0]}`
  return new QueuewrightError('study-file', what, { ...where, remedy: QUOTES })
}

/** The node at `path`, or the innermost one on the way to it. */
function nodeAt(document: Document.Parsed, targets: Targets, path: Path): Node | null {
  let node: Node | null = document.contents
  for (const part of path) {
    const around = resolved(node, targets)
    const next: unknown = isMap(around) || isSeq(around) ? around.get(part, true) : undefined
    if (!isNode(next)) return around
    node = next
  }
  return node
}

function resolved(node: Node | null, targets: Targets): Node | null {
  return isAlias(node) ? (targets.get(node) ?? null) : node
}

function lineOf(node: Node | null | undefined, lines: LineCounter): number {
  return node?.range ? lines.linePos(node.range[0]).line : 1
}

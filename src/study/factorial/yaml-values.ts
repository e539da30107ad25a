/**
 * The values of a YAML document as plain data, in one walk: its work grows with the document, whatever its keys, anchors
 * and aliases. Aliases stand for the same object, and what they multiply a document to has a bound; an alias of nothing
 * or of what it is a part of, and a key that stands twice, are refused.
 */
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type YAMLMap,
} from 'yaml'
import { type FailureDetail, QueuewrightError } from '../../core/errors.js'

/** The node that each alias stands for. */
export type Targets = ReadonlyMap<Alias, Node>

/** Values that a document may have, those behind aliases counted wherever they stand. */
const MOST_VALUES = 100_000

export const TOO_DEEP = 'this file is nested too deeply'
export const QUOTES =
  'A text that begins with *, &, !, %, @ or a bracket, or holds ": ", or a comma in a [list], needs "quotes"'

/** A stack that ran out, as the failure that it means; anything else as it is. */
export function tooDeep(cause: unknown, file: string): unknown {
  return cause instanceof RangeError ? new QueuewrightError('study-file', TOO_DEEP, { file, cause }) : cause
}

interface Made {
  readonly value: unknown
  /** Values that it is made of, itself included. */
  readonly count: number
}

/**
 * @param at where a node stands, for messages
 * @throws QueuewrightError `study-file`
 */
export function valuesOf(
  document: Document.Parsed,
  file: string,
  at: (node: Node) => FailureDetail,
): { readonly value: unknown; readonly targets: Targets } {
  const anchored = new Map<string, Node>()
  const made = new Map<Node, Made>()
  const targets = new Map<Alias, Node>()
  const refused = (what: string, node: Node, detail: FailureDetail = {}) =>
    new QueuewrightError('study-file', what, { ...at(node), ...detail })

  function read(node: unknown): Made {
    if (isAlias(node)) return meant(node)
    if (!isNode(node)) return { value: null, count: 1 }
    if (node.anchor !== undefined) anchored.set(node.anchor, node)
    const found = isMap(node)
      ? mapping(node)
      : isSeq(node)
        ? together(node.items, (values) => values)
        : { value: isScalar(node) ? node.value : null, count: 1 }
    if (found.count > MOST_VALUES) {
      const remedy = 'Write out what the aliases stand for'
      throw refused('aliases multiply this file beyond measure', node, { remedy })
    }
    if (node.anchor !== undefined) made.set(node, found)
    return found
  }

  function meant(alias: Alias): Made {
    const value = `*${alias.source}`
    const target = anchored.get(alias.source)
    if (target === undefined) throw refused('an alias of nothing', alias, { value, remedy: QUOTES })
    const found = made.get(target)
    if (found === undefined) {
      const remedy = 'Write out what it should stand for'
      throw refused('an alias that stands for what it is a part of', alias, { value, remedy })
    }
    targets.set(alias, target)
    return found
  }

  function mapping(map: YAMLMap): Made {
    const keys = new Set<string>()
    for (const { key } of map.items) {
      if (!isScalar(key)) throw refused('a key that is no text', isNode(key) ? key : map)
      if (keys.has(String(key.value))) throw refused('this key stands twice', key)
      keys.add(String(key.value))
    }
    const names = [...keys]
    return together(
      map.items.map(({ value }) => value),
      // Every key a member of its own, `__proto__` too.
      (values) => Object.fromEntries(names.map((name, k) => [name, values[k]])),
    )
  }

  function together(items: readonly unknown[], whole: (values: readonly unknown[]) => unknown): Made {
    const parts = items.map(read)
    return {
      value: whole(parts.map(({ value }) => value)),
      count: parts.reduce((sum, { count }) => sum + count, 1),
    }
  }

  try {
    return { value: read(document.contents).value, targets }
  } catch (error) {
    throw tooDeep(error, file)
  }
}

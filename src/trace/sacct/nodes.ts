/** Lists of nodes in Slurm's notation: `n[1-4,7],gpu01`, `rack[0-1]n[00-15]`. */

/** Nodes whose names differ in one number, from … to. */
interface NodeRange {
  /** The name without that number. */
  readonly name: string
  readonly from: number
  readonly to: number
}

/** Names with numbers beyond this one are no nodes. */
const LARGEST_NUMBER = 1 << 22

/** The names of the nodes of a list. */
export function nodeNames(list: string): readonly string[] {
  return itemsOf(list).flatMap(writtenOut)
}

function itemsOf(list: string): readonly string[] {
  return list.match(/(?:[^,[\]]|\[[^\]]*\])+/g) ?? []
}

/** The nodes of `list`; leading zeros of a name's last number do not matter. */
function rangesOf(list: string): readonly NodeRange[] {
  return itemsOf(list)
    .flatMap(itemRanges)
    .filter(({ from, to }) => from >= 0 && to >= from && to <= LARGEST_NUMBER)
}

function itemRanges(item: string): readonly NodeRange[] {
  const bracket = item.lastIndexOf('[')
  if (bracket < 0) {
    const [, stem = item, number = '0', suffix = ''] = /^(.*?)(\d+)(\D*)$/.exec(item) ?? []
    return [{ name: stem + suffix, from: Number(number), to: Number(number) }]
  }
  const end = item.indexOf(']', bracket)
  const suffix = item.slice(end + 1)
  const bounds = item
    .slice(bracket + 1, end)
    .split(',')
    .map((text) => text.split('-').map(Number))
  return writtenOut(item.slice(0, bracket)).flatMap((stem) =>
    bounds.map(([from, to = from]) => ({ name: stem + suffix, from, to })),
  )
}

/** `rack[08-10]n` as rack08n, rack09n, rack10n. */
function writtenOut(stem: string): readonly string[] {
  const match = /^(.*)\[([^\]]*)\](.*)$/.exec(stem)
  if (match === null) return [stem]
  const [, before, ranges, after] = match
  const numbers = ranges.split(',').flatMap((range) => {
    const [from, to = from] = range.split('-')
    const count = Math.max(0, Math.min(LARGEST_NUMBER, Number(to) - Number(from) + 1)) || 0
    return Array.from({ length: count }, (_, k) => String(Number(from) + k).padStart(from.length, '0'))
  })
  return writtenOut(before).flatMap((start) => numbers.map((number) => `${start}${number}${after}`))
}

/** The different nodes among many lists. */
export class NodeSet {
  readonly #seen = new Map<string, Uint8Array>()

  add(list: string): void {
    for (const { name, from, to } of rangesOf(list)) {
      let marks = this.#seen.get(name) ?? new Uint8Array(64)
      if (marks.length <= to) {
        const larger = new Uint8Array(2 ** Math.ceil(Math.log2(to + 1)))
        larger.set(marks)
        marks = larger
      }
      marks.fill(1, from, to + 1)
      this.#seen.set(name, marks)
    }
  }

  get size(): number {
    let count = 0
    for (const marks of this.#seen.values()) for (const mark of marks) count += mark
    return count
  }
}

/**
 * The points of a front that are nearest to a given one, by the Euclidean distance: a k-d tree (Bentley, Communications
 * of the ACM 18, 1975; Friedman, Bentley and Finkel, ACM TOMS 3, 1977), each node with the box that its points fill.
 *
 * Exact: no answer differs from that of a search through all points, by not a bit. The sum of squares over the axes of
 * what lies between a point and a box is, term by term and so also rounded, at most that to a point in the box.
 *
 * A point that is moved along its axes (x' = s·x + t, s > 0) stays on the same side of every split, so a tree is moved
 * in one pass instead of built anew.
 */
import { alike, badFront, type Front, frontSize, notEmpty } from './front.js'

/** Points that a leaf has at most. */
const LEAF = 8

export interface Neighbours {
  /** Places of the neighbours in the front, nearest first; among equally near ones the lower place first. */
  readonly places: Int32Array
  /** Their squared distances. */
  readonly squares: Float64Array
}

export interface NearestPoints {
  readonly front: Front
  /**
   * The `count` points nearest to `point`.
   * @throws QueuewrightError `usage` for another number of objectives, or more neighbours than there are points
   */
  nearest(point: ArrayLike<number>, count: number): Neighbours
  /**
   * As `nearest`, without checks, for many searches: of the point at `points[from…]`, into `found`, whose lengths say
   * how many.
   */
  search(points: Float64Array, from: number, found: Neighbours): void
  /** The tree of the front moved by x' = scale·x + shift; every `scale` above 0. */
  moved(scale: Float64Array, shift: Float64Array): NearestPoints
}

interface Tree {
  readonly front: Front
  readonly order: Int32Array
  /** The points in the order of `order`. */
  readonly rows: Float64Array
  /** Nodes in preorder: rows from … to−1; the right child, 0 for a leaf. The left child is the next node. */
  readonly from: Int32Array
  readonly to: Int32Array
  readonly right: Int32Array
  /** The least and the greatest value of each node on each axis. */
  readonly least: Float64Array
  readonly most: Float64Array
}

/** @throws QueuewrightError `usage` for a front without points */
export function nearestPoints(front: Front): NearestPoints {
  return searcher(treeOf(notEmpty(front)))
}

function searcher(tree: Tree): NearestPoints {
  const { front, order, rows, from, to, right, least, most } = tree
  const d = front.objectives

  let query = rows
  let at = 0
  let places = new Int32Array(0)
  let squares = new Float64Array(0)
  let filled = 0
  /** Nothing that is farther matters. */
  let bound = Number.POSITIVE_INFINITY

  function boxSquare(node: number): number {
    const base = node * d
    let sum = 0
    for (let k = 0; k < d; k++) {
      const value = query[at + k]
      const below = least[base + k] - value
      if (below > 0) sum += below * below
      else {
        const above = value - most[base + k]
        if (above > 0) sum += above * above
      }
    }
    return sum
  }

  function consider(row: number): void {
    const base = row * d
    let sum = 0
    for (let k = 0; k < d; k++) {
      const gap = query[at + k] - rows[base + k]
      sum += gap * gap
    }
    if (sum > bound) return
    const place = order[row]
    const wanted = places.length
    let slot = filled < wanted ? filled : wanted - 1
    if (filled === wanted && sum === squares[slot] && place > places[slot]) return
    while (slot > 0 && (squares[slot - 1] > sum || (squares[slot - 1] === sum && places[slot - 1] > place))) {
      squares[slot] = squares[slot - 1]
      places[slot] = places[slot - 1]
      slot--
    }
    squares[slot] = sum
    places[slot] = place
    if (filled < wanted) filled++
    if (filled === wanted) bound = squares[wanted - 1]
  }

  function visit(node: number): void {
    const second = right[node]
    if (second === 0) {
      for (let row = from[node]; row < to[node]; row++) consider(row)
      return
    }
    const first = node + 1
    const toFirst = boxSquare(first)
    const toSecond = boxSquare(second)
    if (toFirst <= toSecond) {
      if (toFirst <= bound) visit(first)
      if (toSecond <= bound) visit(second)
    } else {
      if (toSecond <= bound) visit(second)
      if (toFirst <= bound) visit(first)
    }
  }

  function search(points: Float64Array, place: number, found: Neighbours): void {
    query = points
    at = place
    places = found.places as typeof places
    squares = found.squares as typeof squares
    filled = 0
    bound = Number.POSITIVE_INFINITY
    visit(0)
  }

  return {
    front,
    nearest: (point, count) => {
      alike(front, { objectives: point.length, points: rows })
      const most = frontSize(front)
      if (!(Number.isInteger(count) && count >= 1 && count <= most)) {
        throw badFront('neighbours', count, `a whole number from 1 to the ${most} points of the front`)
      }
      const found = { places: new Int32Array(count), squares: new Float64Array(count) }
      search(Float64Array.from(point), 0, found)
      return found
    },
    search,
    moved: (scale, shift) => {
      const move = (values: Float64Array) => {
        const result = new Float64Array(values.length)
        for (let base = 0; base < values.length; base += d) {
          for (let k = 0; k < d; k++) result[base + k] = scale[k] * values[base + k] + shift[k]
        }
        return result
      }
      return searcher({
        ...tree,
        front: { objectives: d, points: move(front.points) },
        rows: move(rows),
        least: move(least),
        most: move(most),
      })
    },
  }
}

function treeOf(front: Front): Tree {
  const { objectives: d, points } = front
  const count = frontSize(front)
  const order = Int32Array.from({ length: count }, (_, row) => row)
  const nodes = nodeCount(count)
  const tree = {
    front,
    order,
    from: new Int32Array(nodes),
    to: new Int32Array(nodes),
    right: new Int32Array(nodes),
    least: new Float64Array(nodes * d).fill(Number.POSITIVE_INFINITY),
    most: new Float64Array(nodes * d).fill(Number.NEGATIVE_INFINITY),
  }
  let made = 0
  const build = (from: number, to: number): void => {
    const node = made++
    const base = node * d
    for (let row = from; row < to; row++) {
      for (let k = 0; k < d; k++) {
        const value = points[order[row] * d + k]
        if (value < tree.least[base + k]) tree.least[base + k] = value
        if (value > tree.most[base + k]) tree.most[base + k] = value
      }
    }
    tree.from[node] = from
    tree.to[node] = to
    if (to - from <= LEAF) return
    let widest = 0
    for (let k = 1; k < d; k++) {
      const width = tree.most[base + k] - tree.least[base + k]
      if (width > tree.most[base + widest] - tree.least[base + widest]) widest = k
    }
    const middle = (from + to) >>> 1
    const axis = Float64Array.from(order.subarray(from, to), (row) => points[row * d + widest])
    halve(axis, order.subarray(from, to), middle - from)
    build(from, middle)
    tree.right[node] = made
    build(middle, to)
  }
  build(0, count)
  const rows = new Float64Array(points.length)
  for (let row = 0; row < count; row++) {
    for (let k = 0; k < d; k++) rows[row * d + k] = points[order[row] * d + k]
  }
  return { ...tree, rows }
}

function nodeCount(count: number): number {
  if (count <= LEAF) return 1
  const half = count >>> 1
  return 1 + nodeCount(half) + nodeCount(count - half)
}

/**
 * Puts the `half` least keys, and what belongs to them, in front (Hoare's selection, Communications of the ACM 4, 1961,
 * with the median of three as pivot).
 */
function halve(keys: Float64Array, places: Int32Array, half: number): void {
  const swap = (a: number, b: number): void => {
    const key = keys[a]
    keys[a] = keys[b]
    keys[b] = key
    const place = places[a]
    places[a] = places[b]
    places[b] = place
  }
  let low = 0
  let high = keys.length - 1
  while (low < high) {
    const [a, b, c] = [keys[low], keys[(low + high) >>> 1], keys[high]]
    const pivot = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
    let i = low
    let j = high
    while (i <= j) {
      while (keys[i] < pivot) i++
      while (keys[j] > pivot) j--
      if (i <= j) swap(i++, j--)
    }
    if (half <= j) high = j
    else if (half >= i) low = i
    else return
  }
}

/**
 * ND-tree (Jaszkiewicz and Lust, IEEE Transactions on Evolutionary Computation 22, 2018): points that do not dominate each
 * other, in a tree of nearby ones. Each node has a lower and an upper bound of its points in every objective, by which
 * whole branches are known to dominate a new point, to be dominated by it, or to have nothing to do with it. So an
 * insertion looks at few points even where there are many and of many objectives.
 *
 * All objectives are minimised. Distances are relative to the ranges of the whole tree. The points themselves are rows of
 * the owner's array.
 */

export interface NdTree {
  /** Whether a point of the tree is nowhere worse than this one. */
  covers(point: Float64Array): boolean
  /**
   * Puts row `row` of the points in, unless a point of the tree is nowhere worse.
   * @param removed is told the rows that the new point dominates
   */
  insert(row: number, removed: (row: number) => void): boolean
  /** Rows have been renumbered; `places[old]` is the new number. */
  renumber(places: Int32Array): void
}

interface Node {
  readonly ideal: Float64Array
  readonly nadir: Float64Array
  /** Rows of a leaf; null in an inner node. */
  rows: number[] | null
  children: Node[]
}

/** A leaf of more rows is split. The paper's tests favour 20. */
const LARGEST_LEAF = 20

/** @param owner has the points, row-major; its array may be replaced by a larger one, or a renumbered one */
export function ndTree(objectives: number, owner: { readonly points: Float64Array }): NdTree {
  const root = leaf()

  function leaf(): Node {
    return {
      ideal: new Float64Array(objectives).fill(Number.POSITIVE_INFINITY),
      nadir: new Float64Array(objectives).fill(Number.NEGATIVE_INFINITY),
      rows: [],
      children: [],
    }
  }

  function isCovered(node: Node, point: Float64Array): boolean {
    if (isEmpty(node) || !covers(node.ideal, point)) return false
    if (covers(node.nadir, point)) return true
    if (node.rows === null) return node.children.some((child) => isCovered(child, point))
    return node.rows.some((row) => rowCovers(row, point))
  }

  function rowCovers(row: number, point: Float64Array): boolean {
    const { points } = owner
    const from = row * objectives
    for (let k = 0; k < objectives; k++) if (points[from + k] > point[k]) return false
    return true
  }

  function coversRow(point: Float64Array, row: number): boolean {
    const { points } = owner
    const from = row * objectives
    for (let k = 0; k < objectives; k++) if (point[k] > points[from + k]) return false
    return true
  }

  /** Removes what `point` dominates; nothing in the tree covers the point. */
  function removeDominated(node: Node, point: Float64Array, removed: (row: number) => void): void {
    if (isEmpty(node) || !covers(point, node.nadir)) return
    if (covers(point, node.ideal)) {
      forEachRow(node, removed)
      empty(node)
      return
    }
    if (node.rows !== null) {
      node.rows = node.rows.filter((row) => {
        if (!coversRow(point, row)) return true
        removed(row)
        return false
      })
      return
    }
    for (const child of node.children) removeDominated(child, point, removed)
    node.children = node.children.filter((child) => !isEmpty(child))
    if (node.children.length === 0) empty(node)
  }

  function empty(node: Node): void {
    node.rows = []
    node.children = []
    node.ideal.fill(Number.POSITIVE_INFINITY)
    node.nadir.fill(Number.NEGATIVE_INFINITY)
  }

  function forEachRow(node: Node, visit: (row: number) => void): void {
    for (const row of node.rows ?? []) visit(row)
    for (const child of node.children) forEachRow(child, visit)
  }

  /** The units of distances; 0 where an objective has no range yet. */
  function scales(): Float64Array {
    return root.ideal.map((ideal, k) => {
      const range = root.nadir[k] - ideal
      return range > 0 && Number.isFinite(range) ? 1 / range : 0
    })
  }

  function add(node: Node, row: number, point: Float64Array): void {
    let place = node
    widen(place, point)
    const scale = scales()
    while (place.rows === null) {
      place = closest(place.children, point, scale)
      widen(place, point)
    }
    place.rows.push(row)
    if (place.rows.length > LARGEST_LEAF) split(place, scale)
  }

  function closest(children: readonly Node[], point: Float64Array, scale: Float64Array): Node {
    let best = children[0]
    let least = Number.POSITIVE_INFINITY
    for (const child of children) {
      let distance = 0
      for (let k = 0; k < objectives; k++) {
        distance += ((point[k] - (child.ideal[k] + child.nadir[k]) / 2) * scale[k]) ** 2
      }
      if (distance < least) {
        least = distance
        best = child
      }
    }
    return best
  }

  /** Into objectives + 1 leaves, begun by rows that are far apart. */
  function split(node: Node, scale: Float64Array): void {
    const rows = node.rows ?? []
    const points = rows.map(pointOf)
    const distance = (a: number, b: number) => {
      let sum = 0
      for (let k = 0; k < objectives; k++) sum += ((points[a][k] - points[b][k]) * scale[k]) ** 2
      return sum
    }
    // To the seeds so far: of the first seed to all rows.
    let far = rows.map((_, a) => rows.reduce((sum, _, b) => sum + Math.sqrt(distance(a, b)), 0))
    const seeds: number[] = []
    while (seeds.length <= objectives && seeds.length < rows.length) {
      let next = -1
      for (let a = 0; a < rows.length; a++)
        if (!seeds.includes(a) && (next < 0 || far[a] > far[next])) next = a
      far = far.map((value, a) => (seeds.length === 0 ? 0 : value) + Math.sqrt(distance(a, next)))
      seeds.push(next)
    }
    node.rows = null
    node.children = seeds.map((seed) => {
      const child = leaf()
      child.rows = [rows[seed]]
      widen(child, points[seed])
      return child
    })
    for (const [a, row] of rows.entries()) {
      if (seeds.includes(a)) continue
      const child = closest(node.children, points[a], scale)
      child.rows?.push(row)
      widen(child, points[a])
    }
  }

  function pointOf(row: number): Float64Array {
    return owner.points.slice(row * objectives, (row + 1) * objectives)
  }

  return {
    covers: (point) => isCovered(root, point),
    insert: (row, removed) => {
      const point = pointOf(row)
      if (isCovered(root, point)) return false
      removeDominated(root, point, removed)
      add(root, row, point)
      return true
    },
    renumber: (places) => {
      const visit = (node: Node) => {
        if (node.rows !== null) node.rows = node.rows.map((row) => places[row])
        for (const child of node.children) visit(child)
      }
      visit(root)
    },
  }
}

function isEmpty({ rows, children }: Node): boolean {
  return children.length === 0 && (rows === null || rows.length === 0)
}

function covers(a: Float64Array, b: Float64Array): boolean {
  for (let k = 0; k < a.length; k++) if (a[k] > b[k]) return false
  return true
}

function widen({ ideal, nadir }: Node, point: Float64Array): void {
  for (let k = 0; k < point.length; k++) {
    if (point[k] < ideal[k]) ideal[k] = point[k]
    if (point[k] > nadir[k]) nadir[k] = point[k]
  }
}

/** A partition of points into clusters, and how scattered they are in it. */

/** Points of one length. */
export type Points = readonly Float64Array[]

export interface Clustering {
  /** The place of each point's cluster, 0, 1, …; no cluster is empty. */
  readonly clusterOf: Int32Array
  /** The means of the clusters. */
  readonly centres: readonly Float64Array[]
  /** The sum over the points of the squared distance to the cluster's centre: what is minimised. */
  readonly scatter: number
}

export function squaredDistance(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let k = 0; k < a.length; k++) sum += (a[k] - b[k]) ** 2
  return sum
}

/**
 * @param clusterOf of each point; every cluster below `clusters` has one
 */
export function clusteringOf(points: Points, clusterOf: Int32Array, clusters: number): Clustering {
  const sizes = sizesOf(clusterOf, clusters)
  const centres = Array.from({ length: clusters }, () => new Float64Array(points[0].length))
  for (const [place, point] of points.entries()) {
    const centre = centres[clusterOf[place]]
    for (let k = 0; k < point.length; k++) centre[k] += point[k]
  }
  for (const [cluster, centre] of centres.entries()) {
    for (let k = 0; k < centre.length; k++) centre[k] /= sizes[cluster]
  }
  const scatter = points.reduce(
    (sum, point, place) => sum + squaredDistance(point, centres[clusterOf[place]]),
    0,
  )
  return { clusterOf, centres, scatter }
}

/** How many points each cluster has. */
export function sizesOf(clusterOf: Int32Array, clusters: number): Int32Array {
  const sizes = new Int32Array(clusters)
  for (const cluster of clusterOf) sizes[cluster]++
  return sizes
}

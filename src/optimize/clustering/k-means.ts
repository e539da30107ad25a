/**
 * k-means by batches (Forgy 1965, Lloyd 1982; HMEANS in H. Späth, Cluster Dissection and Analysis, 1985): all points go to their
 * nearest centre, then the centres become the means of their points, as long as that makes the scatter less.
 */
import type { Random } from '../../core/random.js'
import { type Clustering, clusteringOf, type Points, sizesOf, squaredDistance } from './partition.js'

/**
 * `k` of the points, drawn at random, none twice.
 * @param k at most as many as there are points
 */
export function firstCentres(points: Points, k: number, random: Random): Points {
  const places = random.shuffle(Int32Array.from({ length: points.length }, (_, place) => place))
  return Array.from(places.subarray(0, k), (place) => points[place])
}

/** @param first where the centres begin; at most as many as there are points */
export function kMeans(points: Points, first: Points): Clustering {
  let found = clusteringOf(points, assigned(points, first), first.length)
  for (;;) {
    const next = clusteringOf(points, assigned(points, found.centres), first.length)
    // What is told of rounding alone would go round for ever.
    if (!(next.scatter < found.scatter)) return found
    found = next
  }
}

/** The nearest centre of each point; of equally near ones the first. */
function assigned(points: Points, centres: Points): Int32Array {
  const clusterOf = Int32Array.from(points, (point) => {
    let nearest = 0
    let least = Number.POSITIVE_INFINITY
    for (const [cluster, centre] of centres.entries()) {
      const distance = squaredDistance(point, centre)
      if (distance >= least) continue
      nearest = cluster
      least = distance
    }
    return nearest
  })
  fillEmpty(points, centres, clusterOf)
  return clusterOf
}

/** An empty cluster gets the point that is farthest from its centre, of those that leave others behind: no point is worse off. */
function fillEmpty(points: Points, centres: Points, clusterOf: Int32Array): void {
  const sizes = sizesOf(clusterOf, centres.length)
  for (let empty = sizes.indexOf(0); empty >= 0; empty = sizes.indexOf(0)) {
    let farthest = -1
    let most = Number.NEGATIVE_INFINITY
    for (const [place, point] of points.entries()) {
      const cluster = clusterOf[place]
      const distance = squaredDistance(point, centres[cluster])
      if (sizes[cluster] < 2 || distance <= most) continue
      farthest = place
      most = distance
    }
    sizes[clusterOf[farthest]]--
    sizes[empty]++
    clusterOf[farthest] = empty
  }
}

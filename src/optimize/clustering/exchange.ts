/**
 * k-means with the exchange method (KMEANS in H. Späth, Cluster Dissection and Analysis: Theory, FORTRAN Programs, Examples,
 * 1985): where no batch of plain k-means makes the clusters better, single points go to another cluster as long as the scatter
 * becomes less. A point at distances d from the centre of its cluster of n points and e from that of another, of m, takes
 * n/(n−1)·d² from the scatter and adds m/(m+1)·e²: both centres move with it, which plain k-means does not see. Where no
 * exchange is left, none of plain k-means is.
 */
import type { Random } from '../../core/random.js'
import { wholeSetting } from '../settings.js'
import { firstCentres, kMeans } from './k-means.js'
import { type Clustering, clusteringOf, type Points, sizesOf, squaredDistance } from './partition.js'

/**
 * @param points one or more, of one length
 * @param k clusters; as many as points where there are fewer of these
 * @throws QueuewrightError `usage`
 */
export function kMeansExchange(points: readonly Float64Array[], k: number, random: Random): Clustering {
  wholeSetting('points', points.length, 1)
  wholeSetting('clusters', k, 1)
  return exchanged(points, kMeans(points, firstCentres(points, Math.min(k, points.length), random)))
}

/** Goes through all points as long as exchanges make the scatter less. */
export function exchanged(points: Points, from: Clustering): Clustering {
  let found = from
  for (;;) {
    const next = clusteringOf(points, exchangedOnce(points, found), found.centres.length)
    // What is told of rounding alone would go round for ever.
    if (!(next.scatter < found.scatter)) return found
    found = next
  }
}

/** Each point, in turn, to the cluster where it adds least, if that is less than it takes from its own. */
function exchangedOnce(points: Points, from: Clustering): Int32Array {
  const clusterOf = Int32Array.from(from.clusterOf)
  const centres = from.centres.map((centre) => Float64Array.from(centre))
  const sizes = sizesOf(clusterOf, centres.length)
  for (const [place, point] of points.entries()) {
    const own = clusterOf[place]
    const size = sizes[own]
    if (size < 2) continue
    let best = own
    let least = (size / (size - 1)) * squaredDistance(point, centres[own])
    for (const [other, centre] of centres.entries()) {
      if (other === own) continue
      const added = (sizes[other] / (sizes[other] + 1)) * squaredDistance(point, centre)
      if (added >= least) continue
      best = other
      least = added
    }
    if (best === own) continue
    clusterOf[place] = best
    move(centres[own], sizes[own]--, point, -1)
    move(centres[best], sizes[best]++, point, 1)
  }
  return clusterOf
}

/** The mean of `size` points becomes that of one more or one less. */
function move(centre: Float64Array, size: number, point: Float64Array, sign: 1 | -1): void {
  for (let k = 0; k < centre.length; k++) centre[k] += (sign * (point[k] - centre[k])) / (size + sign)
}

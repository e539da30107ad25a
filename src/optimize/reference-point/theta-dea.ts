/**
 * θ-DEA (Yuan, Xu, Wang and Yao, IEEE Transactions on Evolutionary Computation 20, 2016), for many objectives. Points that
 * belong to one reference direction are ranked by penalty boundary intersection, d1 + θ·d2: how far along the direction
 * and, θ times, how far beside it. The best of every direction form the first θ-front, the second best the next; θ-fronts
 * survive while there is room, of the last one those that chance draws. Where NSGA-III takes any non-dominated point near
 * an empty direction, this one also pulls towards the ideal point, and so comes closer to the front of many objectives.
 *
 * θ is 5; on the axes, where only extreme points are wanted, 10⁶. Operators as for NSGA-III.
 */
import { byReferencePoints, type Contest } from './method.js'

/** Begun, and restored of a snapshot. */
export const { begin: thetaDea, restore: restoreThetaDea } = byReferencePoints({
  kind: 'theta-dea',
  survivors,
})
const THETA = 5
const THETA_ON_AXES = 1e6

function survivors({ association, directions, objectives, room, random }: Contest): readonly number[] {
  const { direction, beside, along } = association
  const thetas = Float64Array.from({ length: directions.length / objectives }, (_, row) =>
    directions.subarray(row * objectives, (row + 1) * objectives).includes(1) ? THETA_ON_AXES : THETA,
  )
  const penalised = along.map((value, place) => value + thetas[direction[place]] * beside[place])
  const clusters = Array.from(thetas, (): number[] => [])
  for (const [place, row] of direction.entries()) clusters[row].push(place)
  const fronts: number[][] = []
  for (const cluster of clusters) {
    cluster.sort((a, b) => penalised[a] - penalised[b] || a - b)
    for (const [rank, place] of cluster.entries()) {
      if (rank === fronts.length) fronts.push([])
      fronts[rank].push(place)
    }
  }
  const survivors: number[] = []
  for (const front of fronts) {
    const left = room - survivors.length
    for (const each of front.length <= left ? front : random.shuffle(front).slice(0, left))
      survivors.push(each)
  }
  return survivors
}

/**
 * NSGA-III (Deb and Jain, IEEE Transactions on Evolutionary Computation 18, 2014), for many objectives: the last front
 * that enters the next population fills up reference directions that have the fewest points so far. A direction that has
 * none gets its nearest point, others a random one of theirs (sections IV-D and IV-E).
 *
 * The authors use crossover with probability 1 and η_c = 30, mutation with η_m = 20, both with distributions that end at
 * the bounds.
 */
import { byReferencePoints, type Contest } from './method.js'

/** Begun, and restored of a snapshot. */
export const { begin: nsga3, restore: restoreNsga3 } = byReferencePoints({ kind: 'nsga3', survivors })

function survivors(contest: Contest): readonly number[] {
  const { association, directions, objectives, sure, room, random } = contest
  const { direction, beside } = association
  const survivors = Array.from({ length: sure }, (_, place) => place)
  const counts = new Int32Array(directions.length / objectives)
  for (const place of survivors) counts[direction[place]]++
  const waiting = Array.from(counts, (): number[] => [])
  for (let place = sure; place < direction.length; place++) waiting[direction[place]].push(place)
  while (survivors.length < room) {
    let fewest = Number.POSITIVE_INFINITY
    let open: number[] = []
    for (const [row, members] of waiting.entries()) {
      if (members.length === 0 || counts[row] > fewest) continue
      if (counts[row] < fewest) open = []
      fewest = counts[row]
      open.push(row)
    }
    const row = open[random.int(open.length)]
    const members = waiting[row]
    const at = counts[row] === 0 ? nearest(members, beside) : random.int(members.length)
    survivors.push(members[at])
    members.splice(at, 1)
    counts[row]++
  }
  return survivors
}

function nearest(members: readonly number[], beside: Float64Array): number {
  return members.reduce((best, place, k) => (beside[place] < beside[members[best]] ? k : best), 0)
}

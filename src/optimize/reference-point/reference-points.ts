/**
 * Reference directions on the unit simplex: the lattice of Das and Dennis (SIAM Journal on Optimization 8, 1998), all
 * points whose coordinates are multiples of 1/divisions and sum to 1; C(M + divisions − 1, divisions) of them. For many
 * objectives a second layer with fewer divisions, shrunk by half towards the centre, puts directions inside the simplex
 * (Deb and Jain, IEEE Transactions on Evolutionary Computation 18, 2014).
 */
import { badSetting, wholeSetting } from '../settings.js'

/** Directions of a layer at most: a population has as many individuals. */
const MOST = 100_000

/**
 * @returns row-major; the outer layer first
 * @throws QueuewrightError `usage`, also for more than 100,000 directions in a layer
 */
export function referencePoints(
  objectives: number,
  divisions: number,
  innerDivisions: number | null,
): Float64Array {
  const outer = lattice('divisions', objectives, divisions)
  if (innerDivisions === null) return Float64Array.from(outer)
  const inner = lattice('innerDivisions', objectives, innerDivisions)
  return Float64Array.from([...outer, ...inner.map((value) => value / 2 + 1 / (2 * objectives))])
}

function lattice(field: string, objectives: number, divisions: number): number[] {
  wholeSetting(field, divisions, 1)
  let count = 1
  for (let k = 1; k < objectives; k++) count *= (divisions + k) / k
  if (count > MOST) throw badSetting(field, divisions, `so few that there are ${MOST} directions at most`)
  const points: number[] = []
  const point: number[] = []
  const fill = (left: number) => {
    if (point.length === objectives - 1) {
      points.push(...point, left / divisions)
      return
    }
    for (let units = 0; units <= left; units++) {
      point.push(units / divisions)
      fill(left - units)
      point.pop()
    }
  }
  fill(divisions)
  return points
}

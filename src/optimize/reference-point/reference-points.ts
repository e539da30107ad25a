/**
 * Reference directions on the unit simplex: the lattice of Das and Dennis (SIAM Journal on Optimization 8, 1998), all
 * points whose coordinates are multiples of 1/divisions and sum to 1; C(M + divisions − 1, divisions) of them. For many
 * objectives a second layer with fewer divisions, shrunk by half towards the centre, puts directions inside the simplex
 * (Deb and Jain, IEEE Transactions on Evolutionary Computation 18, 2014).
 */
import { wholeSetting } from '../settings.js'

/** @returns row-major; the outer layer first */
export function referencePoints(
  objectives: number,
  divisions: number,
  innerDivisions: number | null,
): Float64Array {
  const outer = lattice(objectives, wholeSetting('divisions', divisions, 1))
  if (innerDivisions === null) return Float64Array.from(outer)
  const inner = lattice(objectives, wholeSetting('innerDivisions', innerDivisions, 1))
  return Float64Array.from([...outer, ...inner.map((value) => value / 2 + 1 / (2 * objectives))])
}

function lattice(objectives: number, divisions: number): number[] {
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

/**
 * Test problem DTLZ2 (Deb, Thiele, Laumanns and Zitzler, CEC 2002): a spherical front of any number of objectives, with
 * k = 10 further coordinates that give the distance from it. All coordinates are in [0, 1].
 */
import { cubeOf } from '../box.js'
import { wholeSetting } from '../settings.js'
import type { MultiObjectiveProblem } from './zdt.js'

const DISTANCE_COORDINATES = 10

/** @param objectives 2 or more */
export function dtlz2(objectives: number): MultiObjectiveProblem {
  const angles = wholeSetting('objectives', objectives, 2) - 1
  return {
    box: cubeOf(angles + DISTANCE_COORDINATES, 0, 1),
    objectives,
    evaluate: (point, scores, at) => {
      let g = 0
      for (let k = angles; k < point.length; k++) g += (point[k] - 0.5) ** 2
      for (let objective = 0; objective < objectives; objective++) {
        let value = 1 + g
        const cosines = angles - objective
        for (let k = 0; k < cosines; k++) value *= Math.cos((point[k] * Math.PI) / 2)
        if (objective > 0) value *= Math.sin((point[cosines] * Math.PI) / 2)
        scores[at + objective] = value
      }
    },
  }
}

/** Volume of the part of [0, side]ᴹ outside the unit sphere: what the whole front of DTLZ2 dominates up to (side, …, side). */
export function dtlz2FrontVolume(objectives: number, side: number): number {
  // The unit ball's volume, V(M) = V(M − 2)·2π/M, of which one orthant is 2⁻ᴹ.
  let ball = objectives % 2 === 0 ? 1 : 2
  for (let m = objectives % 2 === 0 ? 2 : 3; m <= objectives; m += 2) ball *= (2 * Math.PI) / m
  return side ** objectives - ball / 2 ** objectives
}

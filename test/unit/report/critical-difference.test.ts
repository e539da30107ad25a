/** Mean ranks and their critical difference, against the figures of Demšar's paper. */
import { describe, expect, it } from 'vitest'
import { criticalDifference, MOST_RANKED } from '../../../src/core/inference/index.js'
import { svgFile } from '../../../src/report/formats/svg.js'
import { criticalDifferencePlot } from '../../../src/report/plots/critical-difference.js'
import { expectPicture } from './support.js'

describe('the critical difference', () => {
  it('is that of the paper: four algorithms on fourteen data sets', () => {
    expect(criticalDifference(4, 14)).toBeCloseTo(1.25, 2)
  })

  it('grows with what is ranked, and falls with how often', () => {
    for (let k = 3; k <= MOST_RANKED; k++) {
      expect(criticalDifference(k, 10)).toBeGreaterThan(criticalDifference(k - 1, 10))
      expect(criticalDifference(k, 40)).toBeCloseTo(criticalDifference(k, 10) / 2, 12)
    }
  })
})

describe('its plot', () => {
  // The mean ranks of the paper's example.
  const RANKS = [
    { policy: 'C4.5', rank: 3.143 },
    { policy: 'C4.5+m', rank: 2 },
    { policy: 'C4.5+cf', rank: 2.893 },
    { policy: 'C4.5+m+cf', rank: 1.964 },
  ]

  it('joins what is not told apart, and names each with its rank', () => {
    const picture = criticalDifferencePlot({ name: 'ranks', objective: 'AUC' }, RANKS, 14, 1.25)
    expectPicture(svgFile(picture.scene))
    expect(picture.data.rows.map(([policy]) => policy)).toEqual(['C4.5+m+cf', 'C4.5+m', 'C4.5+cf', 'C4.5'])
    const joins = picture.scene.marks.filter((mark) => 'thick' in mark && mark.thick === 4)
    expect(joins).toHaveLength(1)
    const apart = criticalDifferencePlot({ name: 'ranks', objective: 'AUC' }, RANKS, 14, 0.3)
    expect(apart.scene.marks.filter((mark) => 'thick' in mark && mark.thick === 4)).toHaveLength(2)
  })
})

/** Grids, start by start and node by node, beside a slow one that follows the rules word by word. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fragmentsOf, type GridPolicy, plainSite, SITE_CHOICES, simulateGrid } from '../../src/sites/index.js'
import { smallGrids } from '../support/grids.js'
import { type SlowPolicy, slowGrid } from '../support/twin/grid.js'

const OVERHEADS = [0, 5, 30, 100, 300]

const CASES: readonly (readonly [string, 'home' | 'largest' | 'grid', SlowPolicy])[] = [
  ['local processing', 'home', { kind: 'local' }],
  ...SITE_CHOICES.map(
    (siteChoice) => [`sharing, ${siteChoice}`, 'largest', { kind: 'sharing', siteChoice }] as const,
  ),
  ...(['multi', 'adaptive'] as const).flatMap((kind) =>
    OVERHEADS.map((overhead) => [`${kind}, ${overhead} %`, 'grid', { kind, overhead }] as const),
  ),
]

describe('a grid and its slow twin agree', () => {
  it.each(CASES)('%s', (_, fits, slow) => {
    const policy: GridPolicy = slow.kind === 'sharing' ? { ...slow, move: 0 } : slow
    fc.assert(
      fc.property(smallGrids(fits), ({ nodes, workload }) => {
        const ours = simulateGrid(workload, nodes.map(plainSite), policy)
        const theirs = slowGrid(workload.jobs, workload.home, nodes, slow)
        expect(Array.from(ours.start)).toEqual(theirs.start)
        expect(Array.from(ours.end)).toEqual(theirs.end)
        expect(theirs.fragments.map((_, row) => fragmentsOf(ours, row))).toEqual(theirs.fragments)
      }),
      { seed: 20261123, numRuns: 300 },
    )
  })
})

/** A file of region cases, computed anew. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { recompute } from '../../../src/lab/sites/instances.js'
import { PROJECT_ROOT } from '../../support/data.js'
import { failureOf } from '../../support/failures.js'

const file = join(PROJECT_ROOT, 'test', 'fixtures', 'regions', 'public.json.gz')
const text = gunzipSync(readFileSync(file)).toString()

/** Numbers that are equal to 10⁻⁹ as those of the other, all else as it is. */
function settled(own: unknown, other: unknown): unknown {
  if (typeof own === 'number' && typeof other === 'number') {
    return Math.abs(own - other) <= 1e-9 * (1 + Math.abs(other)) ? other : own
  }
  if (typeof own !== 'object' || own === null) return own
  const entries = Object.entries(own).map(
    ([key, value]) => [key, settled(value, Object(other)[key])] as const,
  )
  return Array.isArray(own) ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}

it('is the file as it was, whatever it said to expect', () => {
  const whole = JSON.parse(text)
  const stripped = {
    ...whole,
    cases: whole.cases.map((each: object) => ({ ...each, expected: { planes: 7 } })),
  }
  const found = recompute(JSON.stringify(stripped), 'cases.json')
  expect(JSON.stringify(settled(found, whole))).toBe(JSON.stringify(whole))
})

const FIRST = JSON.parse(text).cases[0]
it.each([
  [
    'cases[0].polygons[0].vertices',
    {
      polygons: [
        {
          axes: [0, 1],
          vertices: [
            [0, 0],
            [1, 1],
          ],
        },
      ],
    },
  ],
  [
    'cases[0].polygons[0].vertices[3]',
    {
      polygons: [
        {
          axes: [0, 1],
          vertices: [
            [0, 0],
            [9, 0],
            [9, 9],
            [8, 1],
          ],
        },
      ],
    },
  ],
  [
    'cases[0]',
    {
      polygons: [
        {
          axes: [0, 7],
          vertices: [
            [0, 0],
            [9, 0],
            [9, 9],
          ],
        },
      ],
    },
  ],
  [
    'cases[0].polygons[0]',
    {
      polygons: [
        {
          axes: [0, 1],
          vertices: [
            [0, 0],
            [1, 0],
            [1, 1],
          ],
        },
      ],
    },
  ],
  ['cases[0].points[1]', { points: [FIRST.points[0], [1, 2]] }],
  ['cases[0].polygons', { polygons: [] }],
])('names %s where it cannot be so', (field, change) => {
  const cases = { format: 'queuewright-region-cases 1', cases: [{ ...FIRST, ...change }] }
  const failure = failureOf(() => recompute(JSON.stringify(cases), 'cases.json'))
  expect(failure.kind).toBe('input-document')
  expect(failure.detail).toMatchObject({ file: 'cases.json' })
  expect(failure.detail.field?.startsWith(field)).toBe(true)
})

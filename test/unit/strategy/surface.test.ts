/** Surfaces of orders of which one can say who goes first. */
import { describe, expect, it } from 'vitest'
import { explain, type Surface, usualQuestions } from '../../../src/strategy/index.js'

const surfaces = (policy: string): readonly Surface[] => {
  const { situations } = explain(policy, usualQuestions(2, 64))
  return situations[0].surfaces
}
const named = ({ x, y }: Surface) => `${x.quantity} ${y.quantity}`
const at = ({ x, places }: Surface, column: number, row: number) => places[row * x.values.length + column]

describe('surfaces', () => {
  it('are of requested time, processors and wait; of the submit where the order goes by it', () => {
    expect(surfaces('easy:spt').map(named)).toEqual(['estimate size', 'estimate wait', 'size wait'])
    expect(surfaces('easy:f2').map(named)).toEqual([
      'estimate size',
      'estimate wait',
      'size wait',
      'estimate submit',
    ])
  })

  it('have axes from the least to the largest value, each once', () => {
    const [{ x, y }, { y: wait }] = surfaces('easy')
    expect([x.values[0], x.values.at(-1)]).toEqual([600, 86_400])
    expect([y.values[0], y.values.at(-1)]).toEqual([1, 64])
    expect([wait.values[0], wait.values.at(-1)]).toEqual([60, 7 * 86_400])
    for (const { values } of [x, y, wait]) {
      expect(values.every((value, k) => k === 0 || value > values[k - 1])).toBe(true)
    }
  })

  it('say who goes first: 0 the first, 1 the last, the mean for equals', () => {
    const [shortest] = surfaces('head:spt')
    const [columns, rows] = [shortest.x.values.length, shortest.y.values.length]
    // Equal requested times are equal, whatever the processors: the first column shares the first places.
    expect(at(shortest, 0, 0)).toBeCloseTo((rows - 1) / 2 / (columns * rows - 1), 12)
    expect(at(shortest, 0, rows - 1)).toBe(at(shortest, 0, 0))
    expect(at(shortest, columns - 1, 0)).toBeGreaterThan(0.95)
    // By area: the smallest and shortest alone is first, the largest and longest alone last.
    const [area] = surfaces('head:saf')
    expect([at(area, 0, 0), area.places.at(-1)]).toEqual([0, 1])
    expect(surfaces('head:(0)')[0].places.every((place) => place === 0.5)).toBe(true)
  })

  it('put those that have waited longest first, and those that were submitted first', () => {
    const [, waited] = surfaces('easy')
    expect(at(waited, 0, waited.y.values.length - 1)).toBeLessThan(at(waited, 0, 0))
    const submitted = surfaces('easy:(log10(submit + 1)*size)').at(-1)
    expect(submitted && named(submitted)).toBe('estimate submit')
    expect(submitted && at(submitted, 0, 0)).toBeLessThan(0.05)
  })

  it('do not depend on the scale of the keys', () => {
    const [, one] = surfaces('head:(estimate - wait)')
    const [, other] = surfaces('head:(1e6*(estimate - wait) - 5)')
    expect(other.places).toEqual(one.places)
  })
})

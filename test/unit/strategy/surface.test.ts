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

  it('are of jobs that have waited a day, and of the fifth week where the submit varies', () => {
    const [[day], [estimate]] = ['head:(if(wait == 86400, size, -size))', 'head:(size)'].map(surfaces)
    expect(day.places).toEqual(estimate.places)
    const late = surfaces(`head:(if(now < 5 * 7 * 86400, estimate, size) + log10(submit))`)
    const submitted = late[3]
    expect([late.length, submitted.y.values[0]]).toEqual([4, 1])
    expect(Math.floor((submitted.y.values.at(-1) ?? 0) / (7 * 86_400))).toBe(4)
    const columns = submitted.x.values.length
    // By requested time, each column behind the one before it.
    for (let row = 0; row < submitted.y.values.length; row++) {
      expect(at(submitted, columns - 1, row)).toBeGreaterThan(at(submitted, 0, row) + 0.8)
    }
    expect(at(late[1], columns - 1, 0)).toBe(at(late[1], 0, 0))
  })

  it('are left out where the jobs of the log do not differ', () => {
    const drawn = (sizes: readonly number[], estimates: readonly number[]) =>
      explain('easy:spt', { ...usualQuestions(2, 64), sizes, estimates }).situations[0].surfaces.map(named)
    expect(drawn([1, 64], [0])).toEqual(['size wait'])
    expect(drawn([8], [0, 600])).toEqual(['estimate wait'])
    expect(drawn([8], [600])).toEqual([])
  })

  it('do not depend on the scale of the keys', () => {
    const [, one] = surfaces('head:(estimate - wait)')
    const [, other] = surfaces('head:(1e6*(estimate - wait) - 5)')
    expect(other.places).toEqual(one.places)
  })
})

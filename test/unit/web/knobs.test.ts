import { describe, expect, it } from 'vitest'
import { knobsOf } from '../../../src/apps/web/client/view/knobs.js'
import { ORDERS } from '../../../src/sim/orders/index.js'
import { ALGORITHM_NAMES, parsePolicy } from '../../../src/sim/policy.js'

const names = (policy: string) => knobsOf(policy).map(({ name }) => name)
const turn = (policy: string, name: string, value: number) =>
  knobsOf(policy)
    .find((knob) => knob.name === name)
    ?.turned(value)

describe('knobs', () => {
  it('are the declared parameters, with their ranges', () => {
    const [a] = knobsOf('easy:g2(a=0.5)')
    expect(a).toMatchObject({ name: 'a', meaning: 'weight of the wait', value: 0.5, least: 0, most: 1 })
    expect(names('easy:g2(w7=0.3)')).toContain('w7')
    expect(names('easy:g2(night.b=0.3)')).toContain('night.b')
    expect(names('easy')).toEqual([])
    expect(names('recorded')).toEqual([])
  })

  it('are turned into policies', () => {
    expect(turn('easy:g2(a=0.5, b=0.1)', 'a', 0.25)).toBe('easy:g2(a=0.25, b=0.1)')
    expect(turn('easy:g2(a=0.5)/spt', 'w2', 0.1 + 0.2)).toBe('easy:g2(a=0.5, w2=0.3)/spt')
    expect(turn('greedy', 'criterion', 3)).toBe('head:greedy(criterion=3)')
  })

  it('are the numbers of formulas, where they stand', () => {
    const policy = 'easy:(-wait/estimate + 3*size - 0.5)/(submit + 7)'
    expect(names(policy)).toEqual(['number 1', 'number 2', 'number 1'])
    expect(knobsOf(policy).map(({ value }) => value)).toEqual([3, 0.5, 7])
    expect(turn(policy, 'number 2', 2)).toBe('easy:(-wait/estimate + 3*size - 2)/(submit + 7)')
    expect(knobsOf(policy)[2].turned(1)).toBe('easy:(-wait/estimate + 3*size - 0.5)/(submit + 1)')
    expect(knobsOf(policy)[2].meaning).toMatch(/^backfilling, /)
  })

  it('of every order make policies that can be read, from end to end of their range', () => {
    for (const { name } of ORDERS) {
      for (const { least, most, step, turned } of knobsOf(`easy:${name}`)) {
        expect(step).toBeGreaterThan(0)
        for (const value of [least, most]) {
          const { algorithm } = parsePolicy(turned(value))
          expect(ALGORITHM_NAMES).toContain(algorithm)
        }
      }
    }
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { largestOf, smallestOf } from '../../../src/core/statistics.js'
import { PROJECT_ROOT } from '../../support/data.js'

describe('the largest and the smallest of values', () => {
  it('are found of none, of one, of numbers that are none, and of more than a call can take', () => {
    expect([largestOf([]), smallestOf([])]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])
    expect([largestOf([3]), smallestOf(new Set([3, -1]))]).toEqual([3, -1])
    expect(largestOf([1, Number.NaN, 2])).toBeNaN()
    const many = Array.from({ length: 500_000 }, (_, k) => k)
    expect([largestOf(many), smallestOf(many)]).toEqual([499_999, 0])
  })

  it('are taken by these functions everywhere: a spread into a call overflows the stack where data is long', () => {
    const sources = readdirSync(join(PROJECT_ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    const spreading = sources.filter(
      (name) =>
        name.endsWith('.ts') &&
        /^(?! ?\*|.*\(`Math).*Math\.(max|min)\([^()]*\.\.\./m.test(
          readFileSync(join(PROJECT_ROOT, 'src', name), 'utf8').replace(/\/\*[\s\S]*?\*\//g, ''),
        ),
    )
    expect(spreading).toEqual([])
  })
})

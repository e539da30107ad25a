/**
 * Instances of several machines, made by an independent slow reference: everything that follows from their inputs is
 * computed anew, and has to be what the reference found.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/core/json.js'
import { inFileOrder, recompute } from '../../src/lab/sites/instances.js'
import { PROJECT_ROOT } from '../support/data.js'

const FOLDER = join(PROJECT_ROOT, 'test', 'fixtures', 'sites')

type Values = Readonly<Record<string, unknown>>

function instances(system: string): readonly string[] {
  return readdirSync(FOLDER).filter((name) => name.startsWith(system && `${system}-`))
}

const read = new Map<string, ReturnType<typeof computed>>()

function both(name: string) {
  const known = read.get(name) ?? computed(name)
  read.set(name, known)
  return known
}

function computed(name: string) {
  const text = gunzipSync(readFileSync(join(FOLDER, name))).toString()
  return {
    text,
    given: JSON.parse(text),
    found: recompute(text, name) as Values & { readonly runs: readonly Values[] },
  }
}

describe('grids', () => {
  it.each(instances('grid'))('%s: every start, end and node', (name) => {
    const { given, found } = both(name)
    expect(Object.keys(found)).toEqual(Object.keys(given))
    expect(found.runs).toHaveLength(given.runs.length)
    expect({ ...found, runs: [] }).toEqual({ ...given, runs: [] })
    given.runs.forEach((run: Values, k: number) => {
      const ours = found.runs[k]
      expect(Object.keys(ours)).toEqual(Object.keys(run))
      for (const mean of ['awrt', 'awwt']) {
        if (run[mean] !== undefined) expect(Number(ours[mean]) / Number(run[mean])).toBeCloseTo(1, 9)
      }
      const { awrt, awwt, error, ...exact } = run
      expect(ours).toMatchObject(exact)
    })
  })
})

describe('markets', () => {
  it.each(instances('market'))('%s: every offer, start, node, cost and utility, bit for bit', (name) => {
    const { given, found } = both(name)
    expect(Object.keys(found)).toEqual(Object.keys(given))
    expect(found).toEqual(given)
  })
})

describe('multi-clusters', () => {
  it.each(instances('mc'))('%s: times to a microsecond, nodes and kept steps exactly', (name) => {
    const { given, found } = both(name)
    expect(Object.keys(found)).toEqual(Object.keys(given))
    expect(settled(found, given)).toEqual(given)
  })
})

describe('what is printed', () => {
  const keysOf = (text: string) => Array.from(text.matchAll(/"([^"]+)"\s*:/g), ([, key]) => key)

  it.each(instances(''))('%s: all keys in the order of the file', (name) => {
    const { text, found } = both(name)
    const printed = inFileOrder(text, found as unknown as Json)
    expect(JSON.parse(printed)).toEqual(found)
    expect(keysOf(printed)).toEqual(keysOf(text))
  })

  it('keeps the order of numbers, and has new keys behind the others', () => {
    const text = '{"b": {"1": [{"0.5": 1, "7": 2, "3": 3}]}, "a": 0}'
    const printed = inFileOrder(text, { a: 1, b: { 1: [{ 3: 3, 7: 2, 0.5: 1, 2: 4 }] }, c: null })
    expect(printed).toBe('{"b":{"1":[{"0.5":1,"7":2,"3":3,"2":4}]},"a":1,"c":null}')
  })
})

/** Times are rounded to six decimals there: what is as near as that, and to 10⁻⁶ of it, is the same. */
function settled(own: unknown, other: unknown): unknown {
  if (typeof own === 'number' && typeof other === 'number') {
    return Math.abs(own - other) <= 2e-6 + 1e-6 * Math.abs(other) ? other : own
  }
  if (typeof own !== 'object' || own === null) return own
  if (Array.isArray(own)) return own.map((each, k) => settled(each, Object(other)[k]))
  return Object.fromEntries(
    Object.entries(own).map(([key, value]) => [key, settled(value, Object(other)[key])]),
  )
}

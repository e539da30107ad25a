/** The table of certified bounds. */
import { describe, expect, it } from 'vitest'
import { boundsPage, roomLeft } from '../../../src/report/pages/bounds.js'
import { inTerminal } from './support.js'

const objective = { name: 'AWRT', description: '', unit: 's', sense: 'min' } as const
const utilization = { name: 'UTIL', description: '', unit: 'share', sense: 'max' } as const
const bound = (value: number) => ({ value, by: 'fluid' })

describe('the room left', () => {
  it('is the part of the value that may be gained', () => {
    expect(roomLeft(200, bound(150), 'min')).toBeCloseTo(0.25, 12)
    expect(roomLeft(0.8, bound(1), 'max')).toBeCloseTo(0.25, 12)
    expect(roomLeft(-4, bound(-5), 'min')).toBeCloseTo(0.25, 12)
  })

  it('is none where the bound is reached, and unknown where one of them is missing', () => {
    expect(roomLeft(0, bound(0), 'min')).toBe(0)
    expect(roomLeft(150, bound(150), 'min')).toBe(0)
    expect(roomLeft(0, bound(1), 'max')).toBeNull()
    expect(roomLeft(null, bound(1), 'min')).toBeNull()
    expect(roomLeft(1, null, 'min')).toBeNull()
  })
})

describe('the table', () => {
  it('has a line for each objective, and the room of the best policy', () => {
    const rows = [
      {
        objective: utilization,
        bound: { value: 1, by: 'fluid', prompt: { value: 0.6, by: 'alone' } },
        values: [0.3, 0.5],
        prompt: [false, true],
      },
      { objective, bound: bound(90), values: [120, 100], prompt: [false, true] },
      {
        objective: { ...objective, name: 'p95Wait' },
        bound: bound(0),
        values: [120, 100],
        prompt: [true, true],
      },
      { objective: { ...objective, name: 'AWRT1' }, bound: null, values: [null, null], prompt: [true, true] },
    ]
    const page = boundsPage({ log: 'x', facts: [], rows, policies: ['fcfs', 'easy'] })
    const all = inTerminal(page)
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/))
    const lines = all.slice(all.findIndex(([head]) => head === 'objective'))
    expect(lines[0]).toEqual(['objective', 'bound', 'fcfs', 'easy', 'room', 'by'])
    expect(lines[2]).toEqual(['UTIL', '100.0 %', '30.0 %', '50.0 % ★', '100.0 %', 'fluid'])
    expect(lines[3]).toEqual(['UTIL (prompt)', '60.0 %', '–', '50.0 % ★', '20.0 %', 'alone'])
    expect(lines[4]).toEqual(['AWRT', '1 min 30 s', '2 min', '1 min 40 s ★', '10.0 %', 'fluid'])
    // Of either all could be saved.
    expect(lines[5]).toEqual(['p95Wait', '0 s', '2 min', '1 min 40 s ★', '100.0 %', 'fluid'])
    expect(lines[6]).toEqual(['AWRT1', '–', '–', '–', '–'])
  })
})

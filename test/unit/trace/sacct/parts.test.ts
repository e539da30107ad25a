/** The small parts: local times, lists of nodes, the peak of what was held, numbers of names. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { peakHeld } from '../../../../src/trace/sacct/machine.js'
import { alphabetNumbers, Names, pseudonyms } from '../../../../src/trace/sacct/names.js'
import { NodeSet } from '../../../../src/trace/sacct/nodes.js'
import { TimeReader } from '../../../../src/trace/sacct/times.js'
import { parseTres } from '../../../../src/trace/sacct/values.js'
import { imported, importedJobs, psv } from './support.js'

const utc = (text: string) => Date.parse(text) / 1000

describe('times', () => {
  it.each([
    ['1795221948', 'Europe/Berlin', 1_795_221_948],
    ['2026-11-21T01:45:48', 'UTC', utc('2026-11-21T01:45:48Z')],
    ['2026-11-21 01:45:48', 'Europe/Berlin', utc('2026-11-21T00:45:48Z')],
    ['2026-07-21T01:45:48', 'Europe/Berlin', utc('2026-07-20T23:45:48Z')],
    ['2026-07-21T01:45:48', 'America/New_York', utc('2026-07-21T05:45:48Z')],
    ['2026-07-21T01:45:48', -3600, utc('2026-07-21T02:45:48Z')],
    ['2026-07-21T01:45:48+05:30', 'Europe/Berlin', utc('2026-07-20T20:15:48Z')],
    ['2026-07-21T01:45:48-0700', 'Europe/Berlin', utc('2026-07-21T08:45:48Z')],
    ['2026-07-21T01:45:48Z', 'Europe/Berlin', utc('2026-07-21T01:45:48Z')],
    ['0', 'UTC', Number.NaN],
    ['4294967294', 'UTC', Number.NaN],
    ['Unknown', 'UTC', Number.NaN],
    ['None', 'UTC', Number.NaN],
    ['', 'UTC', Number.NaN],
  ])('%s in %s', (text, zone, second) => {
    expect(new TimeReader(zone).parse(text, 'Start')).toBe(second)
  })

  it('that occur twice are the first, unless something else came before', () => {
    const reader = new TimeReader('Europe/Berlin')
    // Clocks went back from 3:00 to 2:00 on 25 October 2026, at 1:00 UTC.
    const first = utc('2026-10-25T00:30:00Z')
    expect(reader.parse('2026-10-25T02:30:00', 'Submit')).toBe(first)
    expect(reader.parse('2026-10-25T02:30:00', 'Start', first + 1)).toBe(first + 3600)
    expect(reader.parse('2026-10-25T03:30:00', 'Start', first + 7200)).toBe(first + 7200)
    // Not where clocks were not put back.
    expect(reader.parse('2026-10-24T02:30:00', 'Start', first)).toBe(first - 86_400)
  })

  it('that occur twice are told apart by how long a job ran', () => {
    const jobs = (rows: readonly (readonly [start: string, end: string, elapsed: number])[]) =>
      importedJobs(
        psv(
          rows.map(([Start, End, ElapsedRaw], k) => ({
            ...{ JobID: k + 1, Start, End, ElapsedRaw },
            ...{ Submit: '2026-10-25T01:00:00', Eligible: '2026-10-25T01:00:00' },
          })),
        ),
        { zone: 'Europe/Berlin' },
      ).map(({ wait }) => wait)
    expect(
      jobs([
        ['2026-10-25T02:30:00', '2026-10-25T03:30:00', 3600],
        ['2026-10-25T02:30:00', '2026-10-25T03:30:00', 7200],
      ]),
    ).toEqual([9000, 5400])
  })

  it('give the same log by the clock and in Unix seconds, through a change of the clock', () => {
    const seconds = Array.from({ length: 40 }, (_, k) => utc('2026-03-28T20:00:00Z') + k * 1111)
    const clock = (second: number) => {
      const text = new Date(
        (second + (second >= utc('2026-03-29T01:00:00Z') ? 7200 : 3600)) * 1000,
      ).toISOString()
      return text.slice(0, 19)
    }
    const rows = (write: (second: number) => string | number) =>
      psv(
        seconds.map((second, k) => ({
          ...{ JobID: k + 1, Submit: write(second), Eligible: write(second) },
          ...{ Start: write(second + 1800), End: write(second + 9000), ElapsedRaw: 7200 },
        })),
      )
    const options = { zone: 'Europe/Berlin' }
    expect(importedJobs(rows(clock), options)).toEqual(importedJobs(rows(String), options))
    expect(imported(rows(clock)).report.notices.join()).toContain('times are local')
    expect(imported(rows(String)).report.notices.join()).not.toContain('times are local')
  })
})

describe('lists of nodes', () => {
  it.each([
    ['n7', 1],
    ['n[1-8]', 8],
    ['n[1,5-8]', 5],
    ['cn[081-088,100],gpu01', 10],
    ['rack[0-1]n[00-15]', 32],
    ['n[1-4]-ib,login', 5],
    ['', 0],
    ['None assigned', 1],
  ])('%s has %i', (list, count) => {
    const set = new NodeSet()
    set.add(list)
    expect(set.size).toBe(count)
  })

  it('together have each node once, however it is written', () => {
    const set = new NodeSet()
    for (const list of [
      'n[1-4]',
      'n3',
      'n[3-5],n1',
      'm1',
      'r[08-09]n[1-2]',
      'r09n2',
      'r[9-10]n1',
      'n2-ib',
      'n[1-2]-ib',
    ]) {
      set.add(list)
    }
    expect(set.size).toBe(5 + 1 + 4 + 2 + 2)
  })

  it('that are damaged do no harm', () => {
    const set = new NodeSet()
    for (const list of ['n[5-1]', 'n[x]', 'n[1-99999999999]', ']', 'n99999999999', '[', ',,']) set.add(list)
    expect(set.size).toBe(0)
    for (const list of ['n[', '[1-3]', 'n[]']) set.add(list)
    expect(set.size).toBe(4)
  })
})

describe('the peak of what was held', () => {
  it('is what counting at every start finds', () => {
    const interval = fc.tuple(
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 0, max: 8 }),
      fc.integer({ min: 1, max: 9 }),
    )
    fc.assert(
      fc.property(fc.array(interval), (list) => {
        const peak = list.map(([at]) =>
          list.reduce(
            (sum, [start, length, held]) => sum + (start <= at && at < start + length ? held : 0),
            0,
          ),
        )
        const found = peakHeld(
          Float64Array.from(list, ([start]) => start),
          Float64Array.from(list, ([start, length]) => start + length),
          Float64Array.from(list, ([, , held]) => held),
        )
        expect(found).toBe(Math.max(0, ...peak))
      }),
      { seed: 3 },
    )
  })
})

describe('names', () => {
  it('have an index each, the empty one none', () => {
    const names = new Names()
    expect(['b', 'a', 'b', ''].map((name) => names.indexOf(name))).toEqual([0, 1, 0, -1])
    expect(names.list).toEqual(['b', 'a'])
  })

  it('have different pseudonyms, the same in whatever company', () => {
    const many = Array.from({ length: 20_000 }, (_, k) => `user${k}`)
    const numbers = pseudonyms(many, 'user', 'salt')
    expect(new Set(numbers).size).toBe(many.length)
    expect(Math.min(...numbers)).toBeGreaterThan(0)
    expect(Math.max(...numbers)).toBeLessThan(2 ** 31)
    expect(pseudonyms(many.slice(500, 600).reverse(), 'user', 'salt')).toEqual(
      numbers.slice(500, 600).reverse(),
    )
  })

  it('are numbered by the alphabet', () => {
    expect(alphabetNumbers(['normal', 'low', 'high'])).toEqual([3, 2, 1])
  })
})

describe('resources', () => {
  it.each([
    ['billing=4,cpu=4,mem=2000M,node=1', { cores: 4, nodes: 1, gpus: 0, memory: 2_048_000 }],
    ['cpu=8,gres/gpu:a100=4,gres/gpu=6,gres/gpu:h100=2,node=2', { cores: 8, nodes: 2, gpus: 6 }],
    ['cpu=8,gres/gpu:a100=4,gres/gpu:h100=2', { cores: 8, nodes: Number.NaN, gpus: 6 }],
    ['gres/gpumem=80G,gres/shard=3,cpu=1', { cores: 1, gpus: 0 }],
    ['', { cores: Number.NaN, nodes: Number.NaN, gpus: Number.NaN, memory: Number.NaN }],
  ])('%s', (text, resources) => {
    expect(parseTres(text, 'AllocTRES')).toMatchObject(resources)
  })
})

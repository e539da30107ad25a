import { describe, expect, it } from 'vitest'
import { headerValue } from '../../../../src/trace/swf/index.js'
import { GRIDS, gridProcessors, parseGrid } from '../../../../src/workload/transform/sites.js'
import { siteTraces, splitTrace } from '../../../../src/workload/transform/split.js'
import { failureOf } from '../../../support/failures.js'
import { again, columnOf, logOf } from './support.js'

describe('parseGrid', () => {
  it('knows the published grids of 512 processors, their names telling largest machine and number of sites', () => {
    expect(Object.keys(GRIDS)).toHaveLength(7)
    for (const name of Object.keys(GRIDS)) {
      const grid = parseGrid(name)
      const [, largest, count] = /^m(\d+)-(\d+)$/.exec(name) ?? []
      expect([gridProcessors(grid), Math.max(...grid.sites), grid.sites.length]).toEqual([
        512,
        Number(largest),
        Number(count),
      ])
    }
    expect(parseGrid('m384-6').sites).toEqual([384, 64, 16, 16, 16, 16])
    expect(parseGrid('m256-5').sites).toEqual([256, 64, 64, 64, 64])
    expect(parseGrid(' M64-18 ').sites.filter((size) => size === 32)).toHaveLength(6)
  })

  it('reads lists of sizes, also short ones', () => {
    expect(parseGrid('128,64, 64').sites).toEqual([128, 64, 64])
    expect(parseGrid('2x128,64').sites).toEqual([128, 128, 64])
    expect(parseGrid('2*8,1×3').sites).toEqual([8, 8, 3])
  })

  it.each(['', '0', '128,,64', '-4', '1.5', '0x64', 'constructor', '3000000000', 'x'])(
    'refuses %j',
    (text) => {
      const { kind, detail } = failureOf(() => parseGrid(text))
      expect([kind, detail.field, detail.value]).toEqual(['usage', 'sites', text])
    },
  )

  it('suggests the grid that was meant, and limits the number of sites', () => {
    expect(failureOf(() => parseGrid('m182-4')).message).toContain('Did you mean m128-4?')
    expect(failureOf(() => parseGrid('9999999x1')).message).toContain('too many sites')
  })
})

describe('splitTrace', () => {
  const grid = parseGrid('8,4,2')
  const wide = logOf(
    [7, 9, 5, 14, 4, 3].map((size) => ({ requestedProcessors: size, allocatedProcessors: size })),
    ['; MaxNodes: 20', '; MaxProcs: 20', '; Partition: 1 batch', '; Computer: X'],
  )
  const shown = ({ jobs, fields }: typeof wide) =>
    Array.from(jobs.id, (id, row) => [id, jobs.size[row], fields.partition?.[row]])

  it('makes parts of the size of the site that the job arrives at, and of the rest (modification 1)', () => {
    const { trace, split, widerThanSite } = splitTrace(wide, grid, 'local')
    expect(shown(trace)).toEqual([
      [1, 7, 1],
      [2, 4, 2],
      [12, 4, 2],
      [22, 1, 2],
      [3, 2, 3],
      [13, 2, 3],
      [23, 1, 3],
      [4, 8, 1],
      [14, 6, 1],
      [5, 4, 2],
      [6, 2, 3],
      [16, 1, 3],
    ])
    expect([split, widerThanSite]).toEqual([4, 0])
  })

  it('makes parts of the size of the largest site (modification 2)', () => {
    const { trace, split, widerThanSite } = splitTrace(wide, grid, 'largest')
    expect(shown(trace)).toEqual([
      [1, 7, 1],
      [2, 8, 2],
      [12, 1, 2],
      [3, 5, 3],
      [4, 8, 1],
      [14, 6, 1],
      [5, 4, 2],
      [6, 3, 3],
    ])
    expect([split, widerThanSite]).toEqual([2, 3])
  })

  it('makes parts of a given number of processors at most (modification 3)', () => {
    const { trace, widerThanSite } = splitTrace(wide, grid, 3)
    expect(shown(trace).filter(([id]) => Number(id) % 10 === 4)).toEqual([
      [4, 3, 1],
      [14, 3, 1],
      [24, 3, 1],
      [34, 3, 1],
      [44, 2, 1],
    ])
    // Parts of 3 that arrive at the site of 2 processors: one of job 3, all of job 6.
    expect(widerThanSite).toBe(2)
  })

  it('is of the whole grid, and its header says so', () => {
    const { trace } = splitTrace(wide, grid)
    expect(trace.processors).toBe(14)
    const written = again(trace)
    expect([written.processors, headerValue(written.header, 'MaxNodes')]).toEqual([14, null])
    expect(written.header.filter((line) => /^ Partition:/.test(line))).toEqual([
      ' Partition: 1 site of 8 processors',
      ' Partition: 2 site of 4 processors',
      ' Partition: 3 site of 2 processors',
    ])
    expect(written.header).toContain(' Computer: X')
    expect(written.header.join('\n')).toContain('has the number p*10+j')
  })

  it('keeps the fields of jobs, and makes only such processor counts of parts as are known', () => {
    const log = logOf([
      {
        requestedProcessors: 6,
        allocatedProcessors: 8,
        cpuTime: 5,
        usedMemory: 100,
        wait: 7,
        status: 1,
        queue: 3,
      },
      { requestedProcessors: 9, allocatedProcessors: -1, precedingJob: 1, thinkTime: 4 },
      { requestedProcessors: -1, allocatedProcessors: 6 },
      { requestedProcessors: 4, allocatedProcessors: 5 },
    ])
    const { trace } = splitTrace(log, parseGrid('4,20'))
    expect(shown(trace)).toEqual([
      [1, 4, 1],
      [11, 2, 1],
      [2, 9, 2],
      [3, 4, 1],
      [13, 2, 1],
      [4, 4, 2],
    ])
    expect(columnOf(trace, 'requestedProcessors')).toEqual([4, 2, 9, -1, -1, 4])
    expect(columnOf(trace, 'allocatedProcessors')).toEqual([-1, -1, -1, 4, 2, 5])
    expect(columnOf(trace, 'cpuTime').slice(0, 3)).toEqual([5, 5, -1])
    expect(columnOf(trace, 'wait').slice(0, 3)).toEqual([7, 7, -1])
    expect(columnOf(trace, 'queue').slice(0, 3)).toEqual([3, 3, -1])
    expect(columnOf(trace, 'precedingJob').slice(0, 3)).toEqual([-1, -1, 1])
    expect(columnOf(trace, 'thinkTime').slice(0, 3)).toEqual([-1, -1, 4])
  })

  it('puts parts behind the other jobs of their second', () => {
    const log = logOf([{ submit: 5, requestedProcessors: 2 }, { submit: 5 }, { submit: 5 }])
    expect([...splitTrace(log, parseGrid('1,1')).trace.jobs.id]).toEqual([1, 2, 3, 11])
  })

  it('refuses jobs wider than the grid, bad widths, and numbers that cannot be raised', () => {
    const wider = failureOf(() => splitTrace(wide, parseGrid('4,4')))
    expect([wider.kind, wider.detail.job, wider.detail.value]).toEqual(['job-oversize', 2, 9])
    for (const limit of [0, -1, 2.5, 9, Number.NaN]) {
      expect(failureOf(() => splitTrace(wide, grid, limit)).detail.field).toBe('parts')
    }
    const large = logOf([{ job: 3e15, requestedProcessors: 2 }])
    expect(failureOf(() => splitTrace(large, parseGrid('1,1'))).kind).toBe('line-value')
  })
})

describe('siteTraces', () => {
  it('gives every site its own jobs, machine, and no reference to another site', () => {
    const log = logOf([{}, {}, { precedingJob: 1, thinkTime: 3 }, { precedingJob: 1, thinkTime: 3 }])
    const grid = parseGrid('8,4')
    const sites = siteTraces(splitTrace(log, grid).trace, grid)
    expect(sites.map(({ name, processors, jobs }) => [name, processors, [...jobs.id]])).toEqual([
      ['log-site1', 8, [1, 3]],
      ['log-site2', 4, [2, 4]],
    ])
    expect(sites.map((site) => columnOf(site, 'precedingJob'))).toEqual([
      [-1, 1],
      [-1, -1],
    ])
    expect(columnOf(sites[1], 'thinkTime')).toEqual([-1, -1])
    expect(again(sites[1]).processors).toBe(4)
  })

  it('leaves a site empty where there are fewer jobs than sites', () => {
    const grid = parseGrid('3x2')
    const sites = siteTraces(splitTrace(logOf([{}]), grid).trace, grid)
    expect(sites.map(({ jobs }) => jobs.length)).toEqual([1, 0, 0])
  })
})

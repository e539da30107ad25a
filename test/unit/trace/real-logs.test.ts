/** Every real log at hand: counts as its archive states them, and written and read back unchanged. */
import { describe, expect, it } from 'vitest'
import { loadTrace } from '../../../src/runtime/index.js'
import {
  cleaningFields,
  cleanTrace,
  DESCRIBED_FIELDS,
  describeTrace,
  fieldEntries,
  groupTrace,
  headerFor,
  readSwf,
  writeSwf,
} from '../../../src/trace/index.js'
import { missing, requirements, tracePath } from '../../support/data.js'
import { bytesOf } from '../../support/logs.js'

/** File, jobs, processors, days, users (0: not given). */
const LOGS = [
  ['CTC-SP2-1996-3.1-cln', 77_222, 338, 339, 679],
  ['KTH-SP2-1996-2.1-cln', 28_476, 100, 333, 214],
  ['KTH-SP2-1996-2', 28_489, 100, 339, 214],
  ['LANL-CM5-1994-4.1-cln', 122_060, 1_024, 721, 213],
  ['SDSC-SP2-1998-4.2-cln', 59_715, 128, 729, 437],
  ['SDSC-Par-1996-3.1-cln', 32_135, 400, 371, 60],
  ['SDSC-BLUE-2000-4.2-cln', 243_306, 1_152, 974, 468],
  ['HPC2N-2002-2.2-cln', 202_871, 240, 1_264, 257],
  ['CEA-Curie-2011-2.1-cln', 312_826, 93_312, 254, 582],
  ['NASA-iPSC-1993-3.1-cln', 18_239, 128, 92, 69],
  ['NASA-iPSC-1993-3', 42_264, 128, 92, 69],
  ['lublin_256', 10_000, 256, 89, 0],
  ['lublin_256_new2', 10_000, 256, 53, 0],
  ['lublin_256-20k', 20_000, 256, 229, 0],
  ['lublin_1024-20k', 20_000, 1_024, 206, 0],
  ['lublin_256_est-20k', 20_000, 256, 229, 0],
  ['lublin_1024_est-20k', 20_000, 1_024, 206, 0],
] as const

describe.skipIf(missing(requirements.traces))('real logs', () => {
  it.each(LOGS)('%s', async (name, jobs, processors, days, users) => {
    const trace = await loadTrace(tracePath(`${name}.swf.gz`), { fields: 'all' })
    expect(trace.name).toBe(name)
    expect([trace.jobs.length, trace.processors]).toEqual([jobs, processors])
    expect(trace.dropped).toEqual({})
    const facts = describeTrace(groupTrace(trace).trace)
    expect(Math.abs(facts.span.seconds / 86_400 - days)).toBeLessThan(1.5)
    expect(facts.users.count).toBe(users)

    async function* text() {
      for (const chunk of writeSwf(trace)) yield bytesOf(chunk)
    }
    const back = await readSwf(text(), { fields: 'all' })
    expect(back.digest).toBe(trace.digest)
    expect(Object.keys(back.fields)).toEqual(Object.keys(trace.fields))
    for (const [field, column] of fieldEntries(trace)) {
      const other = back.fields[field] ?? new Float64Array(0)
      expect([field, Buffer.from(other.buffer).equals(Buffer.from(column.buffer))]).toEqual([field, true])
    }
    expect(back.header).toEqual(headerFor(trace))
    expect(headerFor(back)).toEqual(back.header)
    const kept = (line: string) => !/^ *Max(Jobs|Records):/.test(line)
    expect(back.header.filter(kept)).toEqual(trace.header.filter(kept))
  })

  it('the CTC SP2: its clock, its groups, its jobs by hour', async () => {
    const trace = await loadTrace(tracePath('CTC-SP2-1996-3.1-cln.swf.gz'), { fields: [...DESCRIBED_FIELDS] })
    const { trace: grouped, groups } = groupTrace(cleanTrace(trace))
    const facts = describeTrace(grouped)
    expect(facts.span.first).toBe('1996-06-26T17:06:00-04:00')
    expect(facts.queues?.map(({ label }) => label)).toContain('astro')
    expect(groups.slice(0, 5).map(({ group }) => group)).toEqual([1, 2, 3, 4, 5])
    expect(groups.reduce((sum, { users }) => sum + users, 0)).toBe(facts.users.count)
    const byHour = facts.arrivals.byHour
    const work = byHour.slice(9, 18).reduce((sum, count) => sum + count, 0)
    const night = byHour.slice(0, 9).reduce((sum, count) => sum + count, 0)
    expect(work).toBeGreaterThan(3 * night)
  })

  it('the raw KTH SP2: what cleaning leaves out is counted', async () => {
    const trace = await loadTrace(tracePath('KTH-SP2-1996-2.swf.gz'), {
      fields: cleaningFields({ cancelled: 'drop' }),
    })
    const clean = cleanTrace(trace)
    const left = Object.values(clean.dropped).reduce((sum, count) => sum + count, 0)
    expect(clean.jobs.length + left).toBe(28_489)
    expect(cleanTrace(clean).jobs).toBe(clean.jobs)
  })
})

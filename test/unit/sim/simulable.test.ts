/** A simulation of jobs that nobody prepared: refused by job and field, where there can be no schedule. */
import { describe, expect, it } from 'vitest'
import { simulate } from '../../../src/sim/index.js'
import { replaceColumns } from '../../../src/trace/job-table.js'
import { failureOf } from '../../support/failures.js'
import { generateJobs } from '../../support/generate.js'
import { plainPolicy } from '../../support/policies.js'

const jobs = generateJobs({ seed: 1, jobs: 50, processors: 16 })
const policy = plainPolicy('easy')
const largest = jobs.size.reduce((most, size) => Math.max(most, size), 0)

describe('a simulation', () => {
  it('has a machine that all of its jobs fit on', () => {
    expect(simulate({ jobs, processors: largest, policy }).start.every(Number.isFinite)).toBe(true)
    const { kind, message } = failureOf(() => simulate({ jobs, processors: largest - 1, policy }))
    expect(kind).toBe('job-oversize')
    const first = jobs.size.indexOf(largest)
    expect(message).toContain(`job ${jobs.id[first]} is larger than the machine`)
    for (const processors of [0, -4, 2.5, 2 ** 31, Number.NaN, undefined as never]) {
      expect(failureOf(() => simulate({ jobs, processors, policy })).kind).toBe('usage')
    }
  })

  it.each([
    ['submit', Number.NaN],
    ['runtime', -1],
    ['runtime', Number.POSITIVE_INFINITY],
    ['estimate', -1],
    ['size', 0],
  ] as const)('has no job with the %s %d', (field, value) => {
    const column = jobs[field].slice().fill(value, 7, 8)
    const odd = replaceColumns(jobs, { [field]: column })
    const { kind, detail } = failureOf(() => simulate({ jobs: odd, processors: largest, policy }))
    expect(kind).toBe('line-value')
    expect(detail).toMatchObject({ job: jobs.id[7], field })
  })

  it('has its jobs in the order of submit', () => {
    const late = replaceColumns(jobs, { submit: jobs.submit.toReversed() })
    const { kind, detail } = failureOf(() => simulate({ jobs: late, processors: largest, policy }))
    expect(kind).toBe('line-value')
    expect(detail.field).toBe('submit')
  })
})

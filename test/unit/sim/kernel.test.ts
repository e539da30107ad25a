/** The kernel's bytes and its host; what it simulates is held to the engine in test/conformance/kernel.test.ts. */
import { spawnSync } from 'node:child_process'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { withKernel } from '../../../src/sim/kernel/instance.js'
import { simulateByKernel } from '../../../src/sim/kernel/simulate.js'
import { parseOrder } from '../../../src/sim/orders/index.js'
import { replaceColumns } from '../../../src/trace/job-table.js'
import { generateJobs } from '../../support/generate.js'
import { worldOf } from '../../support/worlds.js'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

describe('the embedded kernel', () => {
  it('is what its source compiles to', () => {
    const { status, stderr } = spawnSync(process.execPath, ['kernel/build.mjs', '--check'], {
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  it('lends an instance to one user at a time', () => {
    const nested = withKernel((outer) => withKernel((inner) => inner !== outer))
    expect(nested).toBe(true)
    const [first, second] = [withKernel((kernel) => kernel), withKernel((kernel) => kernel)]
    expect(first).not.toBeNull()
    expect(second).toBe(first)
  })

  it('keeps no instance that has taken much memory', () => {
    const large = withKernel((kernel) => {
      expect(kernel.begin(2 ** 30, 500_000, true, 0, 0, 0, 0)).toBe(1)
      return kernel
    })
    expect(withKernel((kernel) => kernel)).not.toBe(large)
  })

  it('says when memory cannot be had', () => {
    expect(withKernel((kernel) => kernel.begin(2 ** 30, 2 ** 27, true, 0, 0, 0, 0))).toBe(0)
  })
})

describe('a simulation by the kernel', () => {
  const jobs = generateJobs({ seed: 3, jobs: 5000, processors: 64 })
  const outcome = (order: string, of = jobs) => {
    const ranking = parseOrder(order).bind({ ...worldOf([]), jobs: of })
    if (ranking.kind === 'general') throw new TypeError(`${order} has no keys`)
    return simulateByKernel(of, 64, ranking, true, null)
  }

  it.each(['spt', 'group', 'g2', '(-wait/size)'])('is done to the end by %s', (order) => {
    expect(outcome(order)).toBeInstanceOf(Float64Array)
  })

  it('is left to the engine where there are too many slopes', () => {
    const order = '(-wait/(estimate + submit))'
    expect(outcome(order)).toBeInstanceOf(Float64Array)
    // Thousands wait.
    const crowd = replaceColumns(jobs, { submit: jobs.submit.map((submit) => submit / 1000) })
    expect(outcome(order, crowd)).toBe('unable')
  })
})

describe('where WebAssembly', () => {
  const unable = async () => {
    const { simulateByKernel } = await import('../../../src/sim/kernel/simulate.js')
    const { allocateJobTable } = await import('../../../src/trace/job-table.js')
    return simulateByKernel(allocateJobTable(1), 1, null, true, null)
  }

  it('is not known, there is no kernel', async () => {
    vi.stubGlobal('WebAssembly', undefined)
    vi.resetModules()
    expect(await unable()).toBe('unable')
  })

  it('is not allowed, compilation is tried once', async () => {
    let tried = 0
    class Module {
      constructor() {
        tried++
        throw new Error('refused by the content security policy')
      }
    }
    vi.stubGlobal('WebAssembly', { Module })
    vi.resetModules()
    expect([await unable(), await unable()]).toEqual(['unable', 'unable'])
    expect(tried).toBe(1)
  })
})

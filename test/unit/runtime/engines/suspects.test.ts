import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../../../src/runtime/engines/outcomes.js'
import { doSuspects, type Suspicion } from '../../../../src/runtime/engines/redis/suspects.js'

/** Workers one after the other, each of which dies where `deadly` says so. */
async function workersAt(count: number, deadly: (place: number) => boolean, dataDeadly = false) {
  let before: Suspicion | null = null
  let deaths = 0
  for (;;) {
    const died = new Error('died')
    try {
      const outcomes = await doSuspects<null>({
        count,
        before,
        note: async (suspicion) => {
          before = JSON.parse(JSON.stringify(suspicion))
        },
        fetch: async () => {
          if (dataDeadly) throw died
          return null
        },
        task: async (place): Promise<Outcome> => {
          if (deadly(place)) throw died
          return { result: place }
        },
      })
      return { outcomes, deaths }
    } catch (error) {
      if (error !== died) throw error
      deaths++
    }
  }
}

describe('a batch whose worker died', () => {
  it('is done whole where it was innocent', async () => {
    const { outcomes, deaths } = await workersAt(3, () => false)
    expect(outcomes).toEqual([{ result: 0 }, { result: 1 }, { result: 2 }])
    expect(deaths).toBe(0)
  })

  it('loses the deadly tasks alone, each after two workers', async () => {
    const { outcomes, deaths } = await workersAt(6, (place) => place === 1 || place === 4)
    expect(deaths).toBe(4)
    expect(outcomes.map((outcome) => outcome !== null && 'result' in outcome)).toEqual([
      true,
      false,
      true,
      true,
      false,
      true,
    ])
    expect(outcomes[1]).toMatchObject({ failure: { kind: 'task-failed' } })
  })

  it('fails as a whole where workers die over its data', async () => {
    await expect(workersAt(3, () => false, true)).rejects.toMatchObject({
      kind: 'task-failed',
      message: expect.stringContaining('while they get the data'),
    })
  })
})

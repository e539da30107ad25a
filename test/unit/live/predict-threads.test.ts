/** Forecasts of many waiting jobs over threads: threads are begun, and what they foretell is what one alone does, byte for byte. */
import { expect, it } from 'vitest'
import { predictStarts } from '../../../src/lab/live/predict.js'
import { QUIET } from '../../../src/lab/ports.js'

/** The demonstration workload, of which dozens wait then. */
const AT = 12 * 86_400

async function predicted(workers: number) {
  let threads = 0
  const counted = () => threads++
  process.on('worker', counted)
  try {
    const options = { policy: 'easy', at: AT, futures: 500, hindsight: 2, seed: 3, workers }
    return { text: JSON.stringify(await predictStarts(null, options, QUIET)), threads }
  } finally {
    process.off('worker', counted)
  }
}

it('forecasts over threads are those of one thread', async () => {
  const alone = await predicted(1)
  const shared = await predicted(2)
  expect([alone.threads, shared.threads]).toEqual([0, 2])
  expect(JSON.parse(alone.text).jobs.length).toBeGreaterThan(40)
  expect(shared.text).toBe(alone.text)
})

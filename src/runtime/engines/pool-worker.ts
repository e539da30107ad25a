/** A thread of the task pool: does chunks of tasks, and keeps what it has made ready between them. */
import { failureJson } from '../../core/errors.js'
import { missingData } from '../../evaluation/tasks/failure.js'
import { taskRunner } from '../../evaluation/tasks/index.js'
import type { Dataset } from '../../trace/dataset.js'
import type { Outcome } from './outcomes.js'
import type { Chunk, ChunkDone } from './task-pool.js'

/** Data that a thread keeps between chunks. */
const KEPT_DATA = 32

const known = new Map<string, Dataset>()
const run = taskRunner((digest) => known.get(digest) ?? missingData(digest))

export default function chunk({ tasks, datasets, limit }: Chunk): ChunkDone {
  for (const dataset of datasets) if (!known.has(dataset.digest)) known.set(dataset.digest, dataset)
  const from = performance.now()
  const outcomes: Outcome[] = []
  let took = 0
  for (const task of tasks) {
    try {
      outcomes.push({ result: run(task) })
    } catch (error) {
      outcomes.push({ failure: failureJson(error) })
    }
    took = performance.now() - from
    if (took > limit) break
  }
  for (const oldest of known.keys()) if (known.size > KEPT_DATA) known.delete(oldest)
  return { outcomes, took }
}

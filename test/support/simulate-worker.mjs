/** Simulates on a job table that was posted as a shared buffer; answers with the bytes of the starts. */
import { parentPort, workerData } from 'node:worker_threads'

const { sources, buffer, processors, policy, rules } = workerData
const { parsePolicy, simulate } = await import(`${sources}sim/index.js`)
const { jobTableOver } = await import(`${sources}trace/index.js`)

const schedule = simulate({ jobs: jobTableOver(buffer), processors, policy: parsePolicy(policy), rules })
parentPort.postMessage(new Uint8Array(schedule.start.buffer))

/**
 * long-queue.mjs WORKLOAD JOBS POLICY [none]: processor time of one simulation, nothing warm, of a workload that makes long
 * queues or fills large machines (lib/long-queues.mjs); with `none` reservations are kept (--compress none).
 */
import { parsePolicy } from '../build/src/sim/policy.js'
import { DEFAULT_SEMANTICS } from '../build/src/sim/semantics.js'
import { simulate } from '../build/src/sim/simulate.js'
import { checksum } from '../lib/dump.mjs'
import { WORKLOADS } from '../lib/long-queues.mjs'

const [workload, jobsOf, written, compress = 'queue'] = process.argv.slice(2)
const { jobs, processors } = await WORKLOADS[workload](Number(jobsOf))
const policy = parsePolicy(written)
const before = process.cpuUsage()
const { start } = simulate({ jobs, processors, policy, rules: { ...DEFAULT_SEMANTICS, compress } })
const { user, system } = process.cpuUsage(before)
const peakBytes = process.resourceUsage().maxRSS * 1024
const ms = (user + system) / 1000
process.stdout.write(`${JSON.stringify({ jobs: jobs.length, checksum: checksum(start), ms, peakBytes })}\n`)

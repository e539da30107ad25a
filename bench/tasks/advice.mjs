/**
 * advice.mjs LOG SHARE MINUTES SEED: an advice by the first part of a log, with the policies and the number of searches that are
 * usual, and what became of its policies in the weeks after that, which it has not seen: as many as its intervals are of.
 */

import { readLog } from '../build/src/lab/inputs/log.js'
import { prepareLog } from '../build/src/lab/inputs/prepare.js'
import { adviceRequest } from '../build/src/lab/investigations/advise.js'
import { QUIET } from '../build/src/lab/ports.js'
import { investigateInMemory } from '../build/src/lab/runs/investigate.js'
import { parsePolicy } from '../build/src/sim/policy.js'
import { ADVISE } from '../build/src/study/advise/index.js'
import { selectRows } from '../build/src/trace/select.js'

const WEEK = 604_800
const [path, share, minutes, seed] = process.argv.slice(2)
const oversize = { oversize: 'drop' }
const log = await readLog(path, {}, ['wait', 'partition'], QUIET)
const { submit, length } = log.trace.jobs
const weeks = Math.floor((submit[length - 1] - submit[0]) / WEEK)
const cut = submit[0] + Math.round(weeks * Number(share)) * WEEK
const rows = Int32Array.from({ length: submit.findIndex((each) => each >= cut) }, (_, row) => row)
const past = { ...log, trace: selectRows(log.trace, rows) }
const options = { engine: 'inline', minutes: Number(minutes), seed: Number(seed), ...oversize }
const request = await adviceRequest(past, options, QUIET)
const { advice } = await investigateInMemory(ADVISE, request, options, QUIET)
const { stage } = await prepareLog(log, [parsePolicy(advice.baseline)], oversize, QUIET)
const end = cut + advice.weeks.stretch * WEEK
const later = stage.jobs.submit.reduce((found, each, row) => {
  if (each >= cut && each < end) found.push(row)
  return found
}, [])
const meanWait = (policy) => {
  const { start } = stage.run(parsePolicy(policy))
  return later.reduce((sum, row) => sum + start[row] - stage.jobs.submit[row], 0) / later.length
}
const before = meanWait(advice.baseline)
const told = advice.policies.map(({ policy, origin, change, later: promised, worth }) => {
  const after = meanWait(policy)
  const came = advice.scale === 'ratio' ? after / before - 1 : after - before
  return { policy, origin, worth, change, promised, came }
})
const { held, stretch, unit } = advice.weeks
process.stdout.write(
  `${JSON.stringify({ weeks: held.length, unit, stretch, jobs: later.length, before, scale: advice.scale, evaluations: advice.budget.evaluations, told })}\n`,
)

// A policy written as a formula, simulated and checked by the validator, its schedule written as a log.
//   node examples/formula.mjs [LOG.swf.gz]
import { open, validate, writeOutput, writeSwf } from 'queuewright'
import { scheduleAsTrace } from 'queuewright/trace'

const log = await open(process.argv[2])
const { outcome } = await log.simulate('easy:(log(estimate + 1) + log(size) - wait/estimate)')
const { schedule, objectives } = outcome
console.log(`broken rules: ${validate(schedule).length}, AVEbsld ${objectives.AVEbsld.toFixed(2)}`)
await writeOutput('schedule.swf.gz', writeSwf(scheduleAsTrace(log.trace, schedule.start)))

// Two machines on one clock: each job goes to the one that has been given less work so far.
//   node examples/two-machines.mjs [LOG.swf.gz]
import { Machine, measure, open, parsePolicy } from 'queuewright'

const { trace } = await open(process.argv[2])
const { jobs } = trace
const policy = parsePolicy('easy')
const machines = [0, 1].map(() => ({
  work: 0,
  machine: new Machine({ processors: trace.processors, policy }),
}))
for (let job = 0; job < jobs.length; job++) {
  const now = jobs.submit[job]
  // What happens at the instant itself waits for all jobs that come at it.
  for (const { machine } of machines) while (machine.nextEvent < now) machine.advance(machine.nextEvent)
  const [one, other] = machines
  const chosen = one.work <= other.work ? one : other
  chosen.work += jobs.size[job] * jobs.estimate[job]
  const of = (column) => jobs[column][job]
  chosen.machine.submit({
    id: of('id'),
    submit: now,
    runtime: of('runtime'),
    estimate: of('estimate'),
    size: of('size'),
    user: of('user'),
    group: of('group'),
  })
}
for (const { machine } of machines) {
  while (machine.nextEvent < Number.POSITIVE_INFINITY) machine.advance(machine.nextEvent)
  const schedule = machine.schedule()
  console.log(
    `${schedule.jobs.length} jobs, mean wait ${measure(schedule, null, ['meanWait']).meanWait.toFixed(1)} s`,
  )
}

/** Questions about jobs that waited, each answered by a fresh simulation of the changed log. */
import { type Simulation, simulate } from '../../src/sim/simulate.js'
import { changeBy, Inquiry, type Question } from '../../src/sim/why/index.js'
import { JobTableBuilder } from '../../src/trace/job-table.js'

/** The log without some jobs, with one of them changed; made from its rows. */
function changedLog(simulation: Simulation, job: number, question: Question) {
  const { jobs, fields = {} } = simulation
  const { size, estimate, runtime, without } = changeBy(simulation, job, question)
  const builder = new JobTableBuilder(jobs.length)
  let place = -1
  for (let row = 0; row < jobs.length; row++) {
    if (without?.includes(row)) continue
    if (row === job) place = builder.length
    const own = row === job
    builder.add({
      id: jobs.id[row],
      submit: jobs.submit[row],
      runtime: own ? (runtime ?? jobs.runtime[row]) : jobs.runtime[row],
      estimate: own ? (estimate ?? jobs.estimate[row]) : jobs.estimate[row],
      size: own ? (size ?? jobs.size[row]) : jobs.size[row],
      user: jobs.user[row],
      group: jobs.group[row],
    })
  }
  const kept = Object.entries(fields).map(([name, column]) => [
    name,
    column.filter((_, row) => !without?.includes(row)),
  ])
  return { jobs: builder.finish().table, fields: Object.fromEntries(kept), place }
}

export function expectAnswers(simulation: Simulation): void {
  const schedule = simulate(simulation)
  const { jobs, facility } = simulation
  const inquiry = new Inquiry(simulation, schedule)
  for (let job = 0; job < jobs.length; job++) {
    const waited = inquiry.waited(job)
    const asked: Question[] = [
      ...inquiry.questions(waited),
      { kind: 'time', seconds: jobs.runtime[job] + jobs.estimate[job] / 3 },
      // What is asked of nodes says more than how many processors.
      ...(facility?.nodes === undefined
        ? [{ kind: 'size', processors: 1, longer: job % 2 === 0 } as const]
        : []),
      ...waited.holders.slice(0, 3).map(({ user, rows }): Question => ({ kind: 'user', user, rows })),
    ]
    for (const question of asked) {
      const { place, ...changed } = changedLog(simulation, job, question)
      const expected = simulate({ ...simulation, ...changed }).start[place]
      const found = inquiry.answer(job, question).start
      if (found !== expected)
        throw new Error(`job ${job}, ${JSON.stringify(question)}: ${found} in place of ${expected}`)
    }
  }
}

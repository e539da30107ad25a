/** What is simulated: real logs where they are at hand (QUEUEWRIGHT_TRACES, else ../shared/traces), else a made one. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BENCH, BUILD } from './build.mjs'
import { writeDump } from './dump.mjs'
import { generateJobs } from './generate.mjs'

export const TRACES = process.env.QUEUEWRIGHT_TRACES ?? join(BENCH, '..', '..', 'shared', 'traces')

const LOGS = [
  { name: 'CTC', file: 'CTC-SP2-1996-3.1-cln.swf.gz', processors: 430 },
  { name: 'KTH', file: 'KTH-SP2-1996-2.1-cln.swf.gz', processors: 100 },
  { name: 'SDSC-SP2', file: 'SDSC-SP2-1998-4.2-cln.swf.gz', processors: 128 },
  { name: 'LANL', file: 'LANL-CM5-1994-4.1-cln.swf.gz', processors: 1024 },
  { name: 'lublin_256', file: 'lublin_256.swf.gz', processors: 256 },
]

/** Stand-ins of like size and load for the logs above. */
const MADE = [
  { name: 'made-430', jobs: 77_000, processors: 430, load: 0.6 },
  { name: 'made-100', jobs: 28_000, processors: 100, load: 0.7 },
  { name: 'made-1024', jobs: 120_000, processors: 1024, load: 0.75 },
]

/** Workloads as dumps under bench/build, with the log they come from; `missing` says which logs are not there. */
export async function prepareWorkloads() {
  const present = LOGS.filter(({ file }) => existsSync(join(TRACES, file)))
  const missing = LOGS.filter((log) => !present.includes(log)).map(({ file }) => file)
  const workloads = []
  for (const { name, file, processors } of present) {
    const log = join(TRACES, file)
    const dump = join(BUILD, `${name}.jobs`)
    writeDump(dump, await preparedJobs(log, processors), processors)
    workloads.push({ name, processors, dump, log })
  }
  if (present.length === 0) {
    for (const { name, jobs, processors, load } of MADE) {
      const dump = join(BUILD, `${name}.jobs`)
      writeDump(dump, await generateJobs({ seed: 1, jobs, processors, load }), processors)
      workloads.push({ name, processors, dump, log: null })
    }
  }
  return { workloads, missing }
}

/** A log's jobs, ready to run: the users' estimates, raised to the run time where they are below it. */
export async function preparedJobs(log, processors) {
  const { loadTrace } = await import('../build/src/runtime/index.js')
  const { CLEANING_FIELDS, cleanTrace } = await import('../build/src/trace/index.js')
  const { prepareJobs } = await import('../build/src/sim/prepare.js')
  const trace = cleanTrace(await loadTrace(log, { fields: CLEANING_FIELDS }))
  const rules = { processors, estimates: 'user', overrun: 'extend', oversize: 'drop' }
  return prepareJobs(trace.jobs, rules).jobs
}

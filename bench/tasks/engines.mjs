/**
 * engines.mjs DUMP ENGINE THREADS EVALUATIONS: times evaluations of EASY on a whole log by an engine, after some that
 * warm its threads up.
 */
import { openEngine } from '../../dist/runtime/engines/index.js'
import { DEFAULT_RULES } from '../../dist/sim/rules.js'
import { simulateTask } from '../../dist/study/tasks/simulate.js'
import { createTrace, datasetOf } from '../../dist/trace/index.js'
import { readDump } from '../lib/dump.mjs'

const WARMUPS = 100

const [dump, engine, threads, evaluations] = process.argv.slice(2)
const { jobs, processors } = await readDump(dump)
const parts = { name: 'log', processors, clock: { unixStart: null, zone: 0 }, jobs }
const dataset = datasetOf(createTrace({ ...parts, fields: {}, header: [], dropped: {}, notices: [] }))
const scenario = {
  data: dataset.digest,
  window: null,
  machine: processors,
  estimates: 'user',
  seed: 1,
  overrun: 'extend',
  oversize: 'error',
  rules: DEFAULT_RULES,
  trimming: {},
}
const tasks = (count) => Array.from({ length: count }, () => simulateTask(scenario, 'easy', ['AVEbsld']))
const own = engine === 'threads' ? { workers: Number(threads) } : {}
const evaluator = await openEngine(
  { engine, ...own, notice: () => {}, environment: process.env },
  new Map([[dataset.digest, dataset]]),
)
await evaluator.evaluate(tasks(WARMUPS))
const from = performance.now()
const results = await evaluator.evaluate(tasks(Number(evaluations)))
const ms = performance.now() - from
await evaluator.close()
const result = [...new Set(results.map((each) => JSON.stringify(each)))].join(' ')
process.stdout.write(`${JSON.stringify({ ms, result })}\n`)

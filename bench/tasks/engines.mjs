/**
 * engines.mjs DUMP ENGINE THREADS EVALUATIONS: times evaluations of EASY on a whole log by an engine, after some that
 * warm its threads up.
 */

import { openEngine } from 'queuewright/engines'
import { simulateTask } from 'queuewright/evaluation'
import { readScenario } from '../lib/evaluations.mjs'

const WARMUPS = 100

const [dump, engine, threads, evaluations] = process.argv.slice(2)
const { scenario, datasets } = await readScenario(dump)
const tasks = (count) => Array.from({ length: count }, () => simulateTask(scenario, 'easy', ['AVEbsld']))
const own = engine === 'threads' ? { workers: Number(threads) } : {}
const evaluator = await openEngine({ engine, ...own, notice: () => {}, environment: process.env }, datasets)
await evaluator.evaluate(tasks(WARMUPS))
const from = performance.now()
const results = await evaluator.evaluate(tasks(Number(evaluations)))
const ms = performance.now() - from
await evaluator.close()
const result = [...new Set(results.map((each) => JSON.stringify(each)))].join(' ')
process.stdout.write(`${JSON.stringify({ ms, result })}\n`)

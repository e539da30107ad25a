/**
 * search.mjs DUMP VARIANT EARLY: tunes a policy in this thread, with (EARLY yes) or without early stops; says how long it
 * took, and which policy came out, which must be the same.
 */
import { inlineEvaluator } from '../build/src/evaluation/inline-evaluator.js'
import { LEARN, learnJson, prepareLearning } from '../build/src/learn/index.js'
import { readScenario } from '../lib/evaluations.mjs'

const EASY = 'easy:({a}*log(estimate + 1) + {b}*log(size) + {c}*submit/86400)'
const VARIANTS = {
  'easy, (3+21)-ES': { policy: EASY, method: 'es', population: 21 },
  'easy, CMA-ES': { policy: EASY, method: 'cma-es', population: 12 },
  'easy, CMA-ES, 16 windows of 1024 jobs': {
    policy: EASY,
    method: 'cma-es',
    population: 12,
    windows: { count: 16, jobs: 1024, redraw: true },
  },
  'head, random': { policy: EASY.replace('easy', 'head'), method: 'random', population: 20 },
  'list, random': { policy: 'list:({a}*estimate + {b}*size + {c}*wait)', method: 'random', population: 20 },
}

const [dump, variant, early] = process.argv.slice(2)
const { scenario, datasets, jobs } = await readScenario(dump)
const names = ['a', 'b', 'c']
const { policy: template, windows = null, ...method } = VARIANTS[variant]
const parameters = names.map((name) => ({ name, least: -5, most: 5, scale: 'linear' }))
const spec = prepareLearning(
  {
    objective: 'AVEbsld',
    constraints: [],
    relativeTo: null,
    windows,
    logs: [{ name: 'log', scenario, train: jobs, jobs }],
    tests: [],
    under: [],
    combine: 'mean',
    learner: { learner: 'template', template, parameters, evaluations: 120, ...method },
    earlyStop: early === 'yes',
    seed: 1,
    compare: [],
  },
  datasets,
)

const evaluator = inlineEvaluator(datasets)
const search = LEARN.open(learnJson(spec), datasets, null)
const begun = performance.now()
let simulations = 0
let best = null
for (let batch = search.next(); batch !== null; batch = search.next()) {
  simulations += batch.tasks.length
  best = search.take(await evaluator.evaluate(batch.tasks)).best ?? best
}
process.stdout.write(`${JSON.stringify({ ms: performance.now() - begun, simulations, best })}\n`)

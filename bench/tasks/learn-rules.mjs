/**
 * learn-rules.mjs DUMP OUT RULES JOBS GENERATIONS: writes a base of so many rules, learnt from the first jobs of a dump by the
 * published Michigan system with fewer generations. Rules that were searched for are wider than random ones, and more of them fire.
 */
import { writeFileSync } from 'node:fs'
import { settledLearner } from '../build/src/learn/index.js'
import { RULES_MICHIGAN } from '../build/src/learn/rules/michigan/michigan.js'
import { compileObjective } from '../build/src/sim/objectives/index.js'
import { parsePolicy, rulePolicyText } from '../build/src/sim/policy.js'
import { simulate } from '../build/src/sim/simulate.js'
import { selectJobs } from '../build/src/trace/job-table.js'
import { rowsFrom } from '../build/src/trace/select.js'
import { GREEDY, readGrouped } from '../lib/rule-base.mjs'

const [dump, out, rules, count, generations] = process.argv.slice(2)
const { jobs: all, processors } = await readGrouped(dump)
const jobs = selectJobs(all, rowsFrom(0, Number(count)))
const objective = compileObjective('10*AWRT1 + 4*AWRT2')
const settings = {
  ...settledLearner(RULES_MICHIGAN, { greedy: GREEDY }),
  rulesPerBase: Number(rules),
  generations: Number(generations),
}
const learner = RULES_MICHIGAN.open(settings, { seed: 1, groups: 5, favoured: [1, 2] }, null)
const scoreOf = ({ base }) => {
  const policy = parsePolicy(rulePolicyText(base))
  return objective.measure(simulate({ jobs, processors, policy }), null)
}
let simulations = 0
for (let batches = learner.ask(); batches !== null; batches = learner.ask()) {
  learner.tell(batches.map(({ candidates }) => Float64Array.from(candidates, scoreOf)))
  for (const { candidates } of batches) simulations += candidates.length
}
const [{ strategy }] = learner.summaries().toSorted((a, b) => a.score - b.score)
writeFileSync(out, JSON.stringify(strategy.base))
process.stdout.write(`${JSON.stringify({ simulations })}\n`)

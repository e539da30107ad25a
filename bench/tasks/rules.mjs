/**
 * rules.mjs DUMP RULES SEED WARMUPS RUNS: simulates a base of so many random fuzzy rules over the seven features and twelve
 * strategies of the sources; then the same sequence of decisions, which a list replays; then the decisions and their
 * exponentials alone. Processor time, by turns in this process.
 */
import { ALGORITHMS } from '../../dist/sim/algorithms/index.js'
import { SwitchingPass } from '../../dist/sim/algorithms/switching.js'
import { Engine } from '../../dist/sim/engine/engine.js'
import { parsePolicy, rulePolicyText } from '../../dist/sim/policy.js'
import {
  FuzzyInference,
  parseFeature,
  RULE_WEIGHTS,
  ruleController,
  SOURCE_STRATEGIES,
  USUAL_FEATURES,
} from '../../dist/sim/rule-based/index.js'
import { DEFAULT_RULES } from '../../dist/sim/rules.js'
import { simulate } from '../../dist/sim/simulate.js'
import { plainWorld } from '../../dist/sim/world.js'
import { createTrace, DEFAULT_GROUPING, groupTrace } from '../../dist/trace/index.js'
import { checksum, readDump } from '../lib/dump.mjs'
import { xorshift } from '../lib/xorshift.mjs'

const [dump, rules, seed, warmups, runs] = process.argv.slice(2)
const { jobs, processors } = await readGrouped(dump)
const base = randomBase(Number(rules), xorshift(Number(seed)))
const policy = parsePolicy(rulePolicyText(base))

const places = []
const states = []
const witness = (_, values, place) => {
  places.push(place)
  for (const value of values) states.push(value)
}
const expected = checksum(simulate({ jobs, processors, policy, witness }).start)
const decisions = places.length
const values = Float64Array.from(states)

const contenders = {
  rules: () => checked(startsBy(ruleController(base, policy.features, world()))),
  replayed: () => checked(startsBy(replayer())),
  decisions: () => decideAll(),
  exponentials: exponentiator(),
}
const ms = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]))
for (let run = -Number(warmups); run < Number(runs); run++) {
  for (const [name, work] of Object.entries(contenders)) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    if (run >= 0) ms[name].push((user + system) / 1000)
  }
}
const changes = places.filter((place, k) => k > 0 && place !== places[k - 1]).length
process.stdout.write(`${JSON.stringify({ jobs: jobs.length, decisions, changes, checksum: expected, ms })}\n`)

/** A dump with user groups. */
async function readGrouped(path) {
  const { jobs, processors } = await readDump(path)
  const parts = { name: 'log', processors, clock: { unixStart: null, zone: 0 }, jobs }
  const trace = createTrace({ ...parts, fields: {}, header: [], dropped: {}, notices: [] })
  return { jobs: groupTrace(trace, DEFAULT_GROUPING).trace.jobs, processors }
}

function randomBase(count, random) {
  const features = USUAL_FEATURES.map(parseFeature)
  const pick = (list) => list[Math.floor(random() * list.length)]
  return {
    kind: 'fuzzy',
    features: USUAL_FEATURES,
    strategies: SOURCE_STRATEGIES,
    rules: Array.from({ length: count }, () => ({
      mu: features.map(({ usual: [least, most] }) => least + random() * (most - least)),
      // From a hundredth of the usual range to all of it.
      sigma: features.map(({ usual: [least, most] }) => (most - least) * 100 ** (random() - 1)),
      weights: SOURCE_STRATEGIES.map(() => pick(RULE_WEIGHTS)),
    })),
    fallback: null,
  }
}

function world() {
  return plainWorld(jobs, processors)
}

/** As `simulate` does it, with any controller. */
function startsBy(controller) {
  const { members } = policy
  const orders = [...new Map(members.map(({ order }) => [order.name, order])).values()]
  const queues = orders.map((order) => ({ ranking: order.bind(world()), asksHead: true }))
  const engine = new Engine(jobs, processors, queues, DEFAULT_RULES, {
    plans: true,
    immediate: members.every(({ algorithm }) => ALGORITHMS[algorithm].immediate),
    live: null,
    rankings: queues.map(({ ranking }) => ranking),
    accounts: [controller],
  })
  const passes = members.map(({ algorithm, order }) => {
    const queue = orders.findIndex(({ name }) => name === order.name)
    engine.use(queue)
    return { queue, pass: ALGORITHMS[algorithm].pass(engine, null) }
  })
  return engine.run(new SwitchingPass(engine, passes, controller), null)
}

/** A controller that knows nothing but what was decided before. */
function replayer() {
  let next = 0
  return { queued() {}, decide: () => places[next++] }
}

function checked(start) {
  if (checksum(start) !== expected) throw new Error('the schedules differ')
}

function decideAll() {
  const inference = new FuzzyInference(base.rules, null)
  const width = base.features.length
  for (let k = 0; k < decisions; k++) {
    const place = inference.decide(values.subarray(k * width, (k + 1) * width))
    if (place !== places[k]) throw new Error('the decisions differ')
  }
}

/** What every decision takes e to the power of. */
function exponentiator() {
  const inference = new FuzzyInference(base.rules, null)
  const width = base.features.length
  const exponents = []
  for (let k = 0; k < decisions; k++) {
    inference.decide(values.subarray(k * width, (k + 1) * width))
    for (const strength of inference.strengths) if (strength > 0) exponents.push(Math.log(strength))
  }
  const all = Float64Array.from(exponents)
  let sum = 0
  return () => {
    for (let k = 0; k < all.length; k++) sum += Math.exp(all[k])
    if (!(sum > 0)) throw new Error('nothing fired')
  }
}

/**
 * rules.mjs DUMP RULES BASE WARMUPS RUNS: simulates a log by fuzzy rules, random ones of a seed or those of a file, as learners do,
 * in the kernel; then by the engine; then by the decisions that these made, which a list replays, with the features kept up and read
 * at each decision, and without; then EASY in the order of groups; then the inference and its exponentials alone. Processor time, by
 * turns in this process.
 */
import { readFileSync } from 'node:fs'
import { ALGORITHMS } from '../build/src/sim/algorithms/index.js'
import { SwitchingPass } from '../build/src/sim/algorithms/switching.js'
import { Engine } from '../build/src/sim/engine/engine.js'
import { parsePolicy, rulePolicyText } from '../build/src/sim/policy.js'
import { chooserOf, ruleController } from '../build/src/sim/rule-based/index.js'
import { DEFAULT_SEMANTICS } from '../build/src/sim/semantics.js'
import { simulate } from '../build/src/sim/simulate.js'
import { plainWorld } from '../build/src/sim/world.js'
import { checksum } from '../lib/dump.mjs'
import { randomBase, readGrouped } from '../lib/rule-base.mjs'
import { xorshift } from '../lib/xorshift.mjs'

const [dump, rules, written, warmups, runs] = process.argv.slice(2)
const { jobs, processors } = await readGrouped(dump)
const base = /^\d+$/.test(written)
  ? randomBase(Number(rules), xorshift(Number(written)))
  : JSON.parse(readFileSync(written, 'utf8'))
const policy = parsePolicy(rulePolicyText(base))
const easy = parsePolicy('easy:group')
const width = base.features.length

const expected = checksum(simulate({ jobs, processors, policy }).start)
const { places, values } = record()
const answers = decideAll()

const contenders = {
  kernel: () => checked(simulate({ jobs, processors, policy }).start),
  rules: () => checked(startsBy(controller())),
  withFeatures: () => {
    const each = controller()
    const next = list()
    const decide = (view) => {
      each.read(view)
      return next()
    }
    checked(startsBy({ ...each, decide }))
  },
  replayed: () => checked(startsBy({ always: false, queued() {}, decide: list() })),
  easy: () => simulate({ jobs, processors, policy: easy }),
  inference: () => {
    if (decideAll() !== answers) throw new Error('the decisions differ')
  },
}
const ms = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]))
for (let run = -Number(warmups); run < Number(runs); run++) {
  for (const [name, work] of Object.entries(contenders)) timed(work, run < 0 ? null : ms[name])
}
// Last, as what was recorded runs slower ever after.
const exponents = recordExponents()
ms.exponentials = []
for (let run = -Number(warmups); run < Number(runs); run++)
  timed(exponentiate, run < 0 ? null : ms.exponentials)
const changes = places.filter((place, k) => k > 0 && place !== places[k - 1]).length
const counts = { jobs: jobs.length, decisions: places.length, changes, exponentials: exponents.length }
process.stdout.write(`${JSON.stringify({ ...counts, checksum: expected, ms })}\n`)

function controller() {
  return ruleController(base, policy.features, plainWorld(jobs, processors))
}

/** As `simulate` does it without the kernel, with any controller. */
function startsBy(controller) {
  const world = plainWorld(jobs, processors)
  const { members } = policy
  const orders = [...new Map(members.map(({ order }) => [order.name, order])).values()]
  const queues = orders.map((order) => ({ ranking: order.bind(world), asksHead: true }))
  const scheduler = {
    queues,
    rankings: queues.map(({ ranking }) => ranking),
    plans: true,
    immediate: members.every(({ algorithm }) => ALGORITHMS[algorithm].immediate),
    accounts: [controller],
    pass: (view) => {
      const passes = members.map(({ algorithm, order }) => {
        const queue = orders.findIndex(({ name }) => name === order.name)
        view.use(queue)
        return { queue, pass: ALGORITHMS[algorithm].pass(view, null) }
      })
      return new SwitchingPass(view, passes, controller)
    },
  }
  const rules = DEFAULT_SEMANTICS
  return new Engine({ jobs, processors, rules, scheduler, origin: world.origin, live: null }).run(null)
}

/** Every decision that a simulation asks for, and the values of the features at it. */
function record() {
  const each = controller()
  const made = []
  const states = []
  const decide = (view) => {
    made.push(each.decide(view))
    states.push(...each.values)
    return made.at(-1)
  }
  checked(startsBy({ ...each, decide }))
  return { places: Int32Array.from(made), values: Float64Array.from(states) }
}

/** A reader of the decisions. */
function list() {
  let next = 0
  return () => places[next++]
}

function checked(start) {
  if (checksum(start) !== expected) throw new Error('the schedules differ')
}

/** Decides all again; returns a sum over what was decided. */
function decideAll() {
  const choose = chooserOf(base)
  const state = new Float64Array(width)
  let sum = 0
  for (let k = 0; k < places.length; k++) {
    for (let at = 0; at < width; at++) state[at] = values[k * width + at]
    sum += choose(state) * (k + 1)
  }
  return sum
}

/** What all decisions take e to the power of. */
function recordExponents() {
  const { exp } = Math
  const taken = []
  Math.exp = (exponent) => {
    taken.push(exponent)
    return exp(exponent)
  }
  decideAll()
  Math.exp = exp
  return Float64Array.from(taken)
}

function exponentiate() {
  let sum = 0
  for (let k = 0; k < exponents.length; k++) sum += Math.exp(exponents[k])
  if (!(sum > 0)) throw new Error('nothing fired')
}

/** @param into milliseconds of processor time; null where they do not count */
function timed(work, into) {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  into?.push((user + system) / 1000)
}

/** Readers of what is written in an option, a formula or a cell. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { Calendar, isZoneName } from '../../../src/core/calendar.js'
import { formatDuration, parseDuration } from '../../../src/core/duration.js'
import { compileExpression, parseExpression, printExpression } from '../../../src/core/index.js'
import { parseLocalDate } from '../../../src/core/local-date.js'
import { parseDecimal } from '../../../src/core/settings/form.js'
import { FROM_PBS, openPbs, parsePython } from '../../../src/deploy/index.js'
import { parseEstimateSource } from '../../../src/evaluation/scenarios/estimate-source.js'
import { DECLARED } from '../../../src/lab/faces/declared.js'
import { parseParameter, valueAt } from '../../../src/learn/template/places.js'
import { parseQueueAddress } from '../../../src/runtime/engines/redis/address.js'
import { parseMargin } from '../../../src/sim/breakdown.js'
import { ClassRows, compileObjective, parseJobClass } from '../../../src/sim/objectives/index.js'
import { OBJECTIVES } from '../../../src/sim/objectives/registry.js'
import { ORDERS } from '../../../src/sim/orders/index.js'
import {
  ALGORITHM_NAMES,
  parseMember,
  parsePolicy,
  policyName,
  RECORDED,
  splitPolicies,
} from '../../../src/sim/policy.js'
import { parseFeature } from '../../../src/sim/rule-based/features.js'
import { simulate } from '../../../src/sim/simulate.js'
import { formulaOf, greedyOf, parseConstraint } from '../../../src/strategy/index.js'
import { parseRanges } from '../../../src/trace/index.js'
import { parseGrid } from '../../../src/workload/transform/sites.js'
import { expressions } from '../../support/expressions.js'
import { generateJobs } from '../../support/generate.js'
import { fuzzyBases, policyBy, rigidBases } from '../../support/rule-bases.js'
import { lineDamage, wordDamage } from '../damage.js'
import { fuzzed } from '../reader.js'

const VARIABLES = ['wait', 'estimate', 'size']
const formula = expressions(VARIABLES).map(printExpression)

function readFormula(text: string): void {
  const tree = parseExpression(text)
  const printed = printExpression(tree)
  expect(printExpression(parseExpression(printed))).toBe(printed)
  const scope = { wait: 3, estimate: 7.5, size: 2 }
  const value = compileExpression(text, { variables: VARIABLES }).value(scope)
  expect(compileExpression(printed, { variables: VARIABLES }).value(scope)).toBe(value)
}

const pbsFormula = expressions(['wait', 'size', 'estimate']).map((key) => {
  const [{ text }] = openPbs({ kind: 'rank', key, because: '' }).files
  return text.slice(text.indexOf('"') + 1, text.lastIndexOf('"'))
})

/** What was read can be written and read again. */
function readPbsFormula(text: string): void {
  const key = parsePython(text, FROM_PBS)
  expect(openPbs({ kind: 'rank', key, because: '' }).files).toHaveLength(2)
}

const JOBS = generateJobs({ seed: 1, jobs: 12, processors: 8 })

const policy = fc.oneof(
  fc
    .tuple(fc.constantFrom(...ALGORITHM_NAMES), fc.constantFrom(...ORDERS))
    .filter(([, { name }]) => name !== 'multifactor')
    .map(([algorithm, { name }]) => `${algorithm}:${name}`),
  fc.constantFrom(
    'easy',
    'fcfs',
    'easy:saf/fcfs',
    'head:g1(w1=0.5)',
    'easy:g2(a=0.4, b=0.1)',
    'cons:wfp3',
    'recorded',
  ),
  formula.map((text) => `easy:(${text})`),
  fc
    .oneof(rigidBases, fuzzyBases)
    .map((base) => policyBy(base))
    .map(({ base }) => `rules:(${JSON.stringify(base)})`),
)

/** What is taken can be simulated, and named. */
function readPolicy(text: string): void {
  const parsed = parsePolicy(text)
  expect(policyName(text).length).toBeGreaterThan(0)
  if (parsed.algorithm === RECORDED) return
  if (text.includes('multifactor')) return
  const { start } = simulate({ jobs: JOBS, processors: 8, policy: parsed })
  expect(start.every((second, row) => second >= JOBS.submit[row])).toBe(true)
}

const SCHEDULE = simulate({ jobs: JOBS, processors: 8, policy: parseMember('easy') })

/** An option of text, and what of it must be a sound value. */
function option(name: string, valid: readonly string[], read: (text: string) => unknown) {
  return fuzzed({ name, valid: fc.constantFrom(...valid), damage: wordDamage, read })
}

const zones = ['UTC', 'Europe/Stockholm', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia', 'Etc/GMT+5']

export const TEXT_READERS = [
  fuzzed({ name: 'formulas', valid: formula, damage: wordDamage, read: readFormula }),
  fuzzed({ name: 'formulas of OpenPBS', valid: pbsFormula, damage: wordDamage, read: readPbsFormula }),
  fuzzed({ name: 'policies', valid: policy, damage: wordDamage, read: readPolicy }),
  fuzzed({
    name: 'lists of policies',
    valid: fc.array(policy, { minLength: 1, maxLength: 3 }).map((all) => all.join(',')),
    damage: lineDamage(/[,:/()]/),
    read: (text) => {
      for (const each of splitPolicies(text)) expect(each).not.toBe('')
    },
  }),
  option(
    'objectives',
    [
      ...['AWRT', '10*AWRT1 + 4*AWRT2', '-UTIL', '2*meanWait[size >= 1 | run = 1..4h] + share'],
      ...OBJECTIVES.map(({ name }) => name),
    ],
    (text) => {
      const objective = compileObjective(text)
      expect(typeof objective.measure(SCHEDULE, null)).toBe('number')
    },
  ),
  option(
    'classes of jobs',
    [
      'size <= 8',
      'run = 1..4h, 2d.. | !(user = 3 and hour >= 18)',
      'weekday != sat, sun & size*estimate > 10h',
    ],
    (text) => {
      const rows = ClassRows.ofTable(JOBS, null)
      const [within, without] = [text, `!(${text})`].map((each) => [...rows.of(parseJobClass(each))])
      expect([...within, ...without].sort((a, b) => a - b)).toEqual([...JOBS.id.keys()])
    },
  ),
  option(
    'constraints',
    [
      'maxWait <= 14d',
      'p95Wait[size <= 8] <= 1.5*easy',
      'UTIL >= 60%',
      'AWRT5 <= 1.5*easy',
      'AVEbsld <= 20',
      'AWRT2 <= cons',
    ],
    (text) => {
      const { bound } = parseConstraint(text, '--subject-to')
      expect(Number.isFinite(typeof bound === 'number' ? bound : bound.factor)).toBe(true)
    },
  ),
  option('features', ['sd', 'um', 'prcwq1', 'sd(10)', 'queue', 'hour'], parseFeature),
  option('durations', ['90', '90s', '15m', '1h30m', '14 days', '2w', '1-12:00:00', '0.5h'], (text) => {
    const seconds = parseDuration(text)
    expect(seconds >= 0 && Number.isFinite(seconds)).toBe(true)
    expect(formatDuration(seconds).length).toBeLessThan(40)
  }),
  option('dates', ['2024-01-01', '2024-02-29T08:30', '1996-09-23 12:00:59'], (text) => {
    const date = parseLocalDate(text)
    const { year, month, day, time = 0 } = date
    const clock = new Date(Date.UTC(year, month - 1, day) + time * 1000)
    if (year >= 100)
      expect([clock.getUTCFullYear(), clock.getUTCMonth() + 1, clock.getUTCDate()]).toEqual([
        year,
        month,
        day,
      ])
  }),
  option('zones', zones, (text) => {
    const calendar = new Calendar({ unixStart: 843480031, zone: text })
    expect(isZoneName(text)).toBe(true)
    expect(Math.abs(calendar.offsetAt(0))).toBeLessThanOrEqual(86_400)
  }),
  option('margins', ['5%', '16 jobs', '86400', '2d', '36h'], (text) => {
    const [value] = Object.values(parseMargin(text, '--warm-up'))
    expect(Number.isFinite(value) && value >= 0).toBe(true)
  }),
  option('ranges', ['1-16,32,128-', '4', '-1', '0-0'], (text) => {
    for (const { low, high } of parseRanges(text, 'users'))
      expect(low <= high && Number.isFinite(low)).toBe(true)
  }),
  option('grids', ['m64-18', '128,128,64', '2x128,64', '512'], (text) => {
    const { sites } = parseGrid(text)
    expect(sites.length > 0 && sites.every((size) => Number.isSafeInteger(size) && size >= 1)).toBe(true)
  }),
  option('parameters', ['a=-5..5', 'b=0.001..1000:log', 'c=0..1:linear'], (text) => {
    const parameter = parseParameter(text, '--over')
    for (const unit of [0, 0.3, 1]) {
      const value = valueAt(parameter, unit)
      expect(value >= parameter.least && value <= parameter.most).toBe(true)
    }
  }),
  option('estimates', ['user', 'actual', 'tsafrir', 'factor:2', 'uniform:0.5', 'predicted:last2'], (text) => {
    const { model } = parseEstimateSource(text)
    if (model !== null && 'factor' in model) expect(Number.isFinite(model.factor)).toBe(true)
  }),
  option('queue addresses', ['redis://host', 'rediss://host:7000/3', 'redis://[::1]:6380/'], (text) => {
    const address = parseQueueAddress(text)
    expect(parseQueueAddress(address.text)).toEqual(address)
  }),
  option('numbers', ['1', '-1.5', '.5', '1e-3', '+4'], (text) => {
    const value = parseDecimal(text)
    expect(Number.isNaN(value) || Number.isFinite(value)).toBe(true)
  }),
  fuzzed({
    name: 'settings',
    valid: fc
      .constantFrom(...DECLARED.flatMap(({ declarations }) => Object.values(declarations)))
      .chain((setting) =>
        fc
          .constantFrom('1', '0.5', '2d', 'yes', 'linear', '2024-01-01')
          .map((text: string) => ({ setting, text })),
      ),
    damage: {
      plans: wordDamage.plans,
      apply: ({ setting, text }, plan) => ({ setting, text: wordDamage.apply(text, plan) }),
    },
    read: ({ setting: { form }, text }) => {
      let value: unknown
      try {
        value = form.read(text)
      } catch (error) {
        if (error instanceof Error && error.name === 'QueuewrightError') return
        throw error
      }
      // What fits is written so that it is read back as it was.
      if (value !== undefined && form.fits(value, {})) expect(form.read(form.text(value))).toEqual(value)
    },
  }),
  fuzzed({
    name: 'policies in other words',
    valid: fc.constantFrom('easy:saf', 'head:g1(w1=0.5)', 'easy:g2(a=0.4, b=0.1)/fcfs', 'head:group'),
    damage: wordDamage,
    read: (text) => {
      parsePolicy(formulaOf(text))
      greedyOf(text)
    },
  }),
]

/** Readers of documents that people keep, edit and hand on. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { Codec } from '../../../src/core/codec.js'
import { csvLines, csvText } from '../../../src/core/csv.js'
import { Place } from '../../../src/core/place.js'
import { readGroups, writeGroups } from '../../../src/evaluation/group-legend.js'
import { type RecordedLog, readRecorded, writeRecorded } from '../../../src/evaluation/recorded.js'
import { agreementOf } from '../../../src/evaluation/recorded-agreement.js'
import { printDistribution, readDistribution } from '../../../src/learn/index.js'
import { SC17 } from '../../../src/learn/score/regression/families.js'
import { fitScores } from '../../../src/learn/score/regression/fit.js'
import {
  functionsJson,
  isFunctionsFile,
  readFunctions,
} from '../../../src/learn/score/regression/functions-file.js'
import { advicePage } from '../../../src/report/pages/advise.js'
import { isStrategy, loadStrategy } from '../../../src/runtime/index.js'
import { SITE_DOCUMENT } from '../../../src/sim/facility/index.js'
import { policyName } from '../../../src/sim/policy.js'
import { GRID_DOCUMENT } from '../../../src/sites/grid/configuration.js'
import { readClusters } from '../../../src/sites/multicluster/document.js'
import {
  policyOf,
  readStrategy,
  STRATEGY_KINDS,
  type StrategyArtefact,
  strategyJson,
} from '../../../src/strategy/index.js'
import { type Advice, adviceText, readAdvice } from '../../../src/study/advise/index.js'
import {
  countCells,
  parseStudyFile,
  planStudy,
  readYaml,
  studyFields,
} from '../../../src/study/factorial/index.js'
import { DEFAULT_GROUPING } from '../../../src/trace/index.js'
import { demoTrace } from '../../../src/workload/demo.js'
import { fitBeta, readBetaModel, writeBetaModel } from '../../../src/workload/estimates/index.js'
import { fitModel, generateFromModel, modelText, parseModel } from '../../../src/workload/model/index.js'
import { PROJECT_ROOT } from '../../support/data.js'
import { fuzzyBases, pairBases, policyBy, rigidBases } from '../../support/rule-bases.js'
import { distributionBy } from '../../support/scores.js'
import { greedyStrategies } from '../../support/strategies.js'
import { jsonDamage, lineDamage } from '../damage.js'
import { fuzzed } from '../reader.js'

const fare = { label: '5-16', jobs: 3, before: 60, after: 0.5 }
const advice: Advice = {
  ...{ format: 'queuewright-advice', version: 1, log: 'KTH', digest: 'ab12', jobs: 28_475, machine: 100 },
  ...{ objective: 'meanWait[size <= 8]', baseline: 'easy', judged: 12_443, level: 0.9, scale: 'ratio' },
  weeks: { unit: 'week', train: 16_000, held: [[0, 604_800]], stretch: 1 },
  today: { recorded: null, grade: 'C', sentences: ['Grade C.'] },
  ...{ all: 6900, value: 4560.5, used: 0.71, bound: { value: 301, by: 'fluid' }, unsimulated: ['memory'] },
  ...{ system: 'slurm', passedOver: null, notices: ['2 jobs were cut'] },
  groups: [['group 1', 'users with more than 8 % of the work: 1 user (7), 3 jobs, 12.0 % of the work']],
  policies: [
    {
      ...{
        name: 'wfp3',
        policy: 'easy:wfp3',
        origin: 'known',
        learnt: -0.2,
        value: 3270,
        change: -0.28,
        used: null,
        worth: true,
      },
      ...{ later: { low: -0.47, high: 0.04 }, better: 18, worse: 0, weeks: 19, p: 2.3e-5 },
      seeds: [{ seed: 1, policy: 'easy:(submit)', change: null }],
      bounds: [{ text: 'maxWait <= 2*easy', before: 90_000, after: 100_000, kept: true }],
      ...{ bySize: [fare], byRuntime: [fare], losers: [fare], usersBetter: 88, usersWorse: 26, users: 139 },
      ...{ slurm: null, openpbs: ['job_sort_formula'], file: 'strategy-1.json' },
    },
  ],
  tried: [
    {
      ...{ name: 'wfp3', policy: 'easy:wfp3', origin: 'known', value: 7000, longestWait: null },
      ...{ kept: true, undominated: true },
    },
  ],
  ...{ budget: { minutes: 5, jobsPerSecond: 400_000, evaluations: 2000 }, searches: 3, seed: 1 },
}

const evidence: StrategyArtefact['evidence'] = {
  objective: '10*AWRT1 + 4*AWRT2',
  constraints: ['maxWait <= 14d', 'AWRT5 <= 1.5*easy'],
  method: 'greedy, twelve systems',
  settings: { mu: 15, tau0: 0.11785113019775793, kappa: null, box: 'unit', restarts: true },
  seed: 1,
  evaluations: 126000,
  simulations: 126012,
  score: 856717.25,
  traces: [{ name: 'CTC', digest: 'ab12', machine: 430, train: 100, jobs: 200 }],
  measured: [{ trace: 'CTC', part: 'train', policy: 'easy', objectives: { AWRT: 53186.81, AWRT4: null } }],
}

const strategy: fc.Arbitrary<StrategyArtefact> = fc
  .tuple(
    fc.oneof(
      greedyStrategies(),
      fc
        .constantFrom('easy:saf', 'head:(wait/estimate)')
        .map((policy) => ({ kind: 'policy', policy }) as const),
      fc
        .oneof(rigidBases, fuzzyBases, pairBases)
        .map((base) => ({ kind: 'rules', base: policyBy(base).base }) as const),
    ),
    fc.constantFrom(evidence, null),
  )
  .map(([found, known]) => ({
    format: 'queuewright-strategy',
    version: 1,
    name: 's',
    strategy: found,
    evidence: known,
  }))

function readArtefact(text: string): void {
  const artefact = readStrategy(text, 'strategy.json')
  const written = strategyJson(artefact)
  expect(readStrategy(written, 'strategy.json')).toEqual(artefact)
  expect(policyName(policyOf(artefact.strategy)).length).toBeGreaterThan(0)
  expect(Object.keys(STRATEGY_KINDS)).toContain(artefact.strategy.kind)
}

const LOGS = [demoTrace({ jobs: 300, seed: 1 }), demoTrace({ jobs: 200, processors: 4, seed: 2 })]
const [{ jobs: happened }] = LOGS
const pair = { recorded: 60, simulated: 0 }
const RECORDED: RecordedLog = {
  ...{ log: 'A', missing: 1, objectives: { AWRT: 5, AWRT9: null }, policy: 'easy', best: 'fcfs' },
  agreement: {
    ...agreementOf(
      happened,
      Int32Array.of(0, 1),
      256,
      { start: happened.submit },
      { start: happened.submit },
    ),
    meanWait: pair,
  },
}
const models = LOGS.map((log) => modelText(fitModel(log, { leastUsers: 3 })))
const betas = LOGS.map((log) => writeBetaModel(fitBeta([log])))
const DISTRIBUTION = distributionBy((r, n, s) => 0.001 + 1e-9 * r * n + 1e-9 * s, { tuples: 6 })
const FIT = { family: SC17, weights: 'rn', degree: 3, rankBy: 'error', top: 3 } as const
const functions = functionsJson(fitScores(DISTRIBUTION, FIT, 'scores.csv'), 'c5f9')

/** More jobs are not made of what is read: a model may have whatever users it has. */
const FEW = 20

function readModel(text: string): void {
  const model = parseModel(text, 'model.json')
  expect(parseModel(modelText(model), 'model.json')).toEqual(model)
  expect(generateFromModel(model, { jobs: FEW }).jobs.length).toBe(FEW)
}

const examples = readdirSync(join(PROJECT_ROOT, 'examples'))
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => readFileSync(join(PROJECT_ROOT, 'examples', file), 'utf8'))
  // Study files alone say nothing of what they are.
  .filter((text) => /^policies:/m.test(text))
const STUDY = `name: all
seed: 3
traces:
  - {log: A, name: one}
  - {log: B, last: 100}
machines: [own, 64]
policies: [fcfs, easy, 'easy:(wait/estimate)']
estimates: [user, actual, factor:2]
objectives: [AWRT, AVEbsld]
rules:
  - {name: usual}
  - &single {dialect: pyss}
baseline: easy
windows:
  - {length: 12h, warm-up: 4 jobs}
split: {by: time, train: 50%}
output: [csv]
`
const PLAIN_STUDY = 'traces: [{log: A}]\npolicies: [fcfs, easy]\n'

function exampleOf<Value>(file: string, codec: Pick<Codec<Value>, 'decode'>): Value {
  const { value } = readYaml(readFileSync(join(PROJECT_ROOT, 'examples', file), 'utf8'), file)
  return codec.decode(value, Place.of(file))
}
/** In place of whatever file a study names for several machines. */
const MACHINES = {
  sites: { kind: 'sites', sites: exampleOf('grid.yaml', GRID_DOCUMENT).sites },
  clusters: { kind: 'clusters', system: exampleOf('clusters.yaml', { decode: readClusters }) },
} as const

/** What is taken can be planned, on two small logs and the machines of the examples whatever it names. */
function readStudy(text: string): void {
  const read = parseStudyFile(text, 'study.yaml', 'study')
  const machines = read.machines.map((machine) =>
    machine.kind === 'several' && machine.content === null
      ? { ...machine, content: MACHINES[machine.of] }
      : machine.kind === 'site'
        ? { ...machine, document: exampleOf('site.yaml', SITE_DOCUMENT) }
        : machine,
  )
  const design = { ...read, machines }
  studyFields(design)
  const logs = design.traces.map((_, k) => ({
    name: `log ${k}`,
    trace: LOGS[k % 2],
    grouping: DEFAULT_GROUPING,
    groups: [],
  }))
  const { spec } = planStudy(design, logs, '1.2.3')
  expect(countCells(spec)).toBeGreaterThan(0)
}

const cell = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('a,b', '"', 'a\nb', '\r', ' x ', ''))

/** Rows of text that is quoted as RFC 4180 has it. */
function rowsOf(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/gy)) {
    rows[rows.length - 1].push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '\n') rows.push([])
  }
  return rows.slice(0, -1)
}

export const DOCUMENT_READERS = [
  fuzzed({
    name: 'advice',
    valid: fc.constant(adviceText(advice)),
    damage: jsonDamage,
    read: (text) => {
      const read = readAdvice(text, 'advice.json')
      expect(readAdvice(adviceText(read), 'advice.json')).toEqual(read)
      advicePage(read, 'run')
    },
  }),
  fuzzed({ name: 'strategies', valid: strategy.map(strategyJson), damage: jsonDamage, read: readArtefact }),
  fuzzed({
    name: 'files of strategies',
    valid: strategy.map(strategyJson),
    damage: lineDamage(/[\s,:]/),
    read: async (text) => {
      const folder = mkdtempSync(join(tmpdir(), 'queuewright-fuzz-'))
      try {
        const path = join(folder, 'strategy.json')
        writeFileSync(path, text)
        if (await isStrategy(path)) await loadStrategy(path)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }),
  fuzzed({ name: 'models', valid: fc.constantFrom(...models), damage: jsonDamage, read: readModel }),
  fuzzed({
    name: 'models of estimates',
    valid: fc.constantFrom(...betas),
    damage: jsonDamage,
    read: (text) => {
      const beta = readBetaModel(text, 'beta.json')
      expect(readBetaModel(writeBetaModel(beta), 'beta.json')).toEqual(beta)
    },
  }),
  fuzzed({
    name: 'who is in which group',
    valid: fc.constant(writeGroups([{ log: 'KTH', groups: advice.groups }])),
    damage: jsonDamage,
    read: (text) => {
      const logs = readGroups(text, 'groups.json')
      expect(readGroups(writeGroups(logs), 'groups.json')).toEqual(logs)
    },
  }),
  fuzzed({
    name: 'what was recorded',
    valid: fc.constant(writeRecorded([RECORDED])),
    damage: jsonDamage,
    read: (text) => {
      const logs = readRecorded(text, 'recorded.json')
      expect(readRecorded(writeRecorded(logs), 'recorded.json')).toEqual(logs)
    },
  }),
  fuzzed({
    name: 'score functions',
    valid: fc.constant(functions),
    damage: jsonDamage,
    read: (text) => {
      isFunctionsFile(text)
      for (const { terms, coefficients } of readFunctions(text, 'functions.json')) {
        expect(coefficients).toHaveLength(terms.length)
      }
    },
  }),
  fuzzed({
    name: 'score distributions',
    valid: fc.constant(printDistribution(DISTRIBUTION)),
    damage: lineDamage(/,/),
    read: (text) => {
      const distribution = readDistribution(text, 'scores.csv')
      expect(readDistribution(printDistribution(distribution), 'scores.csv')).toEqual(distribution)
    },
  }),
  fuzzed({
    name: 'study files',
    valid: fc.constantFrom(
      PLAIN_STUDY,
      STUDY,
      ...examples.map((text) => text.replaceAll(/\b(15d|2d)\b/g, '6h').replaceAll('400 jobs', '40 jobs')),
    ),
    damage: lineDamage(/[\s,:{}[\]]+/),
    read: readStudy,
  }),
  fuzzed({
    name: 'study files as JSON',
    valid: fc.constant(
      JSON.stringify({
        traces: [{ log: 'A' }],
        policies: ['easy'],
        windows: [{ length: '12h' }],
        rules: [{ dialect: 'sc17' }],
      }),
    ),
    damage: jsonDamage,
    read: readStudy,
  }),
  fuzzed({
    name: 'CSV read back',
    valid: fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 }),
    damage: null,
    read: (rows) => expect(rowsOf(csvLines(rows))).toEqual(rows.map((row) => row.map(csvText))),
  }),
]

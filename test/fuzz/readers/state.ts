/** Readers of what searches and experiments keep of themselves, and of the tasks that they give out. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { isObject, json, member } from '../../../src/core/codec.js'
import { parseJson } from '../../../src/core/documents.js'
import type { Json } from '../../../src/core/json.js'
import { settled } from '../../../src/core/settings/index.js'
import { inlineEvaluator } from '../../../src/evaluation/inline-evaluator.js'
import type { InvestigationKind } from '../../../src/evaluation/investigation.js'
import type { MarketCase } from '../../../src/evaluation/scenarios/market-case.js'
import { scenarioJson, scenarioOf } from '../../../src/evaluation/scenarios/scenario.js'
import { decisionsResult, decisionsTask } from '../../../src/evaluation/tasks/decisions.js'
import { frontFitResult, frontFitTask } from '../../../src/evaluation/tasks/front-fit.js'
import {
  frontInterpolationResult,
  frontInterpolationTask,
} from '../../../src/evaluation/tasks/front-interpolation.js'
import { futureStarts, hindsightsIn } from '../../../src/evaluation/tasks/futures.js'
import { gridResult, gridTask } from '../../../src/evaluation/tasks/grid.js'
import { taskRunner } from '../../../src/evaluation/tasks/index.js'
import { marketResult, marketTask } from '../../../src/evaluation/tasks/market.js'
import { multiclusterPlan, multiclusterTask } from '../../../src/evaluation/tasks/multicluster.js'
import { sequenceTask } from '../../../src/evaluation/tasks/sequence.js'
import { simulateResults, simulateTask } from '../../../src/evaluation/tasks/simulate.js'
import { trialsTask } from '../../../src/evaluation/tasks/trials.js'
import { evaluatedIn, FRONT, policiesIn } from '../../../src/front/investigation.js'
import { prepareFront } from '../../../src/front/prepare.js'
import { frontJson } from '../../../src/front/spec.js'
import { RESPONSE_TIME_BOUNDS } from '../../../src/geometry/index.js'
import {
  LEARN,
  LEARN_MARKET,
  type LearnerSettings,
  learnJson,
  learnMarketJson,
  learntIn,
  prepareLearning,
  prepareTrials,
  TRIALS,
  trialsJson,
} from '../../../src/learn/index.js'
import { learnerFor } from '../../../src/learn/learners.js'
import type { Task } from '../../../src/optimize/evaluator.js'
import {
  archiveOf,
  boxOf,
  cmaEs,
  evolutionStrategy,
  geneticProgramming,
  nsga,
  nsga2,
  nsga3,
  type Optimizer,
  permutationCoding,
  randomSearch,
  realCoding,
  restoreArchive,
  restoreOptimizer,
  thetaDea,
} from '../../../src/optimize/index.js'
import { rulePolicyText } from '../../../src/sim/policy.js'
import {
  AT_FIRST,
  chromosomeEvaluator,
  clusterSystem,
  fitness,
  genomeSource,
  PLAN_SETTINGS,
  packetGenetic,
  plainDomain,
  restorePacketGenetic,
  SITE_CHOICES,
  USUAL_MARKET,
  writtenSite,
} from '../../../src/sites/index.js'
import { ADVISE, adviceJson } from '../../../src/study/advise/index.js'
import { parseStudyFile, planStudy, STUDY, studyJson } from '../../../src/study/factorial/index.js'
import { MULTICLUSTER_COMPARISON } from '../../../src/study/multicluster/investigation.js'
import { multiclusterJson } from '../../../src/study/multicluster/spec.js'
import {
  FRONT_GEOMETRY,
  frontGeometryIn,
  frontGeometryJson,
} from '../../../src/study/reproduce/front-geometry.js'
import { GRID_RUNS } from '../../../src/study/reproduce/grid-runs.js'
import { MARKET_RUNS } from '../../../src/study/reproduce/market-runs.js'
import { MEASUREMENT, measurementJson } from '../../../src/study/reproduce/measurement.js'
import { REPRODUCTION, reproductionJson } from '../../../src/study/reproduce/reproduction.js'
import { DEFAULT_GROUPING, datasetOf, groupTrace } from '../../../src/trace/index.js'
import { demoTrace } from '../../../src/workload/demo.js'
import { LEARNER_CONTEXT, LEARNER_MEMBERS } from '../../support/learner-members.js'
import { fuzzyBases, policyBy } from '../../support/rule-bases.js'
import { scenarioOn } from '../../support/scenarios.js'
import { jsonDamage } from '../damage.js'
import { fuzzed } from '../reader.js'

const { trace } = groupTrace(demoTrace({ jobs: 60 }), { by: 'share', thresholds: [0.1] })
const dataset = datasetOf(trace)
const datasets = new Map([[dataset.digest, dataset]])

const box = boxOf([-3, 0], [-1, 900])
const coding = () => realCoding({ box, starts: [Float64Array.of(-3, 0)] })
const orders = () =>
  permutationCoding({ length: 6, operator: { kind: 'move' }, meanNumber: 2, meanDistance: 2 })
const grammar = {
  primitives: [
    { name: 'x', type: 'length', args: [], weight: 1, constant: null },
    { name: 'constant', type: 'number', args: [], weight: 1, constant: [0.5, 20] as const },
    { name: '*', type: 'length', args: ['number', 'length'], weight: 1, constant: null },
  ],
  roots: ['length'],
}
const OPTIMIZERS: readonly (readonly [objectives: number, begin: () => Optimizer<ArrayLike<number>>])[] = [
  [1, () => randomSearch({ box, lambda: 5 }, 1)],
  [1, () => evolutionStrategy({ box, mu: 3, lambda: 7, kappa: 2 }, 1)],
  [1, () => evolutionStrategy({ box, mu: 3, lambda: 7, rule: { kind: 'success-rule' } }, 1)],
  [1, () => cmaEs({ box }, 1)],
  [1, () => cmaEs({ box, restarts: 'bipop', maxRestarts: 2 }, 1)],
  [1, () => geneticProgramming({ grammar, mu: 4, lambda: 4 }, 1)],
  [2, () => nsga({ coding: coding(), objectives: 2, mu: 4 }, 1)],
  [2, () => nsga2({ coding: orders(), objectives: 2, mu: 4, lambda: 4 }, 1)],
  [3, () => nsga3({ coding: coding(), objectives: 3, divisions: 2 }, 1)],
  [3, () => thetaDea({ coding: coding(), objectives: 3, divisions: 2 }, 1)],
]

/** Tells it scores that depend on the candidates alone. */
function generation(optimizer: Optimizer<ArrayLike<number>>, objectives: number): void {
  const candidates = optimizer.ask()
  const scores = candidates.flatMap((genome) =>
    Array.from({ length: objectives }, (_, k) => Math.abs((genome[k % genome.length] ?? 0) - k)),
  )
  optimizer.tell(Float64Array.from(scores))
}

const snapshotReaders = OPTIMIZERS.map(([objectives, begin], place) => {
  const optimizer = begin()
  for (let k = 0; k < 2; k++) generation(optimizer, objectives)
  const snapshot = optimizer.snapshot()
  return fuzzed({
    name: `snapshots of optimisers: ${place} ${Object(snapshot).kind}`,
    valid: fc.constant(JSON.stringify(snapshot)),
    damage: jsonDamage,
    read: readSnapshot,
  })
})

function readSnapshot(text: string): void {
  const optimizer = restoreOptimizer(parseJson(text, 'kept.json'))
  const again = restoreOptimizer(JSON.parse(JSON.stringify(optimizer.snapshot())))
  expect(again.snapshot()).toEqual(optimizer.snapshot())
  expect(again.ask()).toEqual(optimizer.ask())
}

const archive = archiveOf<Json>(2)
for (const [k, point] of [
  [1, 5],
  [2, 3],
  [4, 1],
].entries())
  archive.add(Float64Array.from(point), `point ${k}`)

const scenarios = [
  scenarioOn(dataset),
  scenarioOn(dataset, { estimates: 'factor:2', trimming: { warmUp: { percent: 5 } } }),
]
const GRID = {
  data: dataset.digest,
  window: null,
  estimates: 'user',
  sites: [100, 50].map(writtenSite),
  arrivals: 'turn',
  parts: 'none',
} as const
const MARKET: MarketCase = {
  ...{ data: dataset.digest, window: [0, 20], domains: [100, 50].map(plainDomain), arrivals: 'turn' },
  ...{
    parts: 'none',
    descriptions: 'RESOURCE "domain1" {VALUE "Cores" {8}}',
    file: 'x',
    requestsAlone: false,
  },
}
const MARKET_RULES = { ...USUAL_MARKET, hops: 1, timeToLive: null, budget: 1e9, deadline: null }
/** Of two objectives. */
const POINTS = Float64Array.from({ length: 24 }, (_, k) =>
  k % 2 === 0 ? 100 + 7 * k : 400 - 5 * k + (k % 3),
)
const tasks = [
  ...scenarios.map((scenario) => simulateTask(scenario, 'easy:saf', ['AWRT', '10*AWRT1 + AWRT2'])),
  simulateTask(scenarios[0], 'fcfs', ['AVEbsld'], 3),
  ...fc
    .sample(fuzzyBases, { seed: 1, numRuns: 2 })
    .map((base) => decisionsTask(scenarios[0], rulePolicyText(policyBy(base).base), 4)),
  sequenceTask(scenarios[0], Int32Array.from(dataset.jobs.id.keys()), ['AWRT']),
  frontFitTask({
    ...{ objectives: 2, front: POINTS, reference: POINTS.map((value) => 2 * value) },
    ...{
      bounds: Array.from({ length: 2 }, () => RESPONSE_TIME_BOUNDS),
      generations: 2,
      identity: false,
      seed: 1,
    },
  }),
  frontInterpolationTask({ objectives: 2, points: POINTS, basis: 'gaussian' }),
  gridTask(GRID, { policy: 'sharing', siteChoice: SITE_CHOICES[0], move: 0, overhead: 0 }),
  marketTask(MARKET, MARKET_RULES, ['AWRT1']),
  trialsTask({
    data: dataset.digest,
    state: 4,
    judged: 8,
    processors: 100,
    first: 0,
    from: 0,
    trials: 16,
    seed: 1,
  }),
]

const CLUSTERS = { clusters: [[[1000, 6]], [[2000, 8]]], links: [400, 300] } as const
const PACKET = { ...settled(PLAN_SETTINGS, {}), population: 4, generations: 2, patience: 2 }
const workload = {
  ...{ name: 'demo 1', ids: [1, 2, 3, 4], tasks: Int32Array.of(3, 9, 1, 2) },
  ...{ base: Float64Array.of(9, 20, 5, 1), sigma: Float64Array.of(0.8, 1, 0.7, 0.9) },
  ...{ bandwidth: Float64Array.of(5, 9, 30, 8), submit: Float64Array.of(0, 0, 4, 30) },
}
tasks.push(
  multiclusterTask({
    ...{ system: CLUSTERS, jobs: workload, places: [0, 1, 2, 3], waiting: 5, state: AT_FIRST },
    ...{ algorithm: 'ga-mf', settings: PACKET, seed: 'x' },
  }),
)
const clusters = clusterSystem(CLUSTERS.clusters, CLUSTERS.links)
const packet = chromosomeEvaluator(clusters, workload)
const genomes = genomeSource(clusters, workload, packet.shape, AT_FIRST)

/** A search of a packet after a generation. */
function packetSearch() {
  const search = packetGenetic(PACKET, genomes, 'seed')
  search.tell(
    Float64Array.from(
      search.ask().flatMap((genome) => {
        const measured = packet.evaluate(genome)
        return [fitness(measured, 0.6), Number(measured.saturated)]
      }),
    ),
  )
  return search.snapshot()
}

const KINDS = new Set(tasks.map(({ kind }) => kind))
/** What no worker would be given: more work than a test has time for. */
const MOST_WORK = 1e5

function isTooMuch(work: unknown): boolean {
  const isNumber = (value: unknown) => typeof value === 'number' || typeof value === 'string'
  const values = isObject(work) ? Object.values(work).flat() : []
  return values.some((value) => isNumber(value) && Number(value) > MOST_WORK)
}

function readTask(text: string): void {
  const task = parseJson(text, 'task.json') as Task
  const { kind, payload } = Object(task)
  if (!KINDS.has(kind)) return
  if (isTooMuch(payload) || isTooMuch(Object(payload).settings)) return
  const result = taskRunner(() => dataset)(task)
  if (kind === 'simulate') simulateResults([result])
  if (kind === 'decisions') decisionsResult(result)
  if (kind === 'front-fit') frontFitResult(result)
  if (kind === 'front-interpolation') frontInterpolationResult(result)
  if (kind === 'grid') gridResult(result)
  if (kind === 'market') marketResult(result)
  if (kind === 'multicluster') expect(multiclusterPlan(result).start).toBeDefined()
}

const front = frontJson(
  prepareFront(
    {
      ...{ name: 'demo', scenario: scenarioOn(dataset), objectives: null, plan: 'own', evaluations: 150 },
      ...{ large: { size: 31, estimate: 3600 }, seed: 1, compare: [], version: '1.2.3' },
    },
    dataset,
  ),
)
const study = planStudy(
  parseStudyFile(
    'traces: [{log: A}]\npolicies: [fcfs, easy]\nestimates: [user, actual]\n',
    'study.yaml',
    'study',
  ),
  [{ name: 'A', trace, grouping: DEFAULT_GROUPING, groups: [] }],
  '1.2.3',
)
const measurement = measurementJson({
  logs: scenarios.map((scenario, k) => ({ name: `log ${k}`, scenario })),
  policies: ['easy', 'fcfs'],
  objectives: ['AWRT'],
})
const advice = adviceJson({
  log: { name: 'demo', scenario: scenarios[0], train: 3, jobs: 6 },
  weeks: { unit: 'day', train: 3, held: [[0, 86_400]], stretch: 1 },
  ...{ objective: 'meanWait', constraints: ['maxWait <= 2*easy'], baseline: 'easy', known: ['easy:spt'] },
  ...{ searches: [], parts: [], budget: { minutes: 0, jobsPerSecond: 1, evaluations: 1 } },
  ...{ level: 0.9, today: null, unsimulated: [], notices: [], seed: 1, system: null },
})
const frontGeometry = frontGeometryJson({
  ...{ seed: 1, generations: 2, objectives: ['AWRT', 'meanWait'] },
  fronts: [1, 2].map((scale) => ({
    ...{ name: `log ${scale}`, evaluated: 9, easy: null },
    points: POINTS.map((value) => scale * value),
  })),
})
const reproduction = reproductionJson({
  ...{ study: 'thesis-front', logs: [], furtherTotal: 1, remarks: [], methods: [], version: '1.2.3' },
  ...{
    seed: 1,
    budget: 0.1,
    scaled: false,
    missingEstimates: 'beta',
    greedyBudget: null,
    sources: [],
    unbounded: false,
  },
  parts: [{ name: 'measured', kind: 'measurement', spec: measurement, weight: 2 }],
})
const known = new Map([...datasets, ...study.datasets])
const LEARNERS: readonly LearnerSettings[] = [
  { learner: 'greedy-own', algorithms: ['head', 'easy'], evaluations: 60 },
  {
    ...{ learner: 'rules-cca', features: ['um'], greedy: 'head:g2(w1=1)', rules: 2, generations: 2 },
    ...{ mu: 2, lambda: 4, tau0: null, tau1: null, commonFactor: 'offspring', firstStep: 0.1 },
  },
]
const learnings = LEARNERS.map((learner) =>
  learnJson(
    prepareLearning(
      {
        ...{ objective: 'AWRT', constraints: ['AWWT <= 2*easy'], relativeTo: 'easy', windows: null },
        ...{ under: [], combine: 'mean', learner, earlyStop: true, seed: 1, compare: ['easy'] },
        logs: [{ name: 'demo', jobs: 60, train: 40, scenario: scenarioOn(dataset) }],
        tests: [],
      },
      known,
    ),
  ),
)
const trials = prepareTrials(trace, {
  ...{ tuples: 2, state: 4, judged: 4, machine: 100, overlap: true, precision: null, most: 16, seed: 1 },
})
known.set(trials.dataset.digest, trials.dataset)

/** What a learner keeps of itself once it was told scores, which are the places of its candidates. */
function learnerState([name, settings, own = {}]: (typeof LEARNER_MEMBERS)[number]): string {
  const context = { ...LEARNER_CONTEXT, ...own }
  const learner = learnerFor(settings).open(settings, context, null)
  const batches = learner.ask() ?? []
  learner.tell(batches.map(({ candidates }) => Float64Array.from(candidates.keys())))
  return JSON.stringify({ name, state: learner.snapshot() })
}

/** Settings and circumstances are those of the member, whatever is written of its name. */
function readLearner(text: string): void {
  const kept = parseJson(text, 'learner.json')
  const found = LEARNER_MEMBERS.find(([name]) => isObject(kept) && name === member(kept, 'name'))
  if (found === undefined || !isObject(kept)) return
  const [, settings, own = {}] = found
  const open = (state: Json) => learnerFor(settings).open(settings, { ...LEARNER_CONTEXT, ...own }, state)
  const learner = open((member(kept, 'state') ?? null) as Json)
  const asked = learner.ask()
  expect(open(JSON.parse(JSON.stringify(learner.snapshot()))).ask()).toEqual(asked)
}

const learnMarket = learnMarketJson({
  ...{
    trace: 'demo',
    digest: 'd',
    train: MARKET,
    test: { ...MARKET, window: [20, 30] },
    rules: MARKET_RULES,
  },
  ...{ objective: 'AWRT', learner: 'evolved', evaluations: 30, seed: 1 },
})
const gridRuns = GRID_RUNS.json([
  {
    name: 'two',
    grid: GRID,
    policies: [{ policy: 'local', siteChoice: SITE_CHOICES[0], move: 0, overhead: 0 }],
  },
])

/** A run's spec, and its state after some batches; damaged together. */
async function keptOf(kind: InvestigationKind, spec: Json, batches: number): Promise<string> {
  const investigation = kind.open(spec, known, null)
  const evaluator = inlineEvaluator(known)
  const steps: Json[] = []
  for (let k = 0; k < batches; k++) {
    const batch = investigation.next()
    if (batch !== null) steps.push(investigation.take(await evaluator.evaluate(batch.tasks)))
  }
  const state = batches === 0 ? null : investigation.snapshot()
  return JSON.stringify({ spec, state, steps })
}

function learntSoFar(state: Json, spec: Json): void {
  if (Object(state).winners.length > 0) expect(learntIn(spec, state).winner).toBeDefined()
}

async function investigationReader(
  kind: InvestigationKind,
  spec: Json,
  further: (state: Json, spec: Json) => unknown = () => {},
  what: string = kind.kind,
) {
  return fuzzed({
    name: `investigations: ${what}`,
    valid: fc.constantFrom(...(await Promise.all([0, 1].map((batches) => keptOf(kind, spec, batches))))),
    damage: jsonDamage,
    read: (text) => {
      const kept = parseJson(text, 'run.json')
      if (!isObject(kept)) return
      const spec = (member(kept, 'spec') ?? null) as Json
      if (isTooMuch(member(Object(spec), 'learner'))) return
      const investigation = kind.open(spec, known, (member(kept, 'state') ?? null) as Json)
      kind.facts(spec)
      kind.converging(spec)
      const steps = member(kept, 'steps')
      if (Array.isArray(steps)) kind.convergence(steps)
      investigation.next()
      const state = investigation.snapshot()
      expect(kind.open(spec, known, JSON.parse(JSON.stringify(state))).snapshot()).toEqual(state)
      further(state, spec)
    },
  })
}

export const STATE_READERS = [
  ...snapshotReaders,
  fuzzed({
    name: 'archives',
    valid: fc.constant(JSON.stringify(archive.snapshot())),
    damage: jsonDamage,
    read: (text) => {
      const restored = restoreArchive(parseJson(text, 'kept.json'), json)
      expect(restored.labels()).toHaveLength(restored.size)
    },
  }),
  fuzzed({
    name: 'scenarios',
    valid: fc.constantFrom(...scenarios.map((scenario) => JSON.stringify(scenarioJson(scenario)))),
    damage: jsonDamage,
    read: (text) => {
      const scenario = scenarioOf(parseJson(text, 'kept.json') as Json)
      expect(scenarioOf(scenarioJson(scenario))).toEqual(scenario)
    },
  }),
  ...[...KINDS].map((kind) =>
    fuzzed({
      name: `tasks: ${kind}`,
      valid: fc.constantFrom(
        ...tasks.filter((task) => task.kind === kind).map((task) => JSON.stringify(task)),
      ),
      damage: jsonDamage,
      read: readTask,
    }),
  ),
  await investigationReader(FRONT, front, (state) => {
    if (Object(state).search !== null) evaluatedIn(state)
    policiesIn(front, state)
  }),
  await investigationReader(STUDY, studyJson(study.spec)),
  fuzzed({
    name: 'states of learners',
    valid: fc.constantFrom(...LEARNER_MEMBERS.map(learnerState)),
    damage: jsonDamage,
    read: readLearner,
  }),
  await investigationReader(MEASUREMENT, measurement),
  await investigationReader(ADVISE, advice),
  await investigationReader(FRONT_GEOMETRY, frontGeometry, (state) => {
    if (state !== null) frontGeometryIn(state)
  }),
  await investigationReader(GRID_RUNS.investigation, gridRuns),
  await investigationReader(LEARN_MARKET, learnMarket),
  await investigationReader(
    MARKET_RUNS.investigation,
    MARKET_RUNS.json([{ name: 'two', market: MARKET, rules: [MARKET_RULES] }]),
  ),
  await investigationReader(
    MULTICLUSTER_COMPARISON,
    multiclusterJson({
      ...{ system: CLUSTERS, workloads: [workload], algorithms: ['ga-mf', 'metl'], packet: 2 },
      ...{ settings: PACKET, seed: 1, check: false, version: '1.2.3' },
    }),
  ),
  fuzzed({
    name: 'results of futures',
    valid: fc.constant('[[0,60.5,3600],[0,10,7200]]'),
    damage: jsonDamage,
    read: (text) => {
      const starts = futureStarts(parseJson(text, 'result.json') as Json).flat()
      expect(starts.every(Number.isFinite)).toBe(true)
    },
  }),
  fuzzed({
    name: 'results of hindsights',
    valid: fc.constant(
      '[{"row":3,"waited":60,"started":true,"foretold":[10,20,30]},{"row":0,"waited":0,"started":false,"foretold":[1,2,3]}]',
    ),
    damage: jsonDamage,
    read: (text) => {
      for (const { waited, foretold } of hindsightsIn(parseJson(text, 'result.json') as Json))
        expect([waited, ...foretold].every(Number.isFinite)).toBe(true)
    },
  }),
  fuzzed({
    name: 'snapshots of the genetic algorithm of packets',
    valid: fc.constant(JSON.stringify(packetSearch())),
    damage: jsonDamage,
    read: (text) => {
      const search = restorePacketGenetic(parseJson(text, 'kept.json'), genomes)
      const again = restorePacketGenetic(JSON.parse(JSON.stringify(search.snapshot())), genomes)
      expect(again.snapshot()).toEqual(search.snapshot())
      expect(again.ask()).toEqual(search.ask())
    },
  }),
  await investigationReader(REPRODUCTION, reproduction),
  ...(await Promise.all(
    learnings.map((learning, k) =>
      investigationReader(LEARN, learning, learntSoFar, `learn ${LEARNERS[k].learner}`),
    ),
  )),
  await investigationReader(TRIALS, trialsJson(trials.spec)),
]

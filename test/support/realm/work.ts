/**
 * Work of every pure room, as text: what another realm makes of it has to be the same, byte by byte. It is bundled for
 * that realm, and imported here. All rooms are loaded whole, so that none of them needs anything of Node to begin with.
 */
import * as calibrate from '../../../src/calibrate/index.js'
import * as core from '../../../src/core/index.js'
import * as deploy from '../../../src/deploy/index.js'
import * as evaluation from '../../../src/evaluation/index.js'
import * as front from '../../../src/front/index.js'
import * as geometry from '../../../src/geometry/index.js'
import * as learn from '../../../src/learn/index.js'
import * as optimize from '../../../src/optimize/index.js'
import * as preference from '../../../src/preference/index.js'
import * as report from '../../../src/report/index.js'
import * as sim from '../../../src/sim/index.js'
import * as sites from '../../../src/sites/index.js'
import * as strategy from '../../../src/strategy/index.js'
import * as study from '../../../src/study/index.js'
import * as trace from '../../../src/trace/index.js'
import * as workload from '../../../src/workload/index.js'
import { scenarioOn } from '../scenarios.js'

export const ROOMS = {
  ...{ calibrate, core, deploy, evaluation, front, geometry, learn, optimize, preference, report, sim },
  ...{ sites, strategy, study, trace, workload },
}

const OBJECTIVES = ['AWRT', 'AVEbsld', 'UTIL', 'AWRT1', 'maxWait']

function log(jobs: number) {
  return trace.groupTrace(workload.demoTrace({ jobs, processors: 64 })).trace
}

/** Every order under every algorithm on one log: the starts, and what they are worth. */
export function registry(): string {
  const dataset = trace.datasetOf(log(150))
  const lines = sim.ALGORITHM_NAMES.flatMap((algorithm) =>
    sim.ORDERS.map(({ name }) => {
      const schedule = simulated(dataset, `${algorithm}:${name}`)
      const values = sim.measure(schedule, null, OBJECTIVES)
      return `${algorithm}:${name} ${schedule.start.join(' ')} ${JSON.stringify(values)}`
    }),
  )
  return lines.join('\n')
}

/** Logs made by models, written and read; a log's model; a schedule with its processors, and pictures of it. */
export async function workloads(): Promise<string> {
  const demo = log(400)
  const model = workload.parseModel(workload.modelText(workload.fitModel(demo)), 'model')
  const made = [
    workload.generateFromModel(model, { jobs: 300 }),
    workload.lublinTrace({ jobs: 300, processors: 64 }),
    workload.applyEstimates(demo, { kind: 'exact' }, 1),
  ].map((each) => [...trace.writeSwf(each)].join(''))
  const parser = new trace.SwfParser()
  parser.push(new TextEncoder().encode(made[0]))
  const dataset = trace.decodeDataset(trace.encodeDataset(trace.datasetOf(parser.end(), ['wait'])), 'dataset')
  const schedule = simulated(dataset, 'easy:saf')
  const allocation = sim.allocateProcessors(schedule)
  const plot = { title: 'easy', schedule, allocation, clock: dataset.clock }
  const csv = [...report.jobsCsv(schedule, allocation, 'log')].join('')
  return [workload.modelText(model), ...made, dataset.digest, csv, report.ganttPlot(plot)].join('\n')
}

/** What a policy amounts to, an optimiser left and taken up, a front, and a strategy learnt. */
export async function searches(): Promise<string> {
  const dataset = trace.datasetOf(log(120))
  const questions = strategy.questionsOn(dataset.jobs, 64)
  const explained = strategy.explain('easy:greedy(a=0.3, w1=0.4)', questions)

  let search = optimize.cmaEs({ box: optimize.cubeOf(3, 0, 1) }, 'realm')
  for (let step = 0; step < 10; step++) {
    search.tell(Float64Array.from(search.ask(), ([x, y, z]) => (x - 0.2) ** 2 + y * z))
    search = optimize.restoreCmaEs(JSON.parse(JSON.stringify(search.snapshot())))
  }
  const points = Float64Array.from({ length: 60 }, (_, k) => Math.sin(k * k))
  const surface = geometry.interpolateFront(geometry.frontOf(3, points))

  const data = new Map([[dataset.digest, dataset]])
  const spec = learn.prepareLearning(
    {
      objective: 'AWRT1',
      constraints: [],
      relativeTo: null,
      logs: [{ name: 'demo', jobs: 120, train: 120, scenario: scenarioOn(dataset) }],
      tests: [],
      windows: null,
      under: [],
      combine: 'mean',
      learner: { learner: 'greedy-random', evaluations: 20 },
      earlyStop: true,
      seed: 1,
      compare: ['easy'],
    },
    data,
  )
  const investigation = learn.LEARN.open(learn.learnJson(spec), data, null)
  const evaluator = evaluation.inlineEvaluator(data)
  const steps: unknown[] = []
  for (let batch = investigation.next(); batch !== null; batch = investigation.next())
    steps.push(investigation.take(await evaluator.evaluate(batch.tasks)))
  const fitted = [[...surface.weights], surface.value([0.1, 0.2])]
  return JSON.stringify([explained, search.snapshot(), fitted, steps, investigation.snapshot()], null, 1)
}

/** A site recovered from its log, an order in the words of batch systems, and how far a schedule is from what is wanted. */
export function answers(): string {
  const demo = log(200)
  const schedule = simulated(trace.datasetOf(demo), 'easy:saf')
  const observed = calibrate.observedOf(trace.scheduleAsTrace(demo, schedule.start))
  const points = Float64Array.from({ length: 40 }, (_, k) => 5 + Math.sin(k * k))
  const wanted = preference.regionObjective({
    ...{ names: ['AWRT1', 'AWRT2'], senses: ['min', 'min'], points },
    polygons: [
      {
        axes: [0, 1],
        vertices: [
          [4, 4],
          [5, 4],
          [5, 5],
          [4, 5],
        ],
      },
    ],
  })
  return JSON.stringify([
    calibrate.answerOf(calibrate.calibrate(observed)),
    [
      deploy.openPbs(deploy.orderForm('30*size + sqrt(estimate) - wait')),
      deploy.slurmSettings(deploy.orderForm('30*size - wait'), { processors: 64, conf: null }),
    ],
    [wanted.judge([4.5, 4.5]), wanted.judge([5.5, 4.2])],
  ])
}

function simulated(dataset: trace.Dataset, text: string): sim.Schedule {
  const policy = sim.parsePolicy(text)
  if (policy.algorithm === sim.RECORDED) throw new RangeError(text)
  return evaluation.stageOf(scenarioOn(dataset), dataset).run(policy)
}

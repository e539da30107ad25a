/**
 * Work of every pure room, as text: what another realm makes of it has to be the same, byte by byte. It is bundled for
 * that realm, and imported here. All rooms are loaded whole, so that none of them needs anything of Node to begin with.
 */
import * as core from '../../../src/core/index.js'
import * as evaluation from '../../../src/evaluation/index.js'
import * as front from '../../../src/front/index.js'
import * as learn from '../../../src/learn/index.js'
import * as optimize from '../../../src/optimize/index.js'
import * as report from '../../../src/report/index.js'
import * as sim from '../../../src/sim/index.js'
import * as sites from '../../../src/sites/index.js'
import * as strategy from '../../../src/strategy/index.js'
import * as study from '../../../src/study/index.js'
import * as trace from '../../../src/trace/index.js'
import { demoTrace } from '../../../src/workload/demo.js'
import { applyEstimates } from '../../../src/workload/estimates/index.js'
import { lublinTrace } from '../../../src/workload/lublin/index.js'
import { fitModel, generateFromModel, modelText, parseModel } from '../../../src/workload/model/index.js'
import { scenarioOn } from '../scenarios.js'

export const ROOMS = { core, evaluation, front, learn, optimize, report, sim, sites, strategy, study, trace }

const OBJECTIVES = ['AWRT', 'AVEbsld', 'UTIL', 'AWRT1', 'maxWait']

function log(jobs: number) {
  return trace.groupTrace(demoTrace({ jobs, processors: 64 })).trace
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
  const model = parseModel(modelText(fitModel(demo)), 'model')
  const made = [
    generateFromModel(model, { jobs: 300 }),
    lublinTrace({ jobs: 300, processors: 64 }),
    applyEstimates(demo, { kind: 'exact' }, 1),
  ].map((each) => [...trace.writeSwf(each)].join(''))
  const parser = new trace.SwfParser()
  parser.push(new TextEncoder().encode(made[0]))
  const dataset = trace.decodeDataset(trace.encodeDataset(trace.datasetOf(parser.end(), ['wait'])), 'dataset')
  const schedule = simulated(dataset, 'easy:saf')
  const allocation = sim.allocateProcessors(schedule)
  const plot = { title: 'easy', schedule, allocation, clock: dataset.clock }
  const csv = [...report.jobsCsv(schedule, allocation, 'log')].join('')
  return [modelText(model), ...made, dataset.digest, csv, report.ganttPlot(plot)].join('\n')
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
  const surface = front.interpolateFront(front.frontOf(3, points))

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

function simulated(dataset: trace.Dataset, text: string): sim.Schedule {
  const policy = sim.parsePolicy(text)
  if (policy.algorithm === sim.RECORDED) throw new RangeError(text)
  return evaluation.stageOf(scenarioOn(dataset), dataset).run(policy)
}

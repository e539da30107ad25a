/**
 * Methods for many objectives on DTLZ2 with 3 and 7 objectives: NSGA-II, NSGA-III and θ-DEA, 250 generations each.
 * Judged by the hypervolume of the last population up to (1.1, …, 1.1); beside it that of the true front.
 *
 * NSGA-II crosses with probability 0.9 and η_c = 15, the others with 1 and 30; all mutate with 1/n and η_m = 20. Both
 * operators are kept inside the bounds as in Deb's own program.
 */
import {
  dtlz2,
  dtlz2FrontVolume,
  nsga2,
  nsga3,
  type PopulationOptimizer,
  realCoding,
  thetaDea,
} from '../../../optimize/index.js'
import { lastHypervolume, REFERENCE } from '../hypervolumes.js'
import { type Samples, samples } from '../samples.js'
import type { PublishedStudy, StudyOptions, StudyRun, StudyTask } from '../study.js'
import { METHODS, type MethodName, SETTINGS, type Setting } from './tables.js'

const TABLE = 'hypervolume'
const GENERATIONS = 250

export const DTLZ: PublishedStudy = {
  name: 'dtlz',
  title: 'NSGA-II, NSGA-III and θ-DEA on 3 and 7 objectives: hypervolume after 250 generations',
  source:
    'problem: K. Deb, L. Thiele, M. Laumanns, E. Zitzler, CEC 2002; NSGA-III: K. Deb, H. Jain, 2014; θ-DEA: Y. Yuan and others, 2016',
  logs: [],
  origin: 'None are needed',
  chance: true,
  draws: 11,
  uniqueRows: true,
  fields: [],
  begin,
}

function begin(_: unknown, { seed, draws }: StudyOptions): StudyRun {
  const collected = samples()
  const tasks = Array.from({ length: draws }, (_, draw) =>
    SETTINGS.flatMap((setting) => METHODS.map((method) => runTask(setting, method, seed + draw, collected))),
  )
  for (const { objectives } of SETTINGS) {
    // First named last: the column stands after those of the methods.
    tasks.push([frontTask(objectives, collected)])
  }
  return { tasks: tasks.flat(), values: () => collected.values([TABLE]) }
}

function rowOf(objectives: number): string {
  return `DTLZ2, ${objectives} objectives`
}

function runTask(setting: Setting, method: MethodName, seed: number, collected: Samples): StudyTask {
  const { objectives, published } = setting
  return {
    label: `${rowOf(objectives)}, ${method}, seed ${seed}`,
    run: () => {
      const value = lastHypervolume(dtlz2(objectives), optimizerFor(setting, method, seed), GENERATIONS)
      const cell = { log: null, table: TABLE, row: rowOf(objectives), column: method }
      collected.add({ ...cell, published: published[method], decimals: 4 }, value)
    },
  }
}

function frontTask(objectives: number, collected: Samples): StudyTask {
  return {
    label: `${rowOf(objectives)}, true front`,
    run: () => {
      const cell = { log: null, table: TABLE, row: rowOf(objectives), column: 'true front' }
      collected.add({ ...cell, published: null, decimals: 4 }, dtlz2FrontVolume(objectives, REFERENCE))
    },
  }
}

function optimizerFor(
  { objectives, population, divisions, innerDivisions }: Setting,
  method: MethodName,
  seed: number,
): PopulationOptimizer<Float64Array> {
  const coding = realCoding({
    box: dtlz2(objectives).box,
    crossover: {
      ...(method === 'NSGA-II' ? { probability: 0.9, eta: 15 } : { probability: 1, eta: 30 }),
      share: 0.5,
      bounds: 'bounded',
    },
    mutation: { bounds: 'bounded' },
  })
  if (method === 'NSGA-II') return nsga2({ coding, objectives, mu: population }, seed)
  const inner = innerDivisions === undefined ? {} : { innerDivisions }
  const begin = method === 'NSGA-III' ? nsga3 : thetaDea
  return begin({ coding, objectives, divisions, ...inner, population }, seed)
}

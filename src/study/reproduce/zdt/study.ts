/**
 * NSGA-II on the test problems ZDT1 to ZDT4 and ZDT6: population 100, 25,000 evaluations, simulated binary crossover
 * (probability 0.9, η_c = 15) and polynomial mutation (1/n, η_m = 20), both kept inside the bounds as in Deb's own
 * program. Judged by the hypervolume of the last population up to (1.1, 1.1); beside it that of the true front.
 */
import {
  hypervolume,
  nsga2,
  realCoding,
  ZDT_NAMES,
  type ZdtName,
  zdt,
  zdtFront,
} from '../../../optimize/index.js'
import { lastHypervolume, referenceOf } from '../hypervolumes.js'
import { type Samples, samples } from '../samples.js'
import type { PublishedStudy, StudyOptions, StudyRun, StudyTask } from '../study.js'
import { PUBLISHED } from './tables.js'

const TABLE = 'hypervolume'
const POPULATION = 100
const GENERATIONS = 250
/** Points that the true front is taken at: the volume is off by less than a tenth of the last published decimal. */
const FRONT_POINTS = 100_001

export const ZDT: PublishedStudy = {
  name: 'zdt',
  title: 'NSGA-II on two objectives: hypervolume after 25,000 evaluations',
  source:
    'problems: E. Zitzler, K. Deb, L. Thiele, Evolutionary Computation 8, 2000; NSGA-II: K. Deb and others, 2002',
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
  const runs = Array.from({ length: draws }, (_, draw) =>
    ZDT_NAMES.map((name) => runTask(name, seed + draw, collected)),
  )
  const tasks = [...runs.flat(), ...ZDT_NAMES.map((name) => frontTask(name, collected))]
  return { tasks, values: () => collected.values([TABLE]) }
}

function runTask(name: ZdtName, seed: number, collected: Samples): StudyTask {
  return {
    label: `${name}, seed ${seed}`,
    run: () => {
      const problem = zdt(name)
      const coding = realCoding({
        box: problem.box,
        crossover: { eta: 15, share: 0.5, bounds: 'bounded' },
        mutation: { bounds: 'bounded' },
      })
      const optimizer = nsga2({ coding, objectives: 2, mu: POPULATION }, seed)
      const published = PUBLISHED[name].nsga2
      const cell = { log: null, table: TABLE, row: name, column: 'NSGA-II', published, decimals: 4 }
      collected.add(cell, lastHypervolume(problem, optimizer, GENERATIONS))
    },
  }
}

function frontTask(name: ZdtName, collected: Samples): StudyTask {
  return {
    label: `${name}, true front`,
    run: () => {
      const published = PUBLISHED[name].front
      const cell = { log: null, table: TABLE, row: name, column: 'true front', published, decimals: 4 }
      collected.add(cell, hypervolume(zdtFront(name, FRONT_POINTS), referenceOf(2)))
    },
  }
}

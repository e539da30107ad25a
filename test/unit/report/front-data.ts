/** Fronts and strategies made up for the tests of their pictures, pages and texts. */
import { Random } from '../../../src/core/random.js'
import type { FrontAxis, FrontModel } from '../../../src/front/model.js'

export const EVIL = '<img src=x onerror="alert(1)">\u001b[2J'

const NAMES = ['UTIL', 'AWRT', 'AWRT1', 'AWRT2', 'AWRT3', 'AWRT4', 'AWRT5']

function axisOf(name: string): FrontAxis {
  if (name === 'UTIL') return { name, unit: 'share', sense: 'max', bound: 0.7, description: 'utilization: Σ' }
  const groupJobs = name === 'AWRT' ? {} : { groupJobs: 1000 * Number(name.slice(4)) }
  return { name, unit: 's', sense: 'min', bound: 45_000, ...groupJobs }
}

/** Points on a plane that falls in all response times and rises in utilization, so that none dominates another. */
export function frontOf(size: number, objectives = 7): FrontModel {
  const random = new Random(20261121)
  const axes = NAMES.slice(0, objectives).map(axisOf)
  const points = new Float64Array(size * objectives)
  const source = new Int32Array(size)
  for (let row = 0; row < size; row++) {
    const parts = Array.from({ length: objectives }, () => random.exponential(1))
    const sum = parts.reduce((total, part) => total + part, 0)
    parts.forEach((part, k) => {
      const share = part / sum
      points[row * objectives + k] = k === 0 ? 0.66 - 0.25 * share : 50_000 + 60_000 * share
    })
    source[row] = random.int(10) === 0 ? random.int(2) : 2
  }
  return {
    title: 'What is possible on CTC',
    axes,
    points,
    source,
    sources: ['orders of the log', 'orders of the queue', 'NSGA-III', 'nothing found'].map((name, k) => ({
      name,
      evaluated: 1000 * (k + 1),
      kept: source.filter((place) => place === k).length,
    })),
    marks: [
      { name: 'FCFS', values: NAMES.slice(0, objectives).map((_, k) => (k === 0 ? 0.5 : 900_000)) },
      { name: 'EASY', values: NAMES.slice(0, objectives).map((_, k) => (k === 0 ? 0.6 : 70_000)) },
      {
        name: 'CONS',
        values: NAMES.slice(0, objectives).map((_, k) => (k === 1 ? null : k === 0 ? 0.61 : 70_100)),
      },
    ],
    hypervolume: { value: 0.41234, error: 0.0004 },
    evaluations: 10_000,
  }
}

/** Fronts of as many schedules as people look at who search for long, as runs of `qw front` leave them. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Random } from '../../src/core/random.js'

const GROUPS = 5
const NAMES = ['AWRT', ...Array.from({ length: GROUPS }, (_, k) => `AWRT${k + 1}`), 'UTIL']

/** Copies the folder of a run, with another front in it: groups that gain at the cost of others, seven objectives. */
export function keepLargeFront(size: number, from: string, to: string): void {
  cpSync(from, to, { recursive: true })
  const file = join(to, 'front.json')
  const document = JSON.parse(readFileSync(file, 'utf8'))
  const random = new Random('front')
  const spread = random.normal(0, 0.25)
  const points = Array.from({ length: size }, (_, k) => {
    const shares = Array.from({ length: GROUPS }, () => random.exponential(1))
    const sum = shares.reduce((total, share) => total + share, 0)
    const waits = shares.map((share) => 20_000 + 100_000 * (1 - share / sum) ** 2 * Math.exp(spread()))
    const mean = waits.reduce((total, wait) => total + wait, 0) / GROUPS
    const values = [mean, ...waits, 0.6 + 0.1 * random.uniform()]
    return { evaluation: k + 1, values, madeBy: 'easy' }
  })
  const policies = [{ policy: 'easy', values: points[0].values }]
  const objectives = NAMES.map((name) => ({ name, sense: name === 'UTIL' ? 'max' : 'min' }))
  writeFileSync(file, JSON.stringify({ ...document, objectives, policies, points, size: points.length }))
}

/**
 * The thread of `npm run fuzz`: readers by turns, each case made of a seed of its own. Before each read it says in shared
 * memory which seed it is at, so that a case which never ends can be told.
 */
import { parentPort, workerData } from 'node:worker_threads'
import fc from 'fast-check'
import { type FuzzedReader, judge } from './reader.js'
import { FUZZED_READERS } from './readers/index.js'

export interface Work {
  /** Names; none: all. */
  readonly readers: readonly string[]
  readonly seed: number
  /** Cases of each reader; then the thread ends. */
  readonly cases: number
  /** Place of the reader, seed, and how many reads were begun. */
  readonly at: Int32Array
}

export interface Finding {
  readonly reader: string
  readonly seed: number
  readonly error: string
  readonly input: string
}

/** Characters of an input that are shown. */
const SHOWN = 3000

function shown(input: unknown): string {
  const whole =
    input instanceof Uint8Array ? `base64 ${Buffer.from(input).toString('base64')}` : fc.stringify(input)
  const text = whole.replace(/(.{1,2})\1{40,}/gs, (all, part) => `«${all.length} characters of ${part}»`)
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}… (${text.length} characters)` : text
}

async function caseOf(reader: FuzzedReader, seed: number, begun: () => void): Promise<Finding | null> {
  const whole = reader.valid.map((input) => ({ input, mustTake: true }))
  const damaged = reader.damaged?.map((input) => ({ input, mustTake: false }))
  const inputs = damaged === undefined ? whole : fc.oneof(whole, { arbitrary: damaged, weight: 9 })
  const property = fc.asyncProperty(inputs, ({ input, mustTake }) => {
    begun()
    return judge(reader, input, mustTake)
  })
  const { failed, counterexample, errorInstance } = await fc.check(property, { seed, numRuns: 1 })
  if (!failed || counterexample === null) return null
  const [{ input, mustTake }] = counterexample
  const error =
    errorInstance instanceof Error ? (errorInstance.stack ?? errorInstance.message) : String(errorInstance)
  return { reader: reader.name, seed, error, input: `${mustTake ? 'without a fault: ' : ''}${shown(input)}` }
}

const { readers, seed, cases, at } = workerData as Work
const chosen = FUZZED_READERS.filter(({ name }) => readers.length === 0 || readers.includes(name))
parentPort?.postMessage({ names: FUZZED_READERS.map(({ name }) => name) })
for (let k = 0; k < cases; k++) {
  for (const reader of chosen) {
    Atomics.store(at, 0, FUZZED_READERS.indexOf(reader))
    Atomics.store(at, 1, seed + k)
    const found = await caseOf(reader, seed + k, () => Atomics.add(at, 2, 1))
    parentPort?.postMessage({ done: reader.name, found })
  }
}
parentPort?.postMessage({ over: true })

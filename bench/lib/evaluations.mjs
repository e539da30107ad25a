/** A dump as evaluations want it: its dataset, and the scenario of simulating all of it by the default rules. */
import { readDump } from './dump.mjs'

export async function readScenario(dump) {
  const { DEFAULT_SEMANTICS } = await import('../build/src/sim/semantics.js')
  const { createTrace, datasetOf } = await import('../build/src/trace/index.js')
  const { jobs, processors } = await readDump(dump)
  const parts = { name: 'log', processors, clock: { unixStart: null, zone: 0 }, jobs }
  const dataset = datasetOf(createTrace({ ...parts, fields: {}, header: [], dropped: {}, notices: [] }))
  const scenario = {
    data: dataset.digest,
    window: null,
    machine: processors,
    estimates: 'user',
    seed: 1,
    overrun: 'extend',
    oversize: 'error',
    rules: DEFAULT_SEMANTICS,
    trimming: {},
  }
  return { scenario, datasets: new Map([[dataset.digest, dataset]]), jobs: jobs.length }
}

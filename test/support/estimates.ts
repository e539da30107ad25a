/** Small traces for tests of models of estimates. */
import { JobTableBuilder } from '../../src/trace/job-table.js'
import { createTrace } from '../../src/trace/select.js'
import type { Trace } from '../../src/trace/trace.js'

/** One job of one processor a second, with the given run times and estimates (−1 where left out). */
export function traceOf(
  runtime: ArrayLike<number>,
  estimate: ArrayLike<number> | null = null,
  header: readonly string[] = [],
): Trace {
  const builder = new JobTableBuilder(runtime.length)
  for (let k = 0; k < runtime.length; k++) {
    builder.addValues(k + 1, k, runtime[k], estimate === null ? -1 : estimate[k], 1, 1, 0)
  }
  return createTrace({
    name: 'log',
    processors: 16,
    clock: { unixStart: null, zone: 'UTC' },
    jobs: builder.finish().table,
    fields: {},
    header,
    dropped: {},
    notices: [],
  })
}

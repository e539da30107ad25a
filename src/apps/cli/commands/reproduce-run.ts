/** `qw reproduce` of a study that is a run: it is done by an engine, in a folder, and can be resumed. */
import { join } from 'node:path'
import { type InvestigateOptions, investigate } from '../../../lab/investigate.js'
import { readInput } from '../../../runtime/index.js'
import { version } from '../../../runtime/version.js'
import {
  REPRODUCTION,
  type ReproductionSpec,
  reproductionJson,
  STUDY_FILES,
} from '../../../study/reproduce/reproduction.js'
import type { RunStudy, StudyLog } from '../../../study/reproduce/study.js'
import type { Trace } from '../../../trace/index.js'
import type { Terminal } from '../terminal.js'

/** What only a study that is a run takes. */
export interface ReproduceRunOptions extends InvestigateOptions {
  readonly seed: number
  readonly budget?: number
  readonly scaled?: true
  readonly methods: readonly string[]
  readonly json?: true
}

/** @param traces as read, of all `logs` */
export async function reproduceRun(
  study: RunStudy,
  logs: readonly StudyLog[],
  traces: ReadonlyMap<string, Trace>,
  options: ReproduceRunOptions,
  terminal: Terminal,
): Promise<void> {
  const { seed, budget = study.usualBudget, scaled = false, methods } = options
  const asked = { seed, budget, scaled, methods, version: version() }
  const { datasets, ...prepared } = await terminal.blocking(() => study.prepare(traces, asked))
  const spec: ReproductionSpec = {
    ...asked,
    ...prepared,
    study: study.name,
    logs: logs.map(({ name, file, machine }) => ({
      ...{ name, file, machine },
      digest: traces.get(name)?.digest ?? '',
    })),
  }
  const request = { name: study.name, spec: reproductionJson(spec), seed, datasets }
  const { folder } = await investigate(REPRODUCTION, request, options, terminal)
  const file = join(folder, options.json ? STUDY_FILES.values : STUDY_FILES.summary)
  terminal.print((await readInput(file)).trimEnd())
}

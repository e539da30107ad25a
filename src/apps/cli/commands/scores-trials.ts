/** `qw scores trials`: the scores of the jobs of many tuples, by simulated trials. */
import { join } from 'node:path'
import { formatCount, plural } from '../../../core/format.js'
import { named, withOptionName } from '../../../lab/failures.js'
import { type InvestigateOptions, investigate } from '../../../lab/investigate.js'
import { type LogOptions, machineOf, narrowed, readLog } from '../../../lab/log.js'
import { DISTRIBUTION_FILE, TRIALS_FILE } from '../../../learn/score/trials/found.js'
import { TRIALS } from '../../../learn/score/trials/investigation.js'
import { prepareTrials, type TrialsRequest } from '../../../learn/score/trials/prepare.js'
import { trialsJson } from '../../../learn/score/trials/spec.js'
import { inputName, readInput } from '../../../runtime/index.js'
import type { Trace } from '../../../trace/index.js'
import { lublinTrace } from '../../../workload/lublin/index.js'
import { usage } from '../options.js'
import type { Terminal } from '../terminal.js'

export interface ScoresTrialsOptions extends LogOptions, InvestigateOptions {
  readonly tuples: number
  readonly setSize: number
  readonly judged: number
  readonly overlap?: true
  readonly trials?: number
  readonly precision?: number
  readonly maxTrials?: number
  readonly seed: number
  readonly json?: true
}

/** Processors of the machine where neither a log nor an option says: the paper's. */
const USUAL_MACHINE = 256
const USUAL_PRECISION = 0.002
const USUAL_MOST = 4_000_000

export async function scoresTrialsCommand(
  path: string | undefined,
  options: ScoresTrialsOptions,
  terminal: Terminal,
): Promise<void> {
  const { tuples, setSize: state, judged, overlap = false, seed } = options
  const effort = effortOf(options)
  const trace =
    path === undefined ? await modelTrace(options, terminal) : await logOf(path, options, terminal)
  const file = path === undefined ? trace.name : inputName(path)
  const machine = machineOf(trace, options, file)
  const request: TrialsRequest = { tuples, state, judged, machine, overlap, seed, ...effort }
  const { spec, dataset, dropped } = named(file, () => prepareTrials(trace, request))
  for (const [why, count] of Object.entries(dropped)) {
    if (count > 0) terminal.note(`${plural(count, 'job')} left out: ${why}`)
  }
  const run = {
    name: `trials-${trace.name}`,
    spec: trialsJson(spec),
    seed,
    datasets: new Map([[dataset.digest, dataset]]),
  }
  const { folder } = await investigate(TRIALS, run, options, terminal)
  const shown = await readInput(join(folder, options.json ? TRIALS_FILE : 'summary.txt'))
  terminal.print(shown.trimEnd())
  if (!options.json)
    terminal.print(`qw scores fit ${join(folder, DISTRIBUTION_FILE)} finds functions of them`)
}

/** How long the trials of a tuple go on. */
function effortOf({ trials, precision, maxTrials }: ScoresTrialsOptions) {
  if (trials === undefined) {
    return { precision: precision ?? USUAL_PRECISION, most: maxTrials ?? USUAL_MOST }
  }
  if (precision !== undefined) throw usage('--precision', String(precision), 'either this or --trials')
  if (maxTrials !== undefined) throw usage('--max-trials', String(maxTrials), 'either this or --trials')
  return { precision: null, most: trials }
}

async function logOf(path: string, options: LogOptions, terminal: Terminal): Promise<Trace> {
  const { trace } = await readLog(path, options, [], terminal)
  for (const notice of trace.notices) terminal.note(notice)
  return trace
}

/** As many jobs as the tuples take, the same as of `qw generate lublin` with this seed. */
async function modelTrace(options: ScoresTrialsOptions, terminal: Terminal): Promise<Trace> {
  const { machine: processors = USUAL_MACHINE, seed, tuples, setSize, judged } = options
  const jobs = tuples * (setSize + judged)
  const { observe, stop } = terminal.parts('generating')
  try {
    const trace = await terminal.blocking(() => lublinTrace({ processors, jobs, seed, observe }))
    terminal.note(
      `no log is named; ${formatCount(jobs)} jobs by the model of Lublin and Feitelson for ${plural(processors, 'processor')}`,
    )
    return narrowed(trace, options, trace.name).trace
  } catch (error) {
    throw withOptionName(error, { processors: '--machine', jobs: '--tuples' })
  } finally {
    stop()
  }
}

/** The scores of the jobs of many tuples, by simulated trials. */
import { formatCount, plural } from '../../core/format.js'
import { type Given, settled, type Values } from '../../core/settings/index.js'
import { SCORE_TRIALS, USUAL_MAX_TRIALS } from '../../learn/score/settings.js'
import { TRIALS } from '../../learn/score/trials/investigation.js'
import { prepareTrials, type TrialsRequest } from '../../learn/score/trials/prepare.js'
import { trialsJson } from '../../learn/score/trials/spec.js'
import type { RunEnd } from '../../runtime/runs/index.js'
import type { Trace } from '../../trace/index.js'
import { lublinTrace } from '../../workload/lublin/index.js'
import { named, namedByOptions, usage, withOptionName } from '../failures.js'
import { type LogOptions, machineOf, narrowed, readLog } from '../inputs/log.js'
import type { Ports } from '../ports.js'
import { type InvestigateOptions, investigate } from '../runs/investigate.js'

export interface TrialsOptions extends LogOptions, InvestigateOptions, Given<typeof SCORE_TRIALS> {}

type Settings = Values<typeof SCORE_TRIALS>

/** Processors of the machine where neither a log nor an option says: the paper's. */
const USUAL_MACHINE = 256

/**
 * @param path undefined: as many jobs of a model as the tuples take
 * @returns the run, whose folder has the scores
 * @throws QueuewrightError as `readLog`, `prepareTrials` and `investigate`
 */
export async function runScoreTrials(
  path: string | undefined,
  options: TrialsOptions,
  ports: Ports,
): Promise<RunEnd> {
  const settings = namedByOptions(SCORE_TRIALS, () => settled(SCORE_TRIALS, options))
  const { tuples, setSize: state, judged, overlap, seed } = settings
  const effort = effortOf(settings)
  const { trace, file } = await (path === undefined
    ? modelTrace(options, settings, ports)
    : noted(path, options, ports))
  const machine = machineOf(trace, options, file)
  const request: TrialsRequest = { tuples, state, judged, machine, overlap, seed, ...effort }
  const { spec, dataset, dropped } = named(file, () => prepareTrials(trace, request))
  for (const [why, count] of Object.entries(dropped)) {
    if (count > 0) ports.note(`${plural(count, 'job')} left out: ${why}`)
  }
  const run = {
    name: `trials-${trace.name}`,
    spec: trialsJson(spec),
    seed,
    datasets: new Map([[dataset.digest, dataset]]),
  }
  return investigate(TRIALS, run, options, ports)
}

/** How long the trials of a tuple go on. */
function effortOf({ trials, precision, maxTrials }: Settings) {
  if (trials === null) return { precision, most: maxTrials ?? USUAL_MAX_TRIALS }
  if (precision !== null) throw usage('--precision', String(precision), 'either this or --trials')
  if (maxTrials !== null) throw usage('--max-trials', String(maxTrials), 'either this or --trials')
  return { precision, most: trials }
}

interface Named {
  readonly trace: Trace
  readonly file: string
}

async function noted(path: string, options: LogOptions, ports: Ports): Promise<Named> {
  const log = await readLog(path, options, [], ports)
  for (const notice of log.trace.notices) ports.note(notice)
  return log
}

/** As many jobs as the tuples take, the same as of `qw generate lublin` with this seed. */
async function modelTrace(
  options: LogOptions,
  { seed, tuples, setSize, judged }: Settings,
  ports: Ports,
): Promise<Named> {
  const processors = options.machine ?? USUAL_MACHINE
  const jobs = tuples * (setSize + judged)
  const { observe, stop } = ports.parts('generating')
  try {
    const trace = await ports.blocking(() => lublinTrace({ processors, jobs, seed, observe }))
    ports.note(
      `no log is named; ${formatCount(jobs)} jobs by the model of Lublin and Feitelson for ${plural(processors, 'processor')}`,
    )
    return { ...narrowed(trace, options, trace.name), file: trace.name }
  } catch (error) {
    throw withOptionName(error, { processors: '--machine', jobs: '--tuples' })
  } finally {
    stop()
  }
}

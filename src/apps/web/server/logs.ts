/** The logs that are served: read when the server begins, each once. */
import { gzipSync } from 'node:zlib'
import { QueuewrightError } from '../../../core/errors.js'
import type { Exhibit } from '../../../core/exhibit.js'
import { plural } from '../../../core/format.js'
import { type Declarations, optionOf } from '../../../core/settings/index.js'
import { shellLine } from '../../../core/shell.js'
import { scenarioJson } from '../../../evaluation/scenarios/scenario.js'
import { SITE } from '../../../lab/experiments/experiment-settings.js'
import { type Log, onMachine } from '../../../lab/inputs/log.js'
import { prepareLog, type ScenarioOptions } from '../../../lab/inputs/prepare.js'
import type { Ports } from '../../../lab/ports.js'
import { logPage } from '../../../report/pages/info.js'
import { STANDARD_STREAM } from '../../../runtime/index.js'
import { version } from '../../../runtime/version.js'
import { facilityFields } from '../../../sim/facility/index.js'
import { objectiveNames } from '../../../sim/objectives/index.js'
import { JOB_FIELDS } from '../../../sim/order.js'
import { parsePolicy } from '../../../sim/policy.js'
import { UNFIT } from '../../../sim/rule-settings.js'
import {
  type Dataset,
  DESCRIBED_FIELDS,
  type DropCounts,
  datasetOf,
  describeTrace,
  encodeDataset,
  READING,
  SLURM_FILES,
  type SwfField,
} from '../../../trace/index.js'
import { logWords, type ServedLog } from '../protocol/messages.js'

/** Fields that pages may ask of a log beside the jobs: what orders look at, and when jobs waited in fact. */
const FIELDS: readonly SwfField[] = ['wait', ...JOB_FIELDS]

export interface Logs {
  /** Settles when all have been read; failures are sentences. */
  readonly read: Promise<{ readonly logs: readonly ServedLog[]; readonly failures: readonly string[] }>
  /** @throws QueuewrightError where this log is not served */
  served(digest: string): Promise<ServedLog>
  /** The data of a log, compressed. */
  dataset(digest: string): Promise<Buffer>
  profile(digest: string): Promise<Exhibit>
  /** The log as it was read, for what is simulated here. */
  log(digest: string): Promise<Log>
}

interface ReadLog {
  readonly served: ServedLog
  readonly log: Log
  readonly dataset: Dataset
  readonly page: () => Exhibit
  packed: Buffer | null
}

/**
 * @param files none: the demonstration workload
 * @throws QueuewrightError where there is one log and it cannot be read
 */
export function readLogs(files: readonly string[], options: ScenarioOptions, ports: Ports): Logs {
  const sources = files.length === 0 ? [undefined] : [...new Set(files)]
  const known = new Map<string, ReadLog>()
  const read = async () => {
    const failures: string[] = []
    for (const file of sources) {
      try {
        const log = await readOne(file, options, ports)
        known.set(log.served.digest, log)
      } catch (error) {
        // Others can be looked at all the same.
        if (!(error instanceof QueuewrightError) || sources.length === 1) throw error
        failures.push(error.message)
        ports.note(error.message)
      }
    }
    return { logs: [...known.values()].map(({ served }) => served), failures }
  }
  const done = read()
  const logOf = async (digest: string): Promise<ReadLog> => {
    await done
    const log = known.get(digest)
    if (log === undefined) {
      throw new QueuewrightError('data-missing', 'this log is not served', {
        field: 'log',
        value: digest,
        remedy: 'Start qw serve with it',
      })
    }
    return log
  }
  return {
    read: done,
    served: async (digest) => (await logOf(digest)).served,
    dataset: async (digest) => {
      const log = await logOf(digest)
      log.packed ??= gzipSync(encodeDataset(log.dataset), { level: 6 })
      return log.packed
    },
    profile: async (digest) => (await logOf(digest)).page(),
    log: async (digest) => (await logOf(digest)).log,
  }
}

async function readOne(file: string | undefined, options: ScenarioOptions, ports: Ports): Promise<ReadLog> {
  // Pages simulate whatever somebody writes: where files say how Slurm is configured, that is for all that go by them.
  const policies = settings(options).length === 0 ? [] : [parsePolicy('easy:multifactor')]
  const ready = await prepareLog(file, policies, options, ports, [...FIELDS, ...DESCRIBED_FIELDS])
  const { trace, groups, notices } = ready
  const { facility } = ready.scenario
  const fields = [...new Set([...FIELDS, ...(facility === undefined ? [] : facilityFields(facility))])]
  const dataset = datasetOf(trace, fields, ready.dataset.site)
  const scenario = { ...ready.scenario, data: dataset.digest }
  const served: ServedLog = {
    digest: trace.digest,
    name: trace.name,
    file: file ?? null,
    options: {
      simulate: optionWords(options, { ...SITE, ...READING, ...SLURM_FILES, ...UNFIT }),
      look: optionWords(options, { ...SITE, ...READING }),
      read: optionWords(options, READING),
    },
    isFile: file !== STANDARD_STREAM,
    jobs: ready.stage.jobs.length,
    clock: trace.clock,
    scenario: scenarioJson(scenario),
    machine: scenario.machine,
    objectives: objectiveNames(groups.filter(({ group }) => group > 0).length),
    notices: [...notices, ...leftOut(ready.stage.prepared.dropped)],
  }
  const page = () =>
    logPage({
      trace,
      description: describeTrace(
        onMachine(trace, { ...options, machine: scenario.machine }),
        scenario.machine,
      ),
      names: false,
      provenance: {
        version: version(),
        command: shellLine(['queuewright', 'info', ...logWords(served, 'look')]),
      },
    })
  const log = { file: file ?? '', trace, groups, seconds: ready.readSeconds }
  return { served, log, dataset, page, packed: null }
}

/** A notice on jobs larger than the machine, of which commands tell beside the log's name. */
function leftOut({ oversize = 0 }: DropCounts): readonly string[] {
  if (oversize === 0) return []
  const [what, are] = [plural(oversize, 'job'), oversize === 1 ? 'is' : 'are']
  return [`${what} larger than the machine ${are} left out (--oversize drop)`]
}

/** The files of Slurm's settings. */
function settings({ slurmConf, slurmQos, slurmShares }: ScenarioOptions): readonly string[] {
  return [slurmConf, slurmQos, slurmShares].filter((file) => typeof file === 'string')
}

/** Those of the declared options that are given, as they would be typed. */
export function optionWords(options: object, declarations: Declarations): readonly string[] {
  const given = options as Readonly<Record<string, unknown>>
  return Object.entries(declarations).flatMap(([name, declared]) => {
    const value = given[name]
    if (value === undefined || value === declared.usual) return []
    const option = optionOf(name, declared)
    return declared.form.shown === null ? [option] : [option, declared.form.text(value)]
  })
}

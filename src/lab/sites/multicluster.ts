/** Parallel jobs over clusters that share links, by heuristics and searches: what `qw multicluster` does. */
import { isDocumentName } from '../../core/documents.js'
import { QueuewrightError } from '../../core/errors.js'
import { formatCount, plural } from '../../core/format.js'
import type { Place } from '../../core/place.js'
import { type Given, settled, type Values } from '../../core/settings/index.js'
import { inputName } from '../../runtime/index.js'
import type { RunEnd } from '../../runtime/runs/index.js'
import { version } from '../../runtime/version.js'
import {
  type ClusterBatch,
  type Clusters,
  clusterSystem,
  PUBLISHED_CLUSTERS,
  readBatch,
  readClusters,
} from '../../sites/index.js'
import type { MulticlusterFound } from '../../study/multicluster/found.js'
import { MULTICLUSTER_COMPARISON } from '../../study/multicluster/investigation.js'
import {
  type ClusterWorkload,
  type MulticlusterSpec,
  multiclusterJson,
} from '../../study/multicluster/spec.js'
import { workloadsOf } from '../../study/multicluster/workloads.js'
import { READING } from '../../trace/index.js'
import { named, optionNames, usage, withOptionName } from '../failures.js'
import { type LogOptions, readLog } from '../inputs/log.js'
import { readWritten } from '../inputs/written.js'
import type { Ports } from '../ports.js'
import { type InvestigateOptions, investigate, telling } from '../runs/investigate.js'
import { MULTICLUSTER_LAB_SETTINGS, WORKLOAD_SETTINGS } from './multicluster-settings.js'

export interface MulticlusterOptions
  extends LogOptions,
    InvestigateOptions,
    Given<typeof MULTICLUSTER_LAB_SETTINGS> {
  /** A file with `clusters` and `links`; absent: what the batch says, else those of the paper. */
  readonly system?: string
  readonly check?: true
}

export interface MulticlusterEnd extends RunEnd {
  readonly found: MulticlusterFound
}

type Settings = Pick<Values<typeof MULTICLUSTER_LAB_SETTINGS>, 'workloads' | 'jobs' | 'arrivals' | 'seed'>

/** The jobs to be planned, and the clusters. */
interface Asked {
  readonly name: string
  readonly system: Clusters
  readonly workloads: readonly ClusterWorkload[]
}

/**
 * @param path a log, or a batch as a document; absent: the demonstration workload
 * @throws QueuewrightError for what cannot be read, for clusters and jobs that cannot be, and as `investigate`
 */
export async function compareOverClusters(
  path: string | undefined,
  options: MulticlusterOptions,
  ports: Ports,
): Promise<MulticlusterEnd> {
  const { algorithms, packet, ...settings } = withOptions(() => settled(MULTICLUSTER_LAB_SETTINGS, options))
  const asked =
    path !== undefined && isDocumentName(path)
      ? await batchAt(path, options)
      : await takenFrom(path, settings, options, ports)
  const { check = false } = options
  const { workloads: _, jobs: __, arrivals: ___, seed, ...plan } = settings
  const spec: MulticlusterSpec = {
    ...{ system: asked.system, workloads: asked.workloads, algorithms, packet, settings: plan },
    ...{ seed, check, version: version() },
  }
  let found: MulticlusterFound | null = null
  const kind = telling(MULTICLUSTER_COMPARISON, (each) => {
    found = each
  })
  const request = {
    name: `multicluster-${asked.name}`,
    spec: multiclusterJson(spec),
    seed,
    datasets: new Map(),
  }
  const run = await investigate(kind, request, options, ports)
  if (found === null) throw new TypeError('a run at its end has found something')
  return { ...run, found }
}

function withOptions<Result>(action: () => Result): Result {
  try {
    return action()
  } catch (error) {
    throw withOptionName(error, optionNames(MULTICLUSTER_LAB_SETTINGS))
  }
}

/** A batch that is a document is planned as it is. */
async function batchAt(path: string, options: MulticlusterOptions): Promise<Asked> {
  const names = optionNames({ ...READING, ...WORKLOAD_SETTINGS })
  const given: Readonly<Record<string, unknown>> = { ...options }
  for (const [name, option] of Object.entries(names)) {
    const value = given[name]
    if (value !== undefined) throw usage(option, String(value), 'a job log', 'A batch is planned as it is')
  }
  const { system: own, ids, jobs } = await readWritten(path, { decode: batchIn })
  const system =
    options.system === undefined ? own : await readWritten(options.system, { decode: readClusters })
  const name = inputName(path).replace(/\.(ya?ml|json)(\.gz)?$/i, '')
  const nodes = clusterSystem(system.clusters, system.links).power.length
  const wide = jobs.tasks.findIndex((tasks) => tasks > nodes)
  if (wide >= 0) {
    throw new QueuewrightError('job-oversize', 'a job is wider than all clusters together', {
      file: inputName(path),
      job: ids[wide],
      value: jobs.tasks[wide],
      expected: `at most ${nodes} tasks`,
      remedy: 'Leave the job out, or name a larger --system',
    })
  }
  const submit = new Float64Array(ids.length)
  return { name, system, workloads: [{ name, ids, ...jobs, submit }] }
}

/** As `readBatch`, which clusters alone are not. */
function batchIn(document: unknown, at: Place): ClusterBatch {
  const keys = Object.keys(document ?? {})
  if (keys.includes('clusters') && !keys.includes('jobs')) {
    throw at.fault('clusters without jobs', {
      expected: 'jobs, or a job log as the input',
      remedy: 'Name clusters by --system, beside a log',
    })
  }
  return readBatch(document, at)
}

async function takenFrom(
  path: string | undefined,
  { workloads: count, jobs, arrivals, seed }: Settings,
  options: MulticlusterOptions,
  ports: Ports,
): Promise<Asked> {
  const system =
    options.system === undefined
      ? PUBLISHED_CLUSTERS
      : await readWritten(options.system, { decode: readClusters })
  const nodes = clusterSystem(system.clusters, system.links).power.length
  const { trace, file } = await readLog(path, options, [], ports)
  const arriving = arrivals === 'log'
  const { workloads, usable } = named(file, () => workloadsOf(trace, { count, jobs, nodes, arriving, seed }))
  const left = trace.jobs.length - usable
  if (left > 0) {
    ports.note(`left out: ${plural(left, 'job')} of 0 s, or wider than ${plural(nodes, 'node')}`)
  }
  if (count * jobs > usable && count > 1) {
    ports.note(`${formatCount(count)} workloads of ${jobs} of ${formatCount(usable)} jobs share some of them`)
  }
  return { name: trace.name, system, workloads }
}

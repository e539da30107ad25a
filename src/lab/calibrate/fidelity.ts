/** How closely Slurm, as it is modelled here, follows a Slurm that was watched: a folder of what that one printed. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { QueuewrightError } from '../../core/errors.js'
import { headed, setting, type Values, zone } from '../../core/settings/index.js'
import type { FidelityReport } from '../../report/pages/fidelity.js'
import { inputName, readInput } from '../../runtime/index.js'
import { forcedCycles, freeRun, PrintedPriorities, priorityAgreement } from '../../sim/slurm/index.js'
import {
  EMPTY_LOG,
  parseAssociationLimits,
  parseAssociations,
  parseControllerLog,
  parseQos,
  parseQosLimits,
  parseSlurmConf,
  parseSlurmMachine,
  parseSprio,
  parseSshare,
  parseWatchedJobs,
  slurmRecords,
  TimeReader,
  totalsOf,
} from '../../trace/index.js'
import { named } from '../failures.js'
import type { Ports } from '../ports.js'

export const FIDELITY = headed('Input:', {
  zone: setting(zone(), {
    meaning: 'time zone of local times, as in accounting and the log of slurmctld',
    usual: 'UTC',
  }),
})

/** The files of such a folder, plain or gzip, and the command of each. */
const RUN_FILES = {
  'jobs.psv': 'sacct -P, as docs/slurm.md has it',
  'squeue.json': 'squeue --json at the end, for jobs that the database does not have',
  'slurm.txt': 'scontrol show config; scontrol show partition',
  'qos.psv': 'sacctmgr -P show qos format=Name,Priority,UsageFactor',
  'shares.psv': 'sacctmgr -P show assoc format=Cluster,Account,User,ParentName,Share',
  'scontrol-node.txt': 'scontrol -o show node',
  'assoc-tree.psv': 'sacctmgr -P show assoc tree, for limits',
  'qos-all.psv': 'sacctmgr -P show qos, for limits',
  'jobs.snap': 'scontrol -o show job, again and again: what jobs ask for',
  'sprio-factors.snap': 'sprio, again and again',
  'sshare.snap': 'sshare -a -l -P, again and again: asking settles shares',
  'slurmctld.log': 'the log of slurmctld, for times within seconds',
} as const
type RunFile = keyof typeof RUN_FILES

/** @throws QueuewrightError `input-unreadable` for a folder without a file that is needed, and what their readers throw */
export async function measureFidelity(
  folder: string,
  { zone }: Values<typeof FIDELITY>,
  ports: Ports,
): Promise<FidelityReport> {
  const absent: RunFile[] = []
  const pathOf = (name: RunFile) =>
    [join(folder, name), join(folder, `${name}.gz`)].find((each) => existsSync(each))
  const parsed = async <Result>(path: string, parse: (text: string) => Result): Promise<Result> => {
    const text = await readInput(path)
    return named(inputName(path), () => parse(text))
  }
  const needed = async <Result>(name: RunFile, parse: (text: string) => Result): Promise<Result> => {
    const path = pathOf(name)
    if (path !== undefined) return parsed(path, parse)
    throw new QueuewrightError('input-unreadable', 'a file of the run is not there', {
      file: join(folder, name),
      expected: RUN_FILES[name],
      remedy: 'docs/slurm.md says how a run is watched',
    })
  }
  const known = async <Result>(name: RunFile, none: NoInfer<Result>, parse: (text: string) => Result) => {
    const path = pathOf(name)
    if (path !== undefined) return parsed(path, parse)
    absent.push(name)
    return none
  }
  const records = (text: string) => slurmRecords(new TextEncoder().encode(text), zone)
  const ofDatabase = await needed('jobs.psv', records)
  const ids = new Set(ofDatabase.map(({ key }) => key))
  const ofController = await known('squeue.json', [], records)
  const shares = await needed('shares.psv', parseAssociations)
  const nodes = await needed('scontrol-node.txt', (text) => parseSlurmMachine(text).nodes)
  const run = {
    records: [...ofDatabase, ...ofController.filter(({ key }) => !ids.has(key))],
    conf: await needed('slurm.txt', parseSlurmConf),
    qos: await needed('qos.psv', parseQos),
    associations: shares.associations,
    machine: totalsOf(nodes),
    nodes,
    associationLimits: await known('assoc-tree.psv', [], parseAssociationLimits),
    qosLimits: await known('qos-all.psv', new Map(), parseQosLimits),
    watched: await known('jobs.snap', new Map(), parseWatchedJobs),
    snapshots: await needed('sprio-factors.snap', parseSprio),
    asked: await known('sshare.snap', [], parseSshare),
    log: await known('slurmctld.log', EMPTY_LOG, (text) => parseControllerLog(text, new TimeReader(zone))),
    zone,
  }
  const priorities = await ports.blocking(() => priorityAgreement(run))
  const { period } = run.conf.priority
  const printed = new PrintedPriorities(run, (at) => Math.floor((at - priorities.phase) / period))
  const cycles =
    run.log.starts.length === 0
      ? null
      : await ports.blocking(() =>
          forcedCycles(run, (jobs, partition, at) => printed.of(jobs, partition, at)),
        )
  const free = await ports.blocking(() => freeRun(run))
  return {
    run: inputName(folder),
    jobs: new Set(run.records.map(({ key }) => key)).size,
    machine: run.machine,
    absent,
    notices: shares.notices,
    priorities,
    cycles,
    free,
  }
}

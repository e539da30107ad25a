/**
 * A Slurm of a test's own, on this machine's loopback alone: munged, mariadbd, slurmdbd, slurmctld and a slurmd for each node,
 * all under one folder and ended by their process numbers. Its users are system users that every Debian has, so that nothing
 * outside that folder changes. Needs root, since jobs belong to those users.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts } from '../ports.js'

/** Nodes, and cores and megabytes of each; the first two have GPUs. */
export const NODES = 16
export const CORES = 8
const MEMORY = 16_000
/** Milliseconds for a daemon to answer, and to end: with all that it has to save, or as it is. */
const PATIENCE = 120_000
const LEAVE = 60_000
const LEAVE_ALL = 10_000
/** Uid by name. */
export const USERS = { games: 5, man: 6, mail: 8, news: 9, uucp: 10, proxy: 13 } as const
export type LabUser = keyof typeof USERS
/** Account, its parent, its shares and its priority; then the users of each, with their shares. */
const ACCOUNTS = [
  ['physics', 'root', 40, 20],
  ['theory', 'physics', 10, 50],
  ['chem', 'root', 30, 0],
] as const
/** The user with a priority of its own. */
const PREFERRED = ['games', 'physics', 80] as const
export const MEMBERS: readonly (readonly [LabUser, string, number])[] = [
  ['games', 'physics', 3],
  ['man', 'physics', 1],
  ['mail', 'theory', 5],
  ['news', 'chem', 10],
  ['uucp', 'chem', 10],
  ['proxy', 'chem', 2],
  ['games', 'chem', 5],
]

export interface SlurmLab {
  readonly folder: string
  /** The environment in which Slurm's own commands mean this one. */
  readonly env: Readonly<Record<string, string>>
  /** A client's output. @throws where it fails */
  ask(...command: readonly string[]): string
  /** The id of a submitted job. */
  submit(user: LabUser, words: readonly string[], script: string): string
  /** Ends the controller and starts it anew, from what it has saved. */
  restart(): Promise<void>
  remove(): Promise<void>
}

/** @param scheduling lines of slurm.conf: SchedulerParameters, priorities, partitions */
export async function slurmLab(scheduling: string): Promise<SlurmLab> {
  const folder = mkdtempSync(join(tmpdir(), 'queuewright-slurm-'))
  const at = (...names: readonly string[]) => join(folder, ...names)
  for (const name of ['etc', 'run', 'log', 'state', 'spool', 'jobs', 'mysql']) mkdirSync(at(name))
  for (const name of ['.', 'run', 'etc', 'log', 'spool']) chmodSync(at(name), 0o755)
  chmodSync(at('jobs'), 0o1777)
  const munge = at('run', 'munge.sock')
  const mysql = at('run', 'mysql.sock')
  const [controller, database, ...nodePorts] = await freePorts(2 + NODES)
  const env = {
    ...process.env,
    SLURM_CONF: at('etc', 'slurm.conf'),
    MYSQL_UNIX_PORT: mysql,
    SLURM_TIME_FORMAT: '%s',
    TZ: 'UTC',
  }
  writeFileSync(at('etc', 'munge.key'), randomBytes(128), { mode: 0o400 })
  writeFileSync(env.SLURM_CONF, slurmConf({ folder, munge, controller, database, nodePorts, scheduling }))
  // Any device will do, as nothing computes on it.
  const gpus = ['null', 'zero'].map((device) => `NodeName=n[1-2] Name=gpu File=/dev/${device}`)
  writeFileSync(at('etc', 'gres.conf'), `${gpus.join('\n')}\n`)
  writeFileSync(at('etc', 'slurmdbd.conf'), slurmdbdConf({ folder, munge, database }), { mode: 0o600 })

  const daemons: ChildProcess[] = []
  /** Those that were not told to end, and have. */
  const dead: string[] = []
  const told = new Set<ChildProcess>()
  const begin = (name: string, program: string, ...words: readonly string[]): ChildProcess => {
    const child = spawn(program, words, { env, stdio: ['ignore', 'ignore', 'pipe'] })
    child.stderr.on('data', (text) => writeFileSync(at('log', `${name}.err`), text, { flag: 'a' }))
    child.on('error', () => {})
    child.on('exit', (code, signal) => {
      if (!told.has(child)) dead.push(`${name} (${code ?? signal})`)
    })
    daemons.push(child)
    return child
  }
  const run = (command: readonly string[]) =>
    spawnSync(command[0], command.slice(1), { env, encoding: 'utf8', maxBuffer: 2 ** 28 })
  const ask = (...command: readonly string[]): string => {
    const { status, stdout, stderr } = run(command)
    if (status !== 0) throw new Error(`${command.join(' ')}: ${status}: ${stderr}`)
    return stdout
  }
  const answers = async (what: string, test: () => boolean): Promise<void> => {
    const until = Date.now() + PATIENCE
    while (!test()) {
      // One whose port somebody else has taken meanwhile never will.
      if (dead.length > 0 || Date.now() > until)
        throw new Error(`${what} does not answer; ended: ${dead.join(', ')}\n${lastLines(at('log'))}`)
      await sleep(100)
    }
  }
  const succeeds = (...command: readonly string[]) => run(command).status === 0
  const ended = async (child: ChildProcess, patience: number): Promise<void> => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    told.add(child)
    const gone = new Promise((resolve) => child.once('exit', resolve))
    const late = setTimeout(() => child.kill('SIGKILL'), patience)
    child.kill('SIGTERM')
    await gone
    clearTimeout(late)
  }
  const control = async (): Promise<ChildProcess> => {
    const child = begin('slurmctld', 'slurmctld', '-D', '-i')
    await answers('slurmctld', () => run(['scontrol', 'ping']).stdout.includes('UP'))
    return child
  }
  let slurmctld: ChildProcess
  const remove = async (): Promise<void> => {
    for (const child of daemons.toReversed()) await ended(child, LEAVE_ALL)
    // Jobs that still run, and their steps, which would tell a controller that is gone of their end for ever.
    for (const pid of processesOf(env.SLURM_CONF)) killed(pid)
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    begin(
      'munged',
      'munged',
      ...['--foreground', `--key-file=${at('etc', 'munge.key')}`, `--socket=${munge}`],
      ...[`--pid-file=${at('run', 'munged.pid')}`, `--seed-file=${at('run', 'munged.seed')}`],
      `--log-file=${at('log', 'munged.log')}`,
    )
    ask(
      'mariadb-install-db',
      ...['--no-defaults', '--user=root', `--datadir=${at('mysql')}`],
      ...['--auth-root-authentication-method=socket', '--skip-test-db'],
    )
    begin(
      'mariadbd',
      'mariadbd',
      ...['--no-defaults', '--user=root', `--datadir=${at('mysql')}`, `--socket=${mysql}`],
      ...['--skip-networking', `--pid-file=${at('run', 'mariadbd.pid')}`],
      ...['--innodb-buffer-pool-size=64M', '--innodb-log-file-size=16M'],
      ...['--innodb-lock-wait-timeout=900', '--innodb-flush-log-at-trx-commit=0'],
    )
    await answers('munged', () => succeeds('munge', '-S', munge, '-n'))
    await answers('mariadbd', () => succeeds('mariadb-admin', '--no-defaults', '-S', mysql, 'ping'))
    ask('mariadb', '--no-defaults', '-S', mysql, '-e', 'create database slurm_acct_db')
    begin('slurmdbd', 'slurmdbd', '-D')
    await answers('slurmdbd', () => succeeds('sacctmgr', '-n', 'list', 'cluster'))
    const account = (...words: readonly string[]) => ask('sacctmgr', '-iQ', ...words)
    account('add', 'cluster', 'lab')
    account('modify', 'qos', 'normal', 'set', 'priority=10')
    account('add', 'qos', 'high', 'priority=100')
    account('add', 'qos', 'low', 'priority=1', 'usagefactor=0.5')
    for (const [name, parent, shares, priority] of ACCOUNTS)
      account('add', 'account', name, `parent=${parent}`, `fairshare=${shares}`, `priority=${priority}`)
    for (const [user, name, shares] of MEMBERS)
      account('add', 'user', user, `account=${name}`, `fairshare=${shares}`)
    const [preferred, where, priority] = PREFERRED
    const those = ['where', `name=${preferred}`, `account=${where}`]
    account('modify', 'user', ...those, 'set', `priority=${priority}`)
    account('modify', 'user', Object.keys(USERS).join(','), 'set', 'qos=normal,high,low', 'defaultqos=normal')
    slurmctld = await control()
    for (let node = 1; node <= NODES; node++) begin(`n${node}`, 'slurmd', '-D', '-N', `n${node}`)
    const idle = () => new Set(run(['sinfo', '-h', '-N', '-t', 'idle', '-o', '%N']).stdout.trim().split('\n'))
    await answers('slurmd', () => idle().size === NODES)
  } catch (error) {
    await remove()
    throw error
  }
  return {
    folder,
    env: { SLURM_CONF: env.SLURM_CONF, SLURM_TIME_FORMAT: env.SLURM_TIME_FORMAT, TZ: env.TZ },
    ask,
    restart: async () => {
      await ended(slurmctld, LEAVE)
      slurmctld = await control()
    },
    submit: (user, words, script) =>
      ask(
        ...['setpriv', `--reuid=${USERS[user]}`, '--clear-groups', 'sbatch', '--parsable'],
        ...['-D', at('jobs'), '-o', '/dev/null', ...words, '--wrap', script],
      ).trim(),
    remove,
  }
}

/** Processes that were started in the surroundings of a Slurm's settings, but this one. */
function processesOf(conf: string): readonly number[] {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
  return numbers
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`SLURM_CONF=${conf}`)
      } catch {
        return false
      }
    })
    .map(Number)
}

function killed(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}

/** Of all daemons. */
function lastLines(folder: string): string {
  return spawnSync('sh', ['-c', 'tail -n 3 *'], { cwd: folder, encoding: 'utf8' }).stdout
}

interface Places {
  readonly folder: string
  readonly munge: string
  readonly database: number
}

function slurmConf({
  folder,
  munge,
  controller,
  database,
  nodePorts,
  scheduling,
}: Places & {
  readonly controller: number
  readonly nodePorts: readonly number[]
  readonly scheduling: string
}): string {
  const hardware = `CPUs=${CORES} Boards=1 SocketsPerBoard=1 CoresPerSocket=${CORES} ThreadsPerCore=1 RealMemory=${MEMORY}`
  const nodes = nodePorts.map((port, k) => {
    const gpus = k < 2 ? ' Gres=gpu:2' : ''
    return `NodeName=n${k + 1} NodeHostname=localhost NodeAddr=127.0.0.1 Port=${port} ${hardware}${gpus} State=UNKNOWN`
  })
  return `ClusterName=lab
SlurmctldHost=localhost(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=${munge}
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SlurmctldPort=${controller}
SlurmctldPidFile=${folder}/run/slurmctld.pid
SlurmctldLogFile=${folder}/log/slurmctld.log
SlurmctldDebug=info
SlurmdPidFile=${folder}/run/slurmd-%n.pid
SlurmdLogFile=${folder}/log/slurmd-%n.log
SlurmdSpoolDir=${folder}/spool/%n
StateSaveLocation=${folder}/state
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
SlurmdParameters=config_overrides
KillWait=2
MessageTimeout=60
TCPTimeout=30
BatchStartTimeout=120
MinJobAge=14400
GresTypes=gpu
SchedulerType=sched/backfill
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
DefMemPerCPU=1000
PriorityType=priority/multifactor
AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageHost=localhost
AccountingStoragePort=${database}
AccountingStoragePass=${munge}
AccountingStorageEnforce=associations,limits,qos
AccountingStorageTRES=gres/gpu
${scheduling}
${nodes.join('\n')}
`
}

function slurmdbdConf({ folder, munge, database }: Places): string {
  return `AuthType=auth/munge
AuthInfo=socket=${munge}
DbdHost=localhost
DbdPort=${database}
SlurmUser=root
LogFile=${folder}/log/slurmdbd.log
PidFile=${folder}/run/slurmdbd.pid
StorageType=accounting_storage/mysql
StorageHost=localhost
StorageLoc=slurm_acct_db
StorageUser=root
`
}

/** What the controller wrote so far. */
export function controllerLog({ folder }: SlurmLab): string {
  return readFileSync(join(folder, 'log', 'slurmctld.log'), 'utf8')
}

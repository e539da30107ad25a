/** Has a Slurm of a test's own do a workload, watches it as docs/slurm.md says, and leaves what it printed in a folder. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { controllerLog, type SlurmLab } from './daemons.js'
import type { Deed } from './workload.js'

const COLUMNS =
  'JobID,JobIDRaw,User,Account,Partition,QOS,State,Submit,Eligible,Start,End,ElapsedRaw,TimelimitRaw,ReqCPUS,AllocCPUS,ReqNodes,AllocNodes,ReqTRES,AllocTRES,NodeList,Priority,Suspended'
const FACTORS = '%i|%r|%u|%Y|%y|%S|%A|%a|%B|%b|%F|%f|%J|%j|%P|%p|%Q|%q|%N|%T|%t'
/** Seconds between looks. */
const PERIOD = 4
/** Seconds for which jobs that are left may go on, and for which they do until so many have started: a busy machine is slow. */
const LEISURE = 25
const PATIENCE = 300
const ENOUGH = 55
/** A database that has lost the end of a job has it run for ever. */
const MOST_EXPORTS = 6

/** @returns the folder of the run */
export async function watched(lab: SlurmLab, deeds: readonly Deed[]): Promise<string> {
  const out = join(lab.folder, 'watched')
  mkdirSync(out)
  const write = (name: string, text: string) => writeFileSync(join(out, name), text)
  const snapshots = new Map<string, string>()
  const look = (name: string, ...command: readonly string[]): void => {
    const before = Date.now() / 1000
    const text = lab.ask(...command)
    const head = `## ${before.toFixed(3)} ${(Date.now() / 1000).toFixed(3)}\n`
    snapshots.set(name, `${snapshots.get(name) ?? ''}${head}${text}`)
  }
  const looks = (): void => {
    look('sprio-factors.snap', 'sprio', '-h', '-o', FACTORS)
    look('sshare.snap', 'sshare', '-a', '-l', '-P')
    look('jobs.snap', 'scontrol', '-o', 'show', 'job')
  }
  const begun = Date.now()
  const elapsed = () => (Date.now() - begun) / 1000
  const ids = new Map<string, string>()
  let next = 0
  let seen = 0
  const last = deeds.at(-1)?.at ?? 0
  for (;;) {
    while (next < deeds.length && deeds[next].at <= elapsed()) {
      const { job, submit, do: deed } = deeds[next++]
      if (submit !== undefined) {
        const words = ['-J', job, ...submit.words]
        ids.set(job, lab.submit(submit.user, words, `sleep ${submit.seconds}`))
      }
      // A job may have ended before it was its turn.
      if (deed !== undefined) tried(() => lab.ask(...deed(ids.get(job) ?? '')))
    }
    if (elapsed() >= seen) {
      looks()
      seen = elapsed() + PERIOD
    }
    if (next === deeds.length && lab.ask('squeue', '-h', '-o', '%i').trim() === '') break
    const late = elapsed() - last
    if (late > PATIENCE || (late > LEISURE && startedIn(lab) >= ENOUGH)) {
      for (const state of ['PENDING', 'RUNNING']) tried(() => lab.ask('scancel', `--state=${state}`))
    }
    await sleep(next < deeds.length ? 50 : 500)
  }
  for (const [name, text] of snapshots) write(name, text)
  const accounting = (columns: string) =>
    lab.ask('sacct', '-a', '-X', '-D', '-P', '-S', '2025-01-01', '-o', columns)
  // What ended last has to reach the database, which may take long: until then one export knows what another does not.
  for (let tries = 0; tries < MOST_EXPORTS; tries++) {
    await sleep(3000)
    const jobs = accounting(COLUMNS)
    write('jobs.psv', jobs)
    write('jobs-all-columns.psv', accounting('ALL'))
    // With times in another format it refuses its own.
    const json = ['-u', 'SLURM_TIME_FORMAT', 'sacct', '-a', '-D', '-S', '2025-01-01', '--json']
    write('sacct.json', lab.ask('env', ...json))
    if (!/\|(PENDING|RUNNING)\|/.test(jobs) && jobs === accounting(COLUMNS)) break
  }
  write('squeue.json', lab.ask('squeue', '--json'))
  write('scontrol-jobs.txt', lab.ask('scontrol', '-o', 'show', 'job'))
  write('scontrol-node.txt', lab.ask('scontrol', '-o', 'show', 'node'))
  write('slurm.txt', lab.ask('scontrol', 'show', 'config') + lab.ask('scontrol', 'show', 'partition'))
  write('qos.psv', lab.ask('sacctmgr', '-P', 'show', 'qos', 'format=Name,Priority,UsageFactor'))
  write('qos-all.psv', lab.ask('sacctmgr', '-P', 'show', 'qos'))
  write('assoc-tree.psv', lab.ask('sacctmgr', '-P', 'show', 'assoc', 'tree'))
  const shares = 'format=Cluster,Account,User,ParentName,Share,Priority'
  write('shares.psv', lab.ask('sacctmgr', '-P', 'show', 'assoc', 'cluster=lab', shares))
  write('slurmctld.log', controllerLog(lab))
  return out
}

function startedIn(lab: SlurmLab): number {
  const states = lab.ask('squeue', '-h', '-r', '-t', 'all', '-o', '%T').split('\n')
  return states.filter((state) => /^(RUNNING|COMPLET)/.test(state)).length
}

function tried(what: () => unknown): void {
  try {
    what()
  } catch {}
}

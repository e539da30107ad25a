/**
 * User groups as qualities of service, on a Slurm of a test's own: the scripts that an export writes give each user the one of his
 * group, jobs start group by group, and afterwards accounting is as it was.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { orderForm, slurmSettings } from '../../../src/deploy/index.js'
import { CORES, type LabUser, NODES, type SlurmLab } from './daemons.js'
import { blocking, patiently } from './patience.js'

/** The first group goes first; one user is in none. */
const GROUPS: ReadonlyMap<number, readonly LabUser[]> = new Map([
  [1, ['news']],
  [2, ['games', 'mail']],
])
/** Who submits, from which account, in this order; and the places in which they start. */
const SUBMITTED = [
  ['proxy', 'chem', 4],
  ['games', 'physics', 2],
  ['news', 'chem', 0],
  ['mail', 'theory', 3],
  ['news', 'chem', 1],
] as const

export async function startsGroupByGroup(lab: SlurmLab): Promise<void> {
  const out = join(lab.folder, 'groups')
  mkdirSync(out)
  const conf = join(lab.folder, 'etc', 'slurm.conf')
  const settings = readFileSync(conf, 'utf8')
  const facts = { processors: NODES * CORES, conf: settings, groups: GROUPS }
  for (const { name, text } of slurmSettings(orderForm('group'), facts).files)
    writeFileSync(join(out, name), text)
  const accounting = () => [
    lab.ask('sacctmgr', '-nP', 'show', 'qos', 'format=Name,Priority,UsageFactor'),
    lab.ask('sacctmgr', '-nP', 'show', 'assoc', 'format=Cluster,Account,User,Partition,DefaultQOS,QOS'),
  ]
  const before = accounting()
  // A second call does no harm, and keeps the way back.
  for (const script of ['groups-apply.sh', 'groups-apply.sh']) lab.ask('sh', join(out, script))
  lab.ask('sh', join(out, 'apply.sh'), conf)

  const whole = ['-p', 'large', '-n', `${NODES * CORES}`]
  const blocker = await blocking(lab, ['-A', 'physics', ...whole])
  const ids = SUBMITTED.map(([user, account]) =>
    lab.submit(user, ['-A', account, ...whole, '-t', '2'], 'sleep 1'),
  )
  const qos = () => lab.ask('squeue', '-h', '-t', 'PENDING', '-S', 'i', '-o', '%q').trim().split('\n')
  expect(qos()).toEqual(['normal', ...[2, 1, 2, 1].map((group) => `queuewright-group-${group}`)])
  await patiently(() => ids.every((id) => lab.ask('sprio', '-h', '-o', '%i').split(/\s+/).includes(id)))
  lab.ask('scancel', blocker)
  const startOf = (id: string) =>
    Number(/ StartTime=(\d+)/.exec(lab.ask('scontrol', '-o', 'show', 'job', id))?.[1])
  await patiently(() => lab.ask('squeue', '-h').trim() === '')
  const wanted = ids.toSorted((a, b) => placeOf(ids, a) - placeOf(ids, b))
  expect(ids.toSorted((a, b) => startOf(a) - startOf(b))).toEqual(wanted)

  const again = await blocking(lab, ['-A', 'physics', ...whole])
  const waiting = lab.submit('news', ['-A', 'chem', ...whole, '-t', '2'], 'sleep 1')
  expect(qos()).toEqual(['queuewright-group-1'])
  lab.ask('sh', join(out, 'undo.sh'), conf)
  lab.ask('sh', join(out, 'groups-undo.sh'))
  expect(qos()).toEqual(['normal'])
  expect(accounting()).toEqual(before)
  expect(readFileSync(conf, 'utf8')).toBe(settings)
  lab.ask('scancel', again, waiting)
}

function placeOf(ids: readonly string[], id: string): number {
  return SUBMITTED[ids.indexOf(id)][2]
}

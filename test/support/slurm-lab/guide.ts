/**
 * The administrator's guide, docs/live.md, gone through on a Slurm of a test's own: every line of its shell blocks, in its order, and
 * what the units for systemd start. What a site has names of its own for is exchanged (`HERE`), and what would go on for days looks
 * once; nothing else is changed. Slurm's commands are those of a user who is an Operator and no more.
 */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { largestOf } from '../../../src/core/statistics.js'
import { COMMAND, type Finished } from '../command.js'
import { PROJECT_ROOT } from '../data.js'
import { freePort } from '../ports.js'
import { redisServer } from '../redis.js'
import { controllerLog, type LabUser, type SlurmLab, USERS } from './daemons.js'
import { blocking, patiently } from './patience.js'
import { shiftsIn } from './steered.js'

/** Who is made an Operator. */
const OPERATOR: LabUser = 'mail'
/** Time limits in minutes of jobs that wait, each for all nodes of the partition. */
const LIMITS = [9, 4, 7, 2, 6]

const GUIDE = readFileSync(join(PROJECT_ROOT, 'docs', 'live.md'), 'utf8')

function blocks(language: string): readonly string[] {
  return [...GUIDE.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, text]) => text,
  )
}

/** Lines of the guide that are called in a shell. */
export function guideLines(): readonly string[] {
  return blocks('bash').flatMap((text) => text.trim().split('\n'))
}

/** Units for systemd by the file that they go into. */
export function guideUnits(): ReadonlyMap<string, string> {
  const found = GUIDE.matchAll(/^`\/etc\/systemd\/system\/([\w.-]+)`:\n\n```ini\n([\s\S]*?)^```$/gm)
  return new Map([...found].map(([, name, text]) => [name, text]))
}

/** The commands that units start. */
function unitCommands(): readonly string[] {
  return [...guideUnits().values()].flatMap((text) => {
    const [, command] = /^ExecStart=\/usr\/local\/bin\/(.*)$/m.exec(text) ?? []
    return command === undefined ? [] : [command]
  })
}

export async function guided(lab: SlurmLab): Promise<void> {
  const folder = join(lab.folder, 'guide')
  mkdirSync(folder)
  operatorsCommands(lab, folder)
  const redis = await redisServer()
  const metrics = await freePort()
  const mostShift = Number(/--max-shift (\d+)/.exec(GUIDE)?.[1])
  const env = { ...lab.env, ...redis.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}` }
  const whole = ['-A', 'physics', '-p', 'batch', '-N', '12', '--exclusive']
  await blocking(lab, whole)
  const waiting = LIMITS.map((minutes) => lab.submit('games', [...whole, '-t', `${minutes}`], 'sleep 300'))
  const before = controllerLog(lab).length
  const factors = () =>
    lab
      .ask('sprio', '-h', '-o', '%S')
      .trim()
      .split('\n')
      .filter((factor) => Number(factor) !== 0).length
  /** What a site has a name of its own for, and what would go on for days. */
  const HERE: readonly (readonly [RegExp | string, string])[] = [
    ['sacctmgr modify user queuewright', `sacctmgr -i modify user ${OPERATOR}`],
    [/--state \/var\/lib\/queuewright\/(\w+)/, `--state ${folder}/$1`],
    [/report \/var\/lib\/queuewright\/(\w+)/, `report ${folder}/$1`],
    ['@/etc/queuewright/policy.json', `@${folder}/tuned/strategy.json`],
    ['predict 4711', `predict ${waiting[2]}`],
    ['--site /etc/slurm/slurm.conf', `--site ${lab.env['SLURM_CONF']}`],
    ['--metrics 9815', `--metrics ${metrics}`],
    ['redis://login1:6379', redis.engine],
    ['--array=1-8 --cpus-per-task=16', '--array=1-2 --cpus-per-task=2'],
    // Time enough for the run to begin, on a machine that does other work too.
    ['--idle 10m', '--idle 30s'],
    [/^(qw live (?:shadow|steer) (?!.*--dry-run).*)$/, '$1 --once'],
  ]
  const here = (line: string) => HERE.reduce((text, [from, to]) => text.replace(from, to), line)
  const run = async (line: string): Promise<Finished> => {
    const finished = await COMMAND.shell(here(line), { cwd: folder, env })
    expect(finished.code, `${here(line)}\n${finished.stdout}${finished.stderr}`).toBe(0)
    return finished
  }
  /** What has to be after lines that begin so. */
  const AFTER: readonly (readonly [string, (finished: Finished) => void | Promise<void>])[] = [
    ['qw live predict 4711', ({ stdout }) => expect(stdout).toMatch(new RegExp(`^job ${waiting[2]} starts`))],
    ['qw live predict --p', ({ stdout }) => expect(waiting.every((job) => stdout.includes(job))).toBe(true)],
    ['qw live steer', () => expect(factors()).toBeGreaterThan(0)],
    ['qw live reset --all', () => expect(factors()).toBe(0)],
    ['qw live reset --s', () => expect(factors()).toBe(0)],
    ['sbatch', () => void lab.ask('scancel', '--user=games')],
  ]
  try {
    for (const line of guideLines()) {
      const isDry = line.includes('--dry-run')
      if (isDry) expect(shiftsIn(controllerLog(lab).slice(before))).toEqual([])
      const finished = await run(line)
      if (isDry) {
        expect(finished.stdout).toContain(
          `of ${waiting.length} waiting jobs would be given another site factor`,
        )
        expect(shiftsIn(controllerLog(lab).slice(before))).toEqual([])
      } else await AFTER.find(([begin]) => line.startsWith(begin))?.[1](finished)
      // What is for a lost ledger finds factors that are still there.
      if (line.startsWith('qw live reset --s')) for (const command of unitCommands()) await run(command)
    }
    expect(largestOf(shiftsIn(controllerLog(lab).slice(before)).map(Math.abs))).toBeLessThanOrEqual(mostShift)
    // Workers that have nothing to do any more end by themselves.
    await patiently(() => lab.ask('squeue', '-h').trim() === '')
  } finally {
    await redis.remove()
    lab.ask('scancel', '--user=games')
  }
}

/** Puts commands in a folder `bin` by which Slurm is asked as the Operator, and `qw`, which jobs call. */
function operatorsCommands(lab: SlurmLab, folder: string): void {
  mkdirSync(join(folder, 'bin'))
  const put = (name: string, command: string) => {
    const file = join(folder, 'bin', name)
    writeFileSync(file, `#!/bin/sh\nexec ${command} "$@"\n`)
    chmodSync(file, 0o755)
  }
  for (const name of ['squeue', 'sprio', 'sinfo', 'scontrol', 'sacct', 'sshare']) {
    const program = lab.ask('which', name).trim()
    put(name, `setpriv --reuid=${USERS[OPERATOR]} --clear-groups ${program}`)
  }
  put('qw', `'${process.execPath}' '${COMMAND.program}'`)
}

/** The units of docs/live.md, as systemd takes them. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callHere } from '../support/here.js'
import { guideLines, guideUnits } from '../support/slurm-lab/guide.js'

const ANALYZE = spawnSync('systemd-analyze', ['--version']).status === 0
let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'queuewright-units-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('the guide goes from an import to a way back and to workers', () => {
  const begins = guideLines().map((line) =>
    line
      .replace(/^SLURM\S+ /, '')
      .split(' --')[0]
      .split(' ')
      .slice(0, 3)
      .join(' '),
  )
  for (const step of [
    'qw import sacct',
    'qw tune log.swf.gz',
    'qw live shadow',
    'qw live steer',
    'qw live reset',
  ])
    expect(begins).toContain(step)
})

describe('units of the guide', () => {
  it('are a steerer, and the timer of what is overdue', () => {
    expect([...guideUnits().keys()]).toEqual([
      'queuewright-steer.service',
      'queuewright-overdue.service',
      'queuewright-overdue.timer',
    ])
  })

  it.skipIf(!ANALYZE)('are taken by systemd without a word', () => {
    for (const [name, text] of guideUnits()) {
      // A program has to be there, and a machine need not have a user of ours.
      const here = text
        .replaceAll('/usr/local/bin/qw', '/bin/true')
        .replaceAll('User=queuewright', 'User=root')
      writeFileSync(join(folder, name), here)
    }
    const files = [...guideUnits().keys()].map((name) => join(folder, name))
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], {
      encoding: 'utf8',
    })
    // Of the units of a machine some are always amiss.
    const ours = stderr.split('\n').filter((line) => line.includes('queuewright'))
    expect(ours).toEqual([])
    expect(status, stderr).toBe(0)
  })

  it('undo nothing where nothing was steered, with an exit code that is let pass', async () => {
    const unit = guideUnits().get('queuewright-overdue.service') ?? ''
    const [, words] = /^ExecStart=\S+ (.*)$/m.exec(unit) ?? []
    const here = words.replace('/var/lib/queuewright', folder).split(' ')
    const { code } = await callHere(here, folder)
    expect(/^SuccessExitStatus=(.*)$/m.exec(unit)?.[1].split(' ')).toContain(`${code}`)
  })
})

/** Slurm's own commands as they are called: with surroundings of their own, and their output whole. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hasSlurmClients, localCommands } from '../../../src/live/commands.js'

let folder = ''
const before = { ...process.env }

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'queuewright-clients-'))
})
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
  Object.assign(process.env, before)
  rmSync(folder, { recursive: true, force: true })
})

/** A client in front of all others. */
function client(name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, name), 0o755)
  process.env['PATH'] = `${folder}:${before['PATH']}`
}

describe("Slurm's commands", () => {
  it('see all of this cluster, whatever their user is used to see', async () => {
    client('squeue', 'env')
    const habits = {
      SQUEUE_USERS: 'me',
      SQUEUE_PARTITION: 'mine',
      SPRIO_FORMAT: '%i',
      SLURM_CLUSTERS: 'other',
    }
    Object.assign(process.env, habits, { SLURM_CONF: '/own/slurm.conf' })
    const { status, stdout } = await localCommands.run('squeue', [])
    expect(status).toBe(0)
    for (const name of Object.keys(habits)) expect(stdout).not.toContain(name)
    expect(stdout).toMatch(/^SLURM_CONF=\/own\/slurm.conf$/m)
    expect(stdout).toMatch(/^SQUEUE_LOCAL=1$/m)
    expect(stdout).toMatch(/^SLURM_TIME_FORMAT=%s$/m)
  })

  it('give their whole output, take their input, and tell how they ended', async () => {
    client('scontrol', 'cat; seq 1 100000; echo gone >&2; exit 3')
    const { status, stdout, stderr } = await localCommands.run('scontrol', [], 'update\nquit\n')
    expect([status, stderr]).toEqual([3, 'gone\n'])
    expect(stdout.split('\n').slice(0, 3)).toEqual(['update', 'quit', '1'])
    expect(stdout.endsWith('\n100000\n')).toBe(true)
  })

  it('need not read what they are given, nor be there', async () => {
    client('scontrol', 'exit 1')
    const lines = 'update JobId=1 SiteFactor=1\n'.repeat(100_000)
    expect((await localCommands.run('scontrol', [], lines)).status).toBe(1)
    process.env['PATH'] = folder
    expect(hasSlurmClients()).toBe(false)
    await expect(localCommands.run('squeue', [])).rejects.toMatchObject({ kind: 'slurm-unreachable' })
    client('squeue', 'exit 0')
    expect(hasSlurmClients()).toBe(true)
  })
})

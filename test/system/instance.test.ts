/** `scripts/instance.mjs`, by which anybody checks an instance, as a process. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../support/data.js'
import { useSandbox } from '../support/sandbox.js'

const FILE = join(PROJECT_ROOT, 'test', 'fixtures', 'sites', 'mc-small-1.json.gz')

const box = useSandbox((sandbox) => {
  const given = JSON.parse(gunzipSync(readFileSync(FILE)).toString())
  sandbox.write('bare.json', JSON.stringify({ ...given, runs: [{ algorithm: 'jpr' }] }))
  sandbox.write('negative.json', JSON.stringify({ ...given, links: [-1] }))
})

function instance(...args: readonly string[]) {
  const script = join(PROJECT_ROOT, 'scripts', 'instance.mjs')
  return spawnSync(process.execPath, [script, ...args], { cwd: box.cwd, encoding: 'utf8' })
}

describe('scripts/instance.mjs', () => {
  it('prints a gzipped file with its results anew', () => {
    const { status, stdout, stderr } = instance(FILE)
    expect([status, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toEqual(JSON.parse(gunzipSync(readFileSync(FILE)).toString()))
  })

  it('computes results that a file does not have', () => {
    const { status, stdout } = instance('bare.json')
    expect(status).toBe(0)
    expect(JSON.parse(stdout).runs[0]).toMatchObject({ makespan: 16, flowtime: 53, end: [10, 16, 14, 13] })
  })

  it.each([
    [
      ['negative.json'],
      27,
      /^queuewright: negative\.json: .*links\[0\], value -1, expected a bandwidth above 0.*\n$/,
    ],
    [['absent.json'], 20, /^queuewright: absent\.json: no such file.*\n$/],
    [['.'], 21, /^queuewright: .*the input is a folder.*\n$/],
    [[], 2, /^usage: .*\n$/],
  ])('%j ends with %i', (args, code, message) => {
    const { status, stdout, stderr } = instance(...args)
    expect([status, stdout]).toEqual([code, ''])
    expect(stderr).toMatch(message)
  })
})

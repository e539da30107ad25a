/** A folder of its own in which a test file runs the compiled command, as a user does. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Command, compiledCommand, complaints, type Finished } from './command.js'

export interface Sandbox {
  /** The compiled command; only in tests and hooks. */
  readonly qw: Command
  /** The folder. */
  readonly cwd: string
  run(...args: string[]): Promise<Finished>
  /** `run`, which must succeed and complain of nothing. */
  good(...args: string[]): Promise<Finished>
  path(name: string): string
  text(name: string): string
}

/**
 * Makes the folder before the tests of the calling file, and removes it after them.
 * @param files written into it first, by name
 */
export function useSandbox(files: Readonly<Record<string, string | Uint8Array>> = {}): Sandbox {
  let qw: Command | null = null
  let cwd = ''
  beforeAll(() => {
    qw = compiledCommand()
    cwd = mkdtempSync(join(tmpdir(), 'queuewright-test-'))
    for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content)
  })
  afterAll(() => {
    qw?.remove()
    if (cwd !== '') rmSync(cwd, { recursive: true, force: true })
  })
  const command = (): Command => {
    if (qw === null) throw new Error('the command is there only while tests run')
    return qw
  }
  const run = (...args: string[]) => command().run(args, { cwd })
  return {
    get qw() {
      return command()
    },
    get cwd() {
      return cwd
    },
    run,
    async good(...args) {
      const done = await run(...args)
      expect(complaints(done)).toEqual([])
      expect(done.code).toBe(0)
      return done
    },
    path: (name) => join(cwd, name),
    text: (name) => readFileSync(join(cwd, name), 'utf8'),
  }
}

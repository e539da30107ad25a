/** A folder of its own in which a test file runs the compiled command: in this process, or where that matters, in one of its own. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { COMMAND, type Command, complaints, type Finished } from './command.js'
import { callHere } from './here.js'

export interface Sandbox {
  /** The compiled command, as a process of its own. */
  readonly qw: Command
  /** The folder; only in tests and hooks. */
  readonly cwd: string
  /** Runs the command in the folder, as a process of its own where standard input or output is named. */
  run(...args: string[]): Promise<Finished>
  /** `run`, which must succeed and complain of nothing. */
  good(...args: string[]): Promise<Finished>
  path(name: string): string
  text(name: string): string
  write(name: string, content: string | Uint8Array): void
}

/**
 * Makes the folder before the tests of the calling file, and removes it after them. A test that is tried again finds
 * in it what its first try found: what that left, such as half a run, is gone.
 * @param fill puts into it what the tests need
 */
export function useSandbox(fill: (box: Sandbox) => void | Promise<void> = () => {}): Sandbox {
  let cwd = ''
  const run = (...args: string[]) => (args.includes('-') ? COMMAND.run(args, { cwd }) : callHere(args, cwd))
  const path = (name: string) => join(cwd, name)
  const box: Sandbox = {
    qw: COMMAND,
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
    path,
    text: (name) => readFileSync(path(name), 'utf8'),
    write: (name, content) => writeFileSync(path(name), content),
  }
  beforeAll(async () => {
    cwd = mkdtempSync(join(tmpdir(), 'queuewright-test-'))
    await fill(box)
  })
  let begun = { test: '', found: new Set<string>() }
  beforeEach(({ task }) => {
    const names = readdirSync(cwd)
    if (task.id !== begun.test) begun = { test: task.id, found: new Set(names) }
    for (const name of names) if (!begun.found.has(name)) rmSync(path(name), { recursive: true, force: true })
  })
  afterAll(() => {
    if (cwd !== '') rmSync(cwd, { recursive: true, force: true })
  })
  return box
}

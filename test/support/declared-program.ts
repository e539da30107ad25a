/** The commands as they are declared, for tests that compare them with documents; none of them is run. */
import type { Command } from 'commander'
import { programFor } from '../../src/apps/cli/program.js'
import { terminalOf } from '../../src/apps/cli/terminal.js'

export function declaredProgram(): Promise<Command> {
  const signals = {
    blocking: <Result>(work: () => Result) => Promise.resolve(work()),
    interruptible: <Result>(work: (signal: AbortSignal) => Promise<Result>) =>
      work(new AbortController().signal),
  }
  return programFor(terminalOf(process.stdout, process.stderr, {}, signals), '', null)
}

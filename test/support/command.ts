/** The compiled command, run as a user runs it: a process of its own, its streams, its exit code. */
import { spawn } from 'node:child_process'
import { programIn } from './compiled.js'
import { PROJECT_ROOT } from './data.js'

export interface Finished {
  /** Null where a signal ended the process. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly cwd?: string
  readonly input?: string | Uint8Array
  readonly env?: Readonly<Record<string, string>>
}

export interface Command {
  /** The program's file, for shells and `node`. */
  readonly program: string
  run(args: readonly string[], options?: RunOptions): Promise<Finished>
  /** A line for `sh`, in which `qw` is the command. */
  shell(line: string, options?: RunOptions): Promise<Finished>
}

const program = programIn(PROJECT_ROOT)

export const COMMAND: Command = {
  program,
  run: (args, options) => finished(process.execPath, [program, ...args], options),
  shell: (line, options) =>
    finished('/bin/sh', ['-c', `qw() { "${process.execPath}" "${program}" "$@"; }\n${line}`], options),
}

function finished(file: string, args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  const { cwd, input, env } = options
  // Nothing of the surroundings may colour the output.
  const { NO_COLOR: _, FORCE_COLOR: __, ...surroundings } = process.env
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env: { ...surroundings, ...env } })
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
    // A command that fails early does not read its input to the end.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    child.on('error', reject)
    child.on('close', (code, signal) =>
      resolve({ code, signal, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }),
    )
  })
}

/** What work that takes long, as on a machine that has much to do, says of how far it is. */
const PROGRESS = /^(?!queuewright: ).*( \d+\/\d+[,:] | \d+(\.\d+)? %$)/

/** Lines of standard error that are neither notes nor progress. */
export function complaints({ stderr }: Pick<Finished, 'stderr'>): string[] {
  return stderr
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('note: ') && !PROGRESS.test(line))
}

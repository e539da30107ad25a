/**
 * Slurm's own commands, through which alone a live Slurm is read and written: with a time limit, and with no more output than is
 * asked for. Tests have a Slurm of their own behind the port.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { QueuewrightError } from '../core/errors.js'

export type SlurmProgram = 'squeue' | 'sprio' | 'sinfo' | 'scontrol' | 'sacct' | 'sshare'

export interface SlurmOutput {
  /** Exit code; null where it was ended by a signal. */
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The port. */
export interface SlurmCommands {
  /**
   * @param input standard input; none where absent
   * @throws QueuewrightError `slurm-unreachable` where the program is not there, does not end in time or prints too much
   */
  run(program: SlurmProgram, words: readonly string[], input?: string): Promise<SlurmOutput>
}

/** Whether the clients of a Slurm are on this machine, whose controller may be away all the same. */
export function hasSlurmClients(): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.some((folder) => existsSync(join(folder, 'squeue' satisfies SlurmProgram)))
}

/** Milliseconds; Slurm's own clients give up after ten seconds for each try. */
const PATIENCE = 60_000
/** Bytes. */
const MOST_OUTPUT = 1 << 28

/** Those of this machine; times are Unix times, and words are Slurm's own. */
export const localCommands: SlurmCommands = {
  run: (program, words, input = '') =>
    new Promise((resolve, reject) => {
      const child = spawn(program, words, { env: surroundings(), timeout: PATIENCE, killSignal: 'SIGKILL' })
      const begun = Date.now()
      const texts: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] }
      let size = 0
      for (const stream of ['stdout', 'stderr'] as const) {
        child[stream].on('data', (piece: Buffer) => {
          size += piece.length
          if (size > MOST_OUTPUT) child.kill('SIGKILL')
          else texts[stream].push(piece)
        })
      }
      child.on('error', (error) => {
        reject(
          new QueuewrightError('slurm-unreachable', `${program} cannot be started`, {
            value: error.message,
            remedy: 'Run this where the clients of Slurm are, and in the PATH',
            cause: error,
          }),
        )
      })
      child.on('close', (status) => {
        const [stdout, stderr] = [texts.stdout, texts.stderr].map((all) =>
          Buffer.concat(all).toString('utf8'),
        )
        if (size > MOST_OUTPUT) reject(unanswered(program, `more than ${MOST_OUTPUT >> 20} MiB of output`))
        else if (Date.now() - begun >= PATIENCE && status === null)
          reject(unanswered(program, `no answer within ${PATIENCE / 1000} s`))
        else resolve({ status, stdout, stderr })
      })
      // A program that ends early does not read on: it says why by itself.
      child.stdin.on('error', () => {})
      child.stdin.end(input)
    }),
}

/**
 * The environment of clients: what a user's own has them leave out, sort or ask of another cluster would be taken for all of the
 * queue, and of a federation it is this cluster's.
 */
function surroundings(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !HABITS.test(name))
  const local = Object.fromEntries(['SQUEUE', 'SPRIO', 'SINFO'].map((client) => [`${client}_LOCAL`, '1']))
  return { ...Object.fromEntries(kept), ...local, SLURM_TIME_FORMAT: '%s', TZ: 'UTC', LC_ALL: 'C' }
}

const HABITS = /^(?:SQUEUE|SPRIO|SINFO|SACCT|SCONTROL|SSHARE)_|^SLURM_CLUSTERS$/

/**
 * The output of a program, where all goes well.
 * @throws QueuewrightError `slurm-unreachable` with what it says
 */
export async function asked(
  commands: SlurmCommands,
  program: SlurmProgram,
  ...words: readonly string[]
): Promise<string> {
  const { status, stdout, stderr } = await commands.run(program, words)
  if (status === 0) return stdout
  throw unanswered(program, firstLine(stderr) || `exit code ${status}`)
}

/** The complaint of a program, without Slurm's own prefix. */
export function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0].trim()
}

function unanswered(program: SlurmProgram, value: string): QueuewrightError {
  return new QueuewrightError('slurm-unreachable', `${program} has no answer`, {
    value,
    remedy: 'Look whether slurmctld answers: scontrol ping',
  })
}

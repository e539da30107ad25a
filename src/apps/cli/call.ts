/** A call of the command line, from its words to how it ends; what streams and signals are is the caller's. */
import { CommanderError } from 'commander'
import { EXIT_CODES, QueuewrightError } from '../../core/errors.js'
import { shellLine } from '../../core/shell.js'
import { methodFirst } from './method-first.js'
import { programFor } from './program.js'
import type { Signals } from './signals.js'
import { type Stream, terminalOf } from './terminal.js'

export interface Surroundings {
  readonly output: Stream
  readonly errors: Stream
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly signals: Signals
}

/** How a call fails: the exit code, and what is said on standard error. */
export interface Failed {
  readonly code: number
  readonly text: string
}

/**
 * @param words those after the command's name
 * @returns null where all went well
 */
export async function call(words: readonly string[], surroundings: Surroundings): Promise<Failed | null> {
  const { output, errors, environment, signals } = surroundings
  try {
    const terminal = terminalOf(output, errors, environment, signals)
    const program = await programFor(
      terminal,
      commandLine(words),
      words.at(words[0] === 'help' ? 1 : 0) ?? null,
    )
    await program.parseAsync(methodFirst(program, words), { from: 'user' })
    return null
  } catch (error) {
    // Help or the version was asked for and has been printed.
    return error instanceof CommanderError && error.exitCode === 0 ? null : failed(error)
  }
}

/** One line, and the exit code. */
export function failed(error: unknown): Failed {
  if (error instanceof CommanderError && error.code === 'commander.help') {
    // No command was named: the help has been printed instead of a message.
    return { code: EXIT_CODES.usage, text: '' }
  }
  const failure = error instanceof CommanderError ? usageFailure(error) : error
  if (failure instanceof QueuewrightError) {
    // A reader that has what it wanted, as `head` has, is nothing to be told of: the exit code says it.
    if (failure.kind === 'output-closed') return { code: failure.exitCode, text: '' }
    return { code: failure.exitCode, text: `queuewright: ${wayOut(failure).message}\n` }
  }
  const text = failure instanceof Error ? (failure.stack ?? failure.message) : String(failure)
  return {
    code: EXIT_CODES.internal,
    text: `queuewright: this is a defect, please report it with the command and the log:\n${text}\n`,
  }
}

/** A misused option for which nobody has named a way out: the help has it, unless it stands in a file. */
function wayOut(failure: QueuewrightError): QueuewrightError {
  const { file, remedy } = failure.detail
  const isOfCall = failure.kind === 'usage' && file === undefined
  return isOfCall && remedy === undefined ? failure.with({ remedy: 'See --help' }) : failure
}

/** A misused command, as commander words it (`error: unknown option …`, a suggestion on a line of its own). */
function usageFailure({ message }: CommanderError): QueuewrightError {
  const what = message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ')
  return new QueuewrightError('usage', what.replace(/\.$/, ''), {
    remedy: 'queuewright --help lists the commands, queuewright COMMAND --help their options',
  })
}

/** The call as one would type it in a shell. */
function commandLine(words: readonly string[]): string {
  return shellLine(['queuewright', ...words])
}

#!/usr/bin/env node
/** The command line's outermost edge: standard streams, signals, and the exit code of every failure. */
import { CommanderError } from 'commander'
import { EXIT_CODES, QueuewrightError } from '../../core/errors.js'
import { discardTemporaries, outputFailure, standardOutput } from '../../runtime/index.js'
import { programFor } from './program.js'
import { handleSignals } from './signals.js'
import { terminalOf } from './terminal.js'

standardOutput.on('error', (error: NodeJS.ErrnoException) => {
  discardTemporaries()
  fail(error.code === 'EPIPE' ? outputClosed() : outputFailure('standard output', error))
})
// Notices that nobody can read are no failure of the work that they are about.
process.stderr.on('error', () => {})

const signals = handleSignals(() => {
  discardTemporaries()
  fail(new QueuewrightError('interrupted', 'interrupted; nothing half-written was left behind'))
})

try {
  const terminal = terminalOf(standardOutput, process.stderr, process.env, signals)
  const words = process.argv.slice(2)
  const program = await programFor(terminal, commandLine(words), words)
  await program.parseAsync(process.argv)
} catch (error) {
  // Help or the version was asked for and has been printed; the process ends when all of it is written.
  if (!(error instanceof CommanderError && error.exitCode === 0)) fail(error)
}

/** One line on standard error, and out. */
function fail(error: unknown): never {
  if (error instanceof CommanderError && error.code === 'commander.help') {
    // No command was named: the help has been printed instead of a message.
    process.exit(EXIT_CODES.usage)
  }
  const failure = error instanceof CommanderError ? usageFailure(error) : error
  if (failure instanceof QueuewrightError) {
    process.stderr.write(`queuewright: ${failure.message}\n`)
    process.exit(failure.exitCode)
  }
  const text = failure instanceof Error ? (failure.stack ?? failure.message) : String(failure)
  process.stderr.write(
    `queuewright: this is a defect, please report it with the command and the log:\n${text}\n`,
  )
  process.exit(EXIT_CODES.internal)
}

/** A misused command, as commander words it (`error: unknown option …`, a suggestion on a line of its own). */
function usageFailure({ message }: CommanderError): QueuewrightError {
  const what = message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ')
  return new QueuewrightError('usage', what.replace(/\.$/, ''), {
    remedy: 'queuewright --help lists the commands, queuewright COMMAND --help their options',
  })
}

function outputClosed(): QueuewrightError {
  return new QueuewrightError('output-closed', 'the reader of the output went away', {
    file: 'standard output',
    remedy: 'Write to a file, or read all of it',
  })
}

/** The call as one would type it in a shell. */
function commandLine(words: readonly string[]): string {
  const quoted = words.map((word) =>
    /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`,
  )
  return ['queuewright', ...quoted].join(' ')
}

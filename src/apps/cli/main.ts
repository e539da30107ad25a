#!/usr/bin/env node
/** The command line's outermost edge: standard streams, signals, and the exit code of every failure. */
import { CommanderError } from 'commander'
import { EXIT_CODES, QueuewrightError } from '../../core/errors.js'
import { discardTemporaries } from '../../runtime/index.js'
import { programFor } from './program.js'
import { terminalOf } from './terminal.js'

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  fail(error.code === 'EPIPE' ? outputClosed() : error)
})
// With standard error gone too there is nobody left to tell.
process.stderr.on('error', () => process.exit(EXIT_CODES['output-closed']))

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    discardTemporaries()
    fail(new QueuewrightError('interrupted', 'interrupted; nothing half-written was left behind'))
  })
}

const terminal = terminalOf(process.stdout, process.stderr, process.env)
const program = programFor(terminal, commandLine(process.argv.slice(2)))
for (const command of [program, ...program.commands]) command.exitOverride()

try {
  await program.parseAsync(process.argv)
} catch (error) {
  fail(error)
}

/** One line on standard error, and out. */
function fail(error: unknown): never {
  if (error instanceof CommanderError) {
    // commander has printed its message, or the help or version that was asked for.
    process.exit(error.exitCode === 0 ? 0 : EXIT_CODES.usage)
  }
  if (error instanceof QueuewrightError) {
    process.stderr.write(`queuewright: ${error.message}\n`)
    process.exit(error.exitCode)
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(
    `queuewright: this is a defect, please report it with the command and the log:\n${text}\n`,
  )
  process.exit(EXIT_CODES.internal)
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

#!/usr/bin/env node
/** The command line's outermost edge: standard streams, signals, and the exit code of every failure. */
import { QueuewrightError } from '../../core/errors.js'
import { discardTemporaries, outputFailure, standardOutput } from '../../runtime/index.js'
import { call, type Failed, failed } from './call.js'
import { handleSignals } from './signals.js'

standardOutput.on('error', (error: NodeJS.ErrnoException) => {
  discardTemporaries()
  end(failed(outputFailure('standard output', error)))
})
// Notices that nobody can read are no failure of the work that they are about.
process.stderr.on('error', () => {})

const signals = handleSignals(() => {
  discardTemporaries()
  end(failed(new QueuewrightError('interrupted', 'interrupted; nothing half-written was left behind')))
})

const done = await call(process.argv.slice(2), {
  output: standardOutput,
  errors: process.stderr,
  environment: process.env,
  signals,
})
// Where all went well the process ends when all of it is written.
if (done !== null) end(done)

function end({ code, text }: Failed): never {
  process.stderr.write(text)
  process.exit(code)
}

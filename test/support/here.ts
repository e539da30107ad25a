/**
 * The compiled command, called in this process: the same code, streams and exit code, without the start of a process, and
 * with code that is warm. Evaluations are done in this thread too, unless a call says by whom. Signals, standard input, surroundings and what else is a process's own have tests of their own.
 */
import type { call } from '../../src/apps/cli/call.js'
import type { Finished } from './command.js'
import { COMPILED_URL } from './compiled.js'

/** Commands that evaluate by engines. */
const EVALUATING = /^(learn|tune|front|evaluate|resume|reproduce|scores trials|study run) /

// Each result that is piped there leaves listeners behind, of which a process of its own has one set.
process.stdout.setMaxListeners(0)

/** One at a time, since a process has one working directory and one standard output. */
let last: Promise<unknown> = Promise.resolve()

export function callHere(words: readonly string[], cwd: string): Promise<Finished> {
  const open = EVALUATING.test(words.join(' ')) && !/ --(engine|workers|help)\b/.test(words.join(' '))
  const finished = last.then(() => called(open ? [...words, '--engine', 'inline'] : words, cwd))
  last = finished.catch(() => {})
  return finished
}

async function called(words: readonly string[], cwd: string): Promise<Finished> {
  const command: { readonly call: typeof call } = await import(
    /* @vite-ignore */ `${COMPILED_URL}apps/cli/call.js`
  )
  const out: Buffer[] = []
  const err: string[] = []
  const home = process.cwd()
  const write = process.stdout.write
  const taken = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    out.push(Buffer.from(chunk as string))
    const done = rest.at(-1)
    if (typeof done === 'function') queueMicrotask(() => done())
    return true
  }
  process.chdir(cwd)
  // What commands write as it is, such as a log, goes there past the terminal.
  process.stdout.write = taken
  try {
    const failed = await command.call(words, {
      output: { write: taken },
      errors: { write: (text) => err.push(text) },
      environment: {},
      signals: {
        blocking: async (work) => work(),
        interruptible: (work) => work(new AbortController().signal),
      },
    })
    if (failed !== null) err.push(failed.text)
    const [stdout, stderr] = [Buffer.concat(out).toString(), err.join('')]
    return { code: failed?.code ?? 0, signal: null, stdout, stderr }
  } finally {
    process.stdout.write = write
    process.chdir(home)
  }
}

/** The words of a line as a shell takes it, null where it has more than words and quotation marks for a shell. */
export function wordsOf(line: string): readonly string[] | null {
  const parts = [...line.matchAll(/"([^"$`\\]*)"|'([^']*)'|([^\s"'$`\\|&;<>(){}*?#~]+)|(\s+)|(.)/g)]
  const words: string[] = ['']
  for (const [, double, single, plain, blank, other] of parts) {
    if (other !== undefined) return null
    if (blank !== undefined) words.push('')
    else words[words.length - 1] += double ?? single ?? plain
  }
  return words
}

/** The settings of who evaluates, in commands that do a run and in `qw worker`; none of them changes a result. */
import { availableParallelism } from 'node:os'
import {
  duration,
  type Form,
  headed,
  illegible,
  optional,
  setting,
  whole,
  written,
} from '../../core/settings/index.js'

/** Threads of a process: more help no processor and fill the memory. */
const MOST_THREADS = Math.max(64, 4 * availableParallelism())

/** A number of threads, whose bound depends on the machine and stands in no document. */
const THREADS: Form<number> = {
  ...whole(1, MOST_THREADS),
  told: '',
  expected: () => 'a whole number from 1 to 64, or to four for each processor',
}

const FOLDER = written('the path of a folder', { shown: 'folder' })

const ENGINES = 'threads, inline, redis://HOST or rediss://HOST'
const isEngine = (name: string) => /^(threads|inline|rediss?:\/\/.*)$/.test(name)
/** A mistyped name is refused before a run is begun. */
const requireEngine = (name: string) => {
  if (!isEngine(name)) throw illegible(name, ENGINES)
}

export const ENGINE = headed('Engine:', {
  engine: setting(written(ENGINES, { shown: 'name', check: requireEngine }), {
    meaning:
      'who evaluates: threads (of this machine), inline (the process itself), redis://HOST (qw worker, on any machines)',
    usual: 'threads',
  }),
  workers: setting(optional(THREADS), {
    meaning: 'threads',
    usual: null,
    usually: 'one for each processor of this machine',
  }),
  cache: setting(optional(FOLDER), {
    meaning: 'keep results of evaluations there, and take known ones from there',
    usual: null,
  }),
})

export const RUN = headed('Run:', {
  run: setting(optional(FOLDER), {
    meaning: 'folder of the run, new or empty',
    usual: null,
    usually: 'queuewright-runs/NAME-N, the next free number',
  }),
})

export const WORKER = {
  engine: setting(written('redis://HOST or rediss://HOST', { shown: 'address' }), {
    meaning: 'the queue: redis://host[:port][/db], or rediss:// for TLS',
  }),
  workers: setting(optional(THREADS), {
    meaning: 'threads',
    usual: null,
    usually: 'the processors that the process may use',
  }),
  idle: setting(optional(duration()), {
    meaning: 'end after so long without work: 5m, 90s',
    usual: null,
    usually: 'never',
  }),
}

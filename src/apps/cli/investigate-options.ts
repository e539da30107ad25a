/** The options of commands that do a run: who evaluates, and where the run lies. */
import type { Command } from 'commander'
import { MOST_THREADS, usage, wholeNumber } from './options.js'

/** Adds the options that say who evaluates; none of them changes a result. */
export function withEngineOptions(command: Command): Command {
  return command
    .optionsGroup('Engine:')
    .option(
      '--engine <name>',
      'who evaluates: threads (of this machine), inline (the process itself), redis://HOST (qw worker, on any machines)',
      engineName,
      'threads',
    )
    .option(
      '--workers <n>',
      'threads (default: one for each processor of this machine)',
      wholeNumber('--workers', 1, MOST_THREADS),
    )
    .option('--cache <folder>', 'keep results of evaluations there, and take known ones from there')
}

/** Adds the options of a command that begins a run. */
export function withInvestigateOptions(command: Command): Command {
  return withEngineOptions(
    command
      .optionsGroup('Run:')
      .option(
        '--run <folder>',
        'folder of the run, new or empty (default: queuewright-runs/NAME-N, the next free number)',
      ),
  )
}

/** Refuses a mistyped name before a run is begun. */
function engineName(text: string): string {
  if (text === 'threads' || text === 'inline' || /^rediss?:\/\//.test(text)) return text
  throw usage('--engine', text, 'threads, inline, redis://HOST or rediss://HOST')
}

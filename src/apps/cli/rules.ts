/** The options that change what a simulation means: a dialect, single rules over it, and how jobs are prepared. */
import { type Command, Option } from 'commander'
import { parseDuration } from '../../core/duration.js'
import { ESTIMATE_SOURCES } from '../../evaluation/estimate-source.js'
import { FEEDBACK_SOURCES } from '../../evaluation/feedback.js'
import { DIALECTS } from '../../sim/semantics.js'
import { oneOf, wholeNumber } from './options.js'

/** The options that make submissions depend on the ends of other jobs; after `withRuleOptions`. */
export function withFeedbackOptions(command: Command): Command {
  return command
    .optionsGroup('User feedback:')
    .addOption(
      new Option(
        '--feedback [source]',
        'jobs that users submitted when others had ended are submitted so here too; which they are: sessions (extracted from the log; the default), log (fields 17 and 18)',
      )
        .preset('sessions')
        .argParser(oneOf('--feedback', FEEDBACK_SOURCES)),
    )
    .option(
      '--think-limit <time>',
      'with --feedback sessions: pause after an end up to which a submit waited for it (default 20m)',
      (text) => parseDuration(text, '--think-limit'),
    )
}

export function withRuleOptions(command: Command): Command {
  return command
    .optionsGroup('Jobs as simulated:')
    .option(
      '--estimates <which>',
      `what the scheduler takes for run times: ${ESTIMATE_SOURCES.join(', ')} (user: requested times)`,
      oneOf('--estimates', ESTIMATE_SOURCES),
      'user',
    )
    .option(
      '--overrun <rule>',
      'run time above the estimate: extend (the estimate), kill (at the estimate), keep (both)',
      oneOf('--overrun', ['extend', 'kill', 'keep']),
      'extend',
    )
    .option(
      '--oversize <rule>',
      'jobs larger than the machine: error, drop (counted), cap (to the machine)',
      oneOf('--oversize', ['error', 'drop', 'cap']),
      'error',
    )
    .optionsGroup('Rules of scheduling:')
    .option(
      '--dialect <name>',
      `rules of a published study, which the options below change: ${Object.keys(DIALECTS).join(', ')}`,
      oneOf('--dialect', Object.keys(DIALECTS)),
      'default',
    )
    .option(
      '--events <rule>',
      'instant (all events of an instant, then a pass), single (one event, one pass)',
      oneOf('--events', ['instant', 'single']),
    )
    .option(
      '--free-at-estimate <yes|no>',
      'with single events: jobs estimated to end now count as free at once',
      oneOf('--free-at-estimate', ['yes', 'no']),
    )
    .option('--window <k>', 'the scheduler sees only the first k waiting jobs', wholeNumber('--window', 1))
    .option('--commit', 'once chosen, the head of the order stays the head until it runs')
    .option('--lead <n>', 'the first n jobs go before all others, in submit order', wholeNumber('--lead', 0))
    .option(
      '--ties <which>',
      'of equal keys: earliest, latest first',
      oneOf('--ties', ['earliest', 'latest']),
    )
    .option('--pass-interval <time>', 'schedule only at multiples of this time, such as 30s', (text) =>
      parseDuration(text, '--pass-interval'),
    )
    .option(
      '--admit <rule>',
      'backfill: shadow-or-spare, before-shadow (strictly, no spare processors)',
      oneOf('--admit', ['shadow-or-spare', 'before-shadow']),
    )
    .option('--resort', 'sort the queue again after each start')
    .option(
      '--compress <rule>',
      'conservative: queue (plan anew at each pass), none (keep reservations, improve at completions)',
      oneOf('--compress', ['queue', 'none']),
    )
}

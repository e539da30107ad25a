/** Settings that tell the sessions of a log apart. */
import { choice, duration, setting } from '../../core/settings/index.js'

/** Where a session ends, with the usual threshold in seconds. */
export const SESSION_RULES = { max: 1200, last: 1200, arrival: 3600 } as const
export type SessionRule = keyof typeof SESSION_RULES

const HEADING = 'Sessions:'

export const SESSIONS = {
  from: setting(choice({ extracted: 'from the times', log: 'its fields 17 and 18' }, 'source'), {
    meaning: 'where dependencies come from',
    usual: 'extracted',
    heading: HEADING,
  }),
  by: setting(
    choice(
      {
        max: 'a long think time after all ends',
        last: 'one after the end of the last job',
        arrival: 'a long pause in submitting',
      },
      'rule',
    ),
    { meaning: 'what ends a session', usual: 'max', only: { from: 'extracted' }, heading: HEADING },
  ),
  threshold: setting(duration(), {
    meaning: 'longest time within a session',
    unit: 's',
    usual: ({ by }: { readonly by: SessionRule }) => SESSION_RULES[by],
    usually: '20m, by arrival 1h',
    only: { from: 'extracted' },
    heading: HEADING,
  }),
}

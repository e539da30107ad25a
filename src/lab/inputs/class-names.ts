/** The numbers that a log has for the names in classes of jobs. */
import { QueuewrightError } from '../../core/errors.js'
import { plural } from '../../core/format.js'
import { suggestion } from '../../core/suggest.js'
import type { ClassName } from '../../sim/objectives/index.js'
import type { NamedNumbers, Trace } from '../../trace/index.js'
import { numbersByName } from '../../trace/slurm-conf/index.js'
import { numbersIn } from './site-document.js'

/** How classes call what headers call so. */
const CALLED: Readonly<Record<NamedNumbers['kind'], string>> = {
  User: 'user',
  Group: 'account',
  Queue: 'queue',
  Partition: 'partition',
}

/**
 * @param salt the secret by which the log's numbers of users and accounts were made; null where nobody names it
 * @throws QueuewrightError `formula-name` for a name that the log does not have
 */
export function namedNumbers(
  asked: readonly ClassName[],
  trace: Pick<Trace, 'header' | 'jobs' | 'fields'>,
  salt: string | null,
): readonly NamedNumbers[] {
  const numbersOf = numbersIn(trace, salt)
  return asked.map(({ kind, name }) => {
    const known = numbersByName(trace.header, kind)
    const numbers = numbersOf(kind, name)
    // By a secret every name has a number: only jobs tell whether it is one of the log's.
    if (numbers.length > 0 && (known.size > 0 || hasJobs(trace, kind, numbers)))
      return { kind, name, numbers }
    throw unknownName(kind, name, [...known.keys()], salt)
  })
}

function hasJobs(
  { jobs, fields }: Pick<Trace, 'jobs' | 'fields'>,
  kind: NamedNumbers['kind'],
  numbers: readonly number[],
): boolean {
  const column = kind === 'User' ? jobs.user : kind === 'Group' ? fields.unixGroup : undefined
  return column?.some((number: number) => numbers.includes(number)) ?? false
}

const MOST_LISTED = 40

function unknownName(
  kind: NamedNumbers['kind'],
  name: string,
  known: readonly string[],
  salt: string | null,
): QueuewrightError {
  const called = CALLED[kind]
  const canBeSalted = kind === 'User' || kind === 'Group'
  const more = known.length > MOST_LISTED ? `, and ${plural(known.length - MOST_LISTED, 'other')}` : ''
  const listed = suggestion(name, known.slice(0, MOST_LISTED), `Names of ${called}s`)
  return new QueuewrightError('formula-name', `no ${called} of the log is called ${name}`, {
    value: `${called}=${name}`,
    ...(known.length === 0 && { expected: `header lines such as "; ${kind}: 17 ${name}"` }),
    remedy:
      known.length > 0
        ? `${listed}${more}`
        : canBeSalted && salt === null
          ? `Name the number, as ${called}=17, or the secret of the log's import with --salt-file`
          : `Name the number, as ${called}=17`,
  })
}

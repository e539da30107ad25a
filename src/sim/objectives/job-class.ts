/**
 * Classes of jobs, by a condition on what is known of each: `size <= 8`, `queue = 2 & estimate > 4h`, `user = 17, 20..29`,
 * `weekday = sat, sun | hour >= 18`. An objective is measured over a class alone by writing it after its name,
 * `meanWait[size <= 8]`; the other jobs ran, but do not count.
 *
 * Users, accounts, queues and partitions may be told by name, `partition = batch`, where the log says which numbers these have.
 *
 * A class depends on the jobs alone, never on the schedule, so that the same one is compared under two policies. Of a field
 * that the log does not say of a job nothing is true but `!=`.
 */
import { Calendar, type CalendarClock } from '../../core/calendar.js'
import { QueuewrightError } from '../../core/errors.js'
import { type CompiledExpression, compileExpression } from '../../core/expression/compile.js'
import { parseExpression } from '../../core/expression/parse.js'
import type { NamedNumbers } from '../../trace/dataset.js'
import type { JobColumns } from '../../trace/job-table.js'
import type { LogField } from '../../trace/trace.js'
import { type NamedTest, namedColumn, withoutNames } from './class-names.js'

/** The properties by which jobs are told apart. */
export interface JobFacts {
  readonly jobs: JobColumns
  /** Beside the jobs, row by row; −1 where the log does not say. */
  readonly fields: Partial<Readonly<Record<LogField, Float64Array>>>
  readonly clock: CalendarClock
  /** The numbers of names; absent where nobody says. */
  readonly names?: readonly NamedNumbers[]
}

interface Fact {
  readonly meaning: string
  /** The field of the log that it is, where it is none of the job table. */
  readonly field?: LogField
  readonly of: (facts: JobFacts) => ArrayLike<number>
}

function field(name: LogField, meaning: string): Fact {
  const of = ({ fields }: JobFacts) => {
    const column = fields[name]
    if (column !== undefined) return column.map(known)
    throw new QueuewrightError('objective-undefined', `this log does not say the ${name} of its jobs`, {
      remedy: 'Leave it out of the class; qw info shows what the log has',
    })
  }
  return { meaning, field: name, of }
}

/** Columns of what a log need not say have −1 there, which is less than nothing. */
function known(value: number): number {
  return value < 0 ? Number.NaN : value
}

function ofSubmit(meaning: string, of: (calendar: Calendar, submit: number) => number): Fact {
  return {
    meaning,
    of: ({ jobs, clock }) => {
      const calendar = new Calendar(clock)
      return jobs.submit.map((submit) => of(calendar, submit))
    },
  }
}

/** By their names in conditions. */
const FACTS: Readonly<Record<string, Fact>> = {
  size: { meaning: 'processors needed', of: ({ jobs }) => jobs.size },
  run: { meaning: 'run time, seconds', of: ({ jobs }) => jobs.runtime },
  estimate: { meaning: 'requested time as it is simulated, seconds', of: ({ jobs }) => jobs.estimate },
  user: { meaning: 'user number', of: ({ jobs }) => Float64Array.from(jobs.user, known) },
  group: { meaning: 'user group, 1 the largest share, 0 none', of: ({ jobs }) => jobs.group },
  account: field('unixGroup', "the log's own group or account of the user"),
  queue: field('queue', 'queue number'),
  partition: field('partition', 'partition number'),
  application: field('application', 'executable number'),
  job: { meaning: 'job number', of: ({ jobs }) => jobs.id },
  submit: { meaning: "submit time, seconds from the log's zero", of: ({ jobs }) => jobs.submit },
  weekday: ofSubmit('day of the submit, mon to sun, by the local clock', (calendar, submit) =>
    calendar.weekday(submit),
  ),
  hour: ofSubmit('hour of the submit, 0 to 23, by the local clock', (calendar, submit) =>
    calendar.hour(submit),
  ),
}

/** The variables of conditions and their meaning, for help texts. */
export const CLASS_VARIABLES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(FACTS).map(([name, { meaning }]) => [name, meaning]),
)

/** Numbers of weekdays, as the calendar has them. */
const WEEKDAYS = { mon: 0, tue: 1, wed: 2, thu: 3, fri: 4, sat: 5, sun: 6 } as const

const VARIABLES = [...Object.keys(FACTS), ...Object.keys(WEEKDAYS)]

export interface JobClass {
  /** The condition as written, without blanks around it. */
  readonly text: string
  /** Fields that the log is to be read with. */
  readonly fields: readonly LogField[]
  readonly test: CompiledExpression
  /** Comparisons with names, of which the test has the outcomes. */
  readonly named: readonly NamedTest[]
}

/**
 * @throws QueuewrightError `formula-syntax` with the column and what was expected, `formula-name` for what is known of no job
 */
export function parseJobClass(written: string): JobClass {
  const place = (column: number) => `column ${column} of the class`
  const parsed = parseExpression(written, place, 'condition', WEEKDAYS)
  const { tree, tests: named } = withoutNames(parsed, VARIABLES)
  const variables = [...VARIABLES, ...named.map(({ variable }) => variable)]
  const source = named.length === 0 ? written : tree
  const test = compileExpression(source, { variables, place, notation: 'condition' })
  const facts = [...test.names, ...named.map(({ fact }) => fact)]
  const fields = [...new Set(facts.flatMap((name) => FACTS[name]?.field ?? []))]
  return { text: written.trim(), fields, test, named }
}

/** The judged jobs by class; each class is found once, by one evaluation over columns. */
export class ClassRows {
  readonly #facts: JobFacts
  readonly #judged: Int32Array | null
  readonly #columns = new Map<string, Float64Array>()
  readonly #rows = new Map<string, Int32Array>()

  /** @param judged rows of the jobs that are judged; null: all */
  constructor(facts: JobFacts, judged: Int32Array | null) {
    this.#facts = facts
    this.#judged = judged
  }

  /** As far as the table alone tells classes, without further fields, and by the clock of UTC. */
  static ofTable(jobs: JobColumns, judged: Int32Array | null): ClassRows {
    return new ClassRows({ jobs, fields: {}, clock: { unixStart: 0, zone: 0 } }, judged)
  }

  /**
   * Rows of the judged jobs of a class, in their order.
   * @throws QueuewrightError `objective-undefined` where the log lacks a field
   */
  of({ text, test, named }: JobClass): Int32Array {
    const known = this.#rows.get(text)
    if (known !== undefined) return known
    const { length } = this.#facts.jobs
    const holds = new Float64Array(length)
    const scope = test.names.map((name) => {
      const comparison = named.find(({ variable }) => variable === name)
      return [name, comparison === undefined ? this.#value(name) : this.#named(comparison)] as const
    })
    test.evaluate(Object.fromEntries(scope), length, holds)
    const rows = new Int32Array(this.#judged?.length ?? length)
    let count = 0
    for (let k = 0; k < rows.length; k++) {
      const row = this.#judged === null ? k : this.#judged[k]
      if (holds[row] === 1) rows[count++] = row
    }
    const found = rows.slice(0, count)
    this.#rows.set(text, found)
    return found
  }

  #named({ kind, name, fact }: NamedTest): Float64Array {
    const { names = [] } = this.#facts
    const found = names.find((each) => each.kind === kind && each.name === name)
    if (found !== undefined) return namedColumn(FACTS[fact].of(this.#facts), found.numbers)
    throw new QueuewrightError('objective-undefined', `nobody says here which ${fact} is called ${name}`, {
      remedy: `Name its number, as ${fact}=17`,
    })
  }

  #value(name: string): Float64Array | number {
    if (name in WEEKDAYS) return WEEKDAYS[name as keyof typeof WEEKDAYS]
    const made = this.#columns.get(name)
    if (made !== undefined) return made
    const values = FACTS[name].of(this.#facts)
    const column = values instanceof Float64Array ? values : Float64Array.from(values)
    this.#columns.set(name, column)
    return column
  }
}

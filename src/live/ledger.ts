/**
 * `ledger.jsonl`: what a steerer has done to a queue, each line on the disk before Slurm is told. Whatever happens afterwards, it
 * says of every job what its factor was before and which ones it can have by us.
 *
 * Lines: `begin` of a period with its policy and end, `factor` of a job, `end`. A last line that was cut off was never acted upon.
 */
import { list, literal, number, objectOf, tagged, text, whole } from '../core/codec.js'
import { entriesIn, Journal, type JournalKind, lookAtJournal } from './journal.js'

export interface Period {
  readonly kind: 'begin'
  /** Unix times; it is over at `until`, whoever still lives then. */
  readonly at: number
  readonly until: number
  readonly policy: string
  readonly partitions: readonly string[]
  readonly maxShift: number
}

export interface FactorEntry {
  readonly kind: 'factor'
  readonly at: number
  readonly job: number
  /** As sprio had it. */
  readonly from: number
  readonly to: number
}

/** Everything was undone, and nobody steers any more. */
interface End {
  readonly kind: 'end'
  readonly at: number
}

export type LedgerEntry = Period | FactorEntry | End

const FACTOR = whole(-(2 ** 31), 2 ** 31)

/** The kind of file that a ledger is. */
const LEDGER: JournalKind<LedgerEntry> = {
  what: 'a ledger',
  remedy: 'qw live reset --all sets the factors of all waiting jobs to 0',
  entry: tagged('kind', {
    begin: objectOf<Period>({
      ...{ kind: literal('begin'), at: number(), until: number(), policy: text },
      ...{ partitions: list(text), maxShift: whole(1) },
    }),
    factor: objectOf<FactorEntry>({
      ...{ kind: literal('factor'), at: number(), job: whole(1), from: FACTOR, to: FACTOR },
    }),
    end: objectOf<End>({ kind: literal('end'), at: number() }),
  }),
}

/**
 * @throws QueuewrightError `run-damaged` with the line, for any but the last
 */
export function parseLedger(text: string): readonly LedgerEntry[] {
  return entriesIn(LEDGER, text)
}

/** A ledger's word on the factors of one job. */
interface Known {
  /** Before it was steered. */
  readonly original: number
  /** All that it can have by us; the last one is what it should have. */
  readonly ours: number[]
}

/** The sum of a ledger's lines. */
export class LedgerState {
  readonly #jobs = new Map<number, Known>()
  #period: Period | null = null

  constructor(entries: readonly LedgerEntry[] = []) {
    for (const entry of entries) this.learn(entry)
  }

  /** The period that has begun and not ended; null where there is none. */
  get period(): Period | null {
    return this.#period
  }

  /** The number of jobs that it knows. */
  get jobs(): number {
    return this.#jobs.size
  }

  /** The jobs that it knows, those that it learnt of last first. */
  latest(most: number): readonly number[] {
    return [...this.#jobs.keys()].slice(-most).reverse()
  }

  /** The factor of a job before it was steered; null where it never was. */
  original(job: number): number | null {
    return this.#jobs.get(job)?.original ?? null
  }

  /** Whether a job can have this factor without anybody else's doing. */
  explains(job: number, factor: number): boolean {
    const known = this.#jobs.get(job)
    return known === undefined ? factor === 0 : known.original === factor || known.ours.includes(factor)
  }

  protected learn(entry: LedgerEntry): void {
    if (entry.kind === 'factor') {
      const known = this.#jobs.get(entry.job)
      if (known === undefined) this.#jobs.set(entry.job, { original: entry.from, ours: [entry.to] })
      else if (!known.ours.includes(entry.to)) known.ours.push(entry.to)
    } else this.#period = entry.kind === 'begin' ? entry : null
  }

  /** Forgets other jobs than these. */
  protected reduce(alive: ReadonlySet<number>): readonly LedgerEntry[] {
    const lines: LedgerEntry[] = this.#period === null ? [] : [this.#period]
    for (const [job, { original, ours }] of this.#jobs) {
      if (!alive.has(job)) this.#jobs.delete(job)
      else
        for (const to of ours)
          lines.push({ kind: 'factor', at: this.#period?.at ?? 0, job, from: original, to })
    }
    return lines
  }
}

/** A ledger that is written on. */
export class Ledger extends LedgerState {
  readonly #journal: Journal<LedgerEntry>

  private constructor(journal: Journal<LedgerEntry>, entries: readonly LedgerEntry[]) {
    super(entries)
    this.#journal = journal
  }

  /**
   * Opens a ledger; a new one where there is none.
   * @throws QueuewrightError `run-damaged`
   */
  static async open(path: string): Promise<Ledger> {
    const { journal, entries } = await Journal.open(LEDGER, path)
    return new Ledger(journal, entries)
  }

  /**
   * The contents of a ledger, which somebody else may be writing on.
   * @throws QueuewrightError `run-damaged`
   */
  static async look(path: string): Promise<LedgerState> {
    return new LedgerState((await lookAtJournal(LEDGER, path)).entries)
  }

  /** Is on the disk when the promise is fulfilled. */
  async add(entries: readonly LedgerEntry[]): Promise<void> {
    await this.#journal.add(entries)
    for (const entry of entries) this.learn(entry)
  }

  /** Leaves out jobs that are no more. */
  keep(alive: ReadonlySet<number>): Promise<void> {
    return this.#journal.replace(this.reduce(alive))
  }

  close(): Promise<void> {
    return this.#journal.close()
  }
}

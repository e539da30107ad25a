/**
 * `ledger.jsonl`: what a steerer has done to a queue, each line on the disk before Slurm is told. Whatever happens afterwards, it
 * says of every job what its factor was before and which ones it can have by us.
 *
 * Lines: `begin` of a period with its policy and end, `factor` of a job, `end`. A last line that was cut off was never acted upon.
 */
import { QueuewrightError } from '../core/errors.js'
import { type GrowingFile, nodeDisk } from '../runtime/runs/disk.js'

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

/**
 * @throws QueuewrightError `run-damaged` with the line, for any but the last
 */
export function parseLedger(text: string): readonly LedgerEntry[] {
  const lines = text.split('\n')
  // Behind the last line end is nothing, or what was being written.
  lines.pop()
  return lines.map((line, k) => {
    const entry = entryOf(line)
    if (entry !== null) return entry
    throw new QueuewrightError('run-damaged', 'not a line of a ledger', {
      line: k + 1,
      remedy: 'qw live reset --all sets the factors of all waiting jobs to 0',
    })
  })
}

function entryOf(line: string): LedgerEntry | null {
  let found: Partial<Record<string, unknown>> | null
  try {
    found = JSON.parse(line)
  } catch {
    return null
  }
  if (typeof found !== 'object' || found === null) return null
  const { kind, at, until, job, from, to, policy, partitions, maxShift } = found
  const wholes = (...values: readonly unknown[]) => values.every(Number.isSafeInteger)
  if (!Number.isFinite(at)) return null
  if (kind === 'end') return found as unknown as End
  if (kind === 'factor') return wholes(job, from, to) ? (found as unknown as FactorEntry) : null
  const isPeriod =
    kind === 'begin' &&
    Number.isFinite(until) &&
    wholes(maxShift) &&
    typeof policy === 'string' &&
    Array.isArray(partitions) &&
    partitions.every((name) => typeof name === 'string')
  return isPeriod ? (found as unknown as Period) : null
}

/** A ledger's word on the factors of one job. */
interface Known {
  /** Before it was steered. */
  readonly original: number
  /** All that it can have by us; the last one is what it should have. */
  readonly ours: number[]
}

/** The sum of a ledger's lines. */
export class Memory {
  readonly #jobs = new Map<number, Known>()
  #period: Period | null = null

  constructor(entries: readonly LedgerEntry[] = []) {
    for (const entry of entries) this.learn(entry)
  }

  /** The period that has begun and not ended; null where there is none. */
  get period(): Period | null {
    return this.#period
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
export class Ledger extends Memory {
  readonly #path: string
  #file: GrowingFile

  private constructor(path: string, file: GrowingFile, entries: readonly LedgerEntry[]) {
    super(entries)
    this.#path = path
    this.#file = file
  }

  /**
   * Opens a ledger; a new one where there is none.
   * @throws QueuewrightError `run-damaged`
   */
  static async open(path: string): Promise<Ledger> {
    const { entries, bytes } = await linesOf(path)
    const file = await nodeDisk.grow(path)
    await file.truncate(bytes)
    return new Ledger(path, file, entries)
  }

  /**
   * The contents of a ledger, which somebody else may be writing on.
   * @throws QueuewrightError `run-damaged`
   */
  static async look(path: string): Promise<Memory> {
    return new Memory((await linesOf(path)).entries)
  }

  /** Is on the disk when the promise is fulfilled. */
  async add(entries: readonly LedgerEntry[]): Promise<void> {
    if (entries.length === 0) return
    await this.#file.append(textOf(entries))
    for (const entry of entries) this.learn(entry)
  }

  /** Leaves out jobs that are no more. */
  async keep(alive: ReadonlySet<number>): Promise<void> {
    const lines = this.reduce(alive)
    await this.#file.close()
    await nodeDisk.replace(this.#path, textOf(lines))
    this.#file = await nodeDisk.grow(this.#path)
  }

  close(): Promise<void> {
    return this.#file.close()
  }
}

function textOf(entries: readonly LedgerEntry[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
}

/** The lines of a file, and the bytes up to the end of the last whole one. */
async function linesOf(path: string): Promise<{ entries: readonly LedgerEntry[]; bytes: number }> {
  const text = (await nodeDisk.read(path))?.toString('utf8') ?? ''
  try {
    const entries = parseLedger(text)
    return { entries, bytes: Buffer.byteLength(text.slice(0, text.lastIndexOf('\n') + 1)) }
  } catch (error) {
    throw error instanceof QueuewrightError ? error.with({ file: path }) : error
  }
}

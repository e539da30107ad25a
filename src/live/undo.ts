/** Takes site factors back: of each job that was steered to what it was before, or, where nobody knows, of all jobs to 0. */
import { groupedBy } from '../core/grouping.js'
import { FACTOR_FORMAT, parseSiteFactors, type QueuedJob } from '../trace/slurm-run/index.js'
import { asked, type SlurmCommands } from './commands.js'
import { type FactorWrite, writeFactors } from './factors.js'
import type { LedgerState } from './ledger.js'
import { jobsInQueue } from './queue.js'

export interface Undone {
  /** Jobs and arrays that have their factor of before again. */
  readonly restored: number
  /** Those whose factor somebody else has changed since, and that keep it. */
  readonly foreign: number
  /** Those that still have a factor of ours. */
  readonly left: number
  readonly complaints: readonly string[]
}

/** Looks until nothing is left; a job may start, or be submitted anew, between looking and writing. */
const ROUNDS = 5
/** Jobs of ours that squeue does not show and that are written to all the same: most have ended; some a user may not see. */
const PROBED = 100
const OVER =
  /^(?:COMPLETED|CANCELLED|FAILED|TIMEOUT|NODE_FAIL|PREEMPTED|BOOT_FAIL|DEADLINE|OUT_OF_MEMORY|REVOKED)$/

/**
 * @param memory null: no job had a factor
 * @param partitions whose jobs alone are touched where there is no memory; null: all
 * @throws QueuewrightError `slurm-unreachable`, `slurm-refused`, also where this user may not see jobs that were steered
 */
export async function undoFactors(
  commands: SlurmCommands,
  memory: LedgerState | null,
  partitions: readonly string[] | null = null,
): Promise<Undone> {
  const restored = new Set<number>()
  const foreign = new Set<number>()
  const complaints = new Set<string>()
  let left = 0
  for (let round = 0; round <= ROUNDS; round++) {
    const factors = await factorsByRecord(commands)
    const writes: FactorWrite[] = []
    left = 0
    const living = await livingArrays(commands, partitions)
    if (round === 0 && memory !== null) {
      const hidden = memory.latest(PROBED).filter((job) => !living.has(job))
      await writeFactors(
        commands,
        hidden.map((job) => ({ job, factor: memory.original(job) ?? 0 })),
      )
    }
    for (const [job, rows] of living) {
      const original = memory === null ? 0 : memory.original(job)
      if (original === null) continue
      const seen = [...new Set(rows.flatMap(({ record }) => factors.get(record) ?? []))]
      const strange = memory !== null && seen.some((factor) => !memory.explains(job, factor))
      if (strange) foreign.add(job)
      // What sprio does not show, since it runs or is held, is written once: it may come back.
      const isOpen = seen.length === 0 ? !restored.has(job) : seen.some((f) => f !== original)
      if (strange || !isOpen) continue
      if (seen.length > 0) left++
      writes.push({ job, factor: original })
    }
    if (writes.length === 0 || round === ROUNDS) break
    const written = await writeFactors(commands, writes)
    for (const complaint of written.complaints) complaints.add(complaint)
    for (const { job } of writes) restored.add(job)
  }
  return { restored: restored.size, foreign: foreign.size, left, complaints: [...complaints] }
}

async function factorsByRecord(commands: SlurmCommands): Promise<ReadonlyMap<number, number>> {
  const rows = parseSiteFactors(await asked(commands, 'sprio', '-h', '-o', FACTOR_FORMAT))
  return new Map(rows.map(({ record, site }) => [record, site]))
}

export function isOver({ state }: Pick<QueuedJob, 'state'>): boolean {
  return OVER.test(state)
}

/** Jobs that have not ended, by array. */
async function livingArrays(
  commands: SlurmCommands,
  partitions: readonly string[] | null,
): Promise<ReadonlyMap<number, readonly QueuedJob[]>> {
  const isAmong = ({ partitions: own }: QueuedJob) =>
    partitions === null || own.some((name) => partitions.includes(name))
  const living = (await jobsInQueue(commands)).filter((job) => !isOver(job) && isAmong(job))
  return groupedBy(living, (job) => job.array)
}

/** A policy that looks on a live Slurm, and what it would have done there. */
import { join } from 'node:path'
import { QueuewrightError } from '../core/errors.js'
import { type Given, settled } from '../core/settings/index.js'
import {
  Journal,
  LOCAL,
  liveOrder,
  lookAtJournal,
  type Onlooker,
  partitionNodes,
  SHADOW_LOG,
  type Surroundings,
  shadow,
  shadowReport,
  shadowState,
  type Teller,
} from '../live/index.js'
import type { ShadowReport } from '../report/pages/shadow.js'
import { makeFolderOf, OWNER_ONLY } from '../runtime/output.js'
import { nodeDisk } from '../runtime/runs/disk.js'
import { takeLock } from '../runtime/runs/lock.js'
import { parsePolicy, RECORDED, type SimulatedPolicy } from '../sim/policy.js'
import { neededPartitions, SHADOW_REPORT, SHADOWING } from './live-settings.js'
import { namedPolicy } from './policies.js'
import type { Ports } from './ports.js'

export type ShadowOptions = Given<typeof SHADOWING>

const LOG = 'shadow.jsonl'

/**
 * Looks on until it is told to end; goes on where it ended.
 * @throws QueuewrightError `not-exportable`, `slurm-unreachable`, `run-busy`, `run-damaged`
 */
export async function shadowQueue(
  options: ShadowOptions,
  ports: Ports,
  tell: Teller,
  surroundings: Surroundings = LOCAL,
): Promise<void> {
  const { policy, partition, every, for: seconds, once, zone, state } = settled(SHADOWING, options)
  const partitions = neededPartitions(partition, 'the partitions whose jobs are looked at')
  const { text } = await namedPolicy(policy)
  const simulated = onlooking(text, zone)
  const { commands, now } = surroundings
  const { processors } = await partitionNodes(commands, partitions)
  const path = join(state, LOG)
  await makeFolderOf(path, OWNER_ONLY)
  const lock = await takeLock(nodeDisk, state, false)
  try {
    const { journal, entries } = await Journal.open(SHADOW_LOG, path)
    const before = shadowState(entries)
    try {
      const at = now()
      await journal.add([{ kind: 'begin', at, policy: text, partitions, processors }])
      await tell({ event: 'looking on', policy: text, partitions, processors, known: before.jobs.size })
      const onlooker: Onlooker = { policy: simulated, partitions, processors, zone }
      const until = seconds === null ? Number.POSITIVE_INFINITY : at + seconds
      await ports.interruptible((signal) =>
        shadow(
          surroundings,
          onlooker,
          before,
          (news) => journal.add(news),
          { every, until, once },
          tell,
          signal,
        ),
      )
    } finally {
      await journal.close()
    }
  } finally {
    await lock.release()
  }
}

/**
 * @param folder of a look-out
 * @throws QueuewrightError `input-unreadable` for a folder in which nobody has looked on
 */
export async function reportShadow(
  folder: string,
  options: Given<typeof SHADOW_REPORT>,
): Promise<ShadowReport> {
  const { policy, zone } = settled(SHADOW_REPORT, options)
  const path = join(folder, LOG)
  const state = shadowState((await lookAtJournal(SHADOW_LOG, path)).entries)
  if (state.begin === null) {
    throw new QueuewrightError('input-unreadable', 'nobody has looked on here', {
      file: path,
      remedy: 'qw live shadow --state FOLDER',
    })
  }
  const text = policy === null ? state.begin.policy : (await namedPolicy(policy)).text
  return shadowReport(state, { ...state.begin, policy: text }, onlooking(text, zone), zone)
}

/** @throws QueuewrightError `not-exportable` for orders that ask for what squeue does not tell */
export function onlooking(text: string, zone: string | number): SimulatedPolicy {
  liveOrder(text, zone)
  const parsed = parsePolicy(text)
  if (parsed.algorithm === RECORDED) throw new TypeError('a live order has an algorithm')
  return parsed
}

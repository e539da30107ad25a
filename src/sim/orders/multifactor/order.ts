/** Slurm's multifactor priority as a queue order. */
import { plural } from '../../../core/format.js'
import type { PrioritySettings } from '../../../trace/slurm-conf/index.js'
import {
  type Circumstances,
  JOB_FIELDS,
  type JobField,
  PRIORITY_FIELDS,
  type QueueOrder,
} from '../../order.js'
import type { NamedOrder, OrderDeclaration } from '../declaration.js'
import { associationsOf } from './associations.js'
import { RESOURCE_FIELDS } from './job-resources.js'
import { MultifactorRanking } from './ranking.js'
import { type GivenSettings, givenSettings, PARAMETERS, settingsFor } from './settings.js'

/** Fields of the log that the order asks for: the account, the QOS, the partition, the nice value, and what was asked for. */
const FIELDS: readonly JobField[] = [...JOB_FIELDS, ...PRIORITY_FIELDS, ...RESOURCE_FIELDS]

export const MULTIFACTOR_ORDER: OrderDeclaration = {
  name: 'multifactor',
  aliases: [],
  formula:
    '⌊age·min(1, w/maxage) + assoc·S + fairshare·F + size·n/N + partition·P + qos·Q + T − nice⌋, largest first; N the machine',
  source: 'Slurm, priority/multifactor plugin',
  parameters: PARAMETERS,
  create: (name, given) => multifactorOrder(givenSettings(given), name),
}

/** The settings that an order of the registry goes by where no site says others; null where it is not this one. */
export function multifactorSettings({ order, given }: NamedOrder): PrioritySettings | null {
  return order === MULTIFACTOR_ORDER ? settingsFor(givenSettings(given), null) : null
}

/** @param given what holds whatever the site is configured with */
export function multifactorOrder(given: GivenSettings = {}, name = 'multifactor'): QueueOrder {
  return {
    name,
    fields: FIELDS,
    bind: (world) => new MultifactorRanking(world, settingsFor(given, world.site)),
    lacks: (circumstances) => lacksOf(given, circumstances),
  }
}

/** The lacks of the weights that somebody has asked for. */
function lacksOf(given: GivenSettings, circumstances: Circumstances): readonly string[] {
  const { site, members } = circumstances
  const wanted: Partial<PrioritySettings> = { ...site?.priority, ...given }
  const lacks: string[] = []
  if ((wanted.qos ?? 0) > 0) {
    for (const each of unnamed(circumstances, 'queue', 'QOS', site?.qos ?? null, '--slurm-qos'))
      lacks.push(each)
  }
  if ((wanted.partition ?? 0) > 0) {
    for (const each of unnamed(
      circumstances,
      'partition',
      'partition',
      site?.partitions ?? null,
      '--slurm-conf',
    ))
      lacks.push(each)
  }
  if ((wanted.assoc ?? 0) > 0 && !(site?.shares ?? []).some(({ priority }) => priority !== undefined))
    lacks.push('no association has a priority (--slurm-shares with the column Priority): its factor is 0')
  for (const each of lackedResources(circumstances)) lacks.push(each)
  if (site?.shares && settingsFor(given, site).fairshare > 0) {
    const all = members()
    const { strangers } = associationsOf(site.shares, all)
    if (strangers > 0) lacks.push(unknownUsers(strangers, all.length))
  }
  return lacks
}

/** The unknowns about resources that have a weight. */
function lackedResources({ site, fields }: Circumstances): readonly string[] {
  const weights = site?.resources?.weights.filter(([, weight]) => weight > 0) ?? []
  if (weights.length === 0 || site === null) return []
  const totals = [...(site.partitions?.values() ?? [])].some((each) => each.totals !== undefined)
  if (site.priority?.normalTres !== false && !totals)
    return ['what partitions have is not known (scontrol show partition): PriorityWeightTRES counts as 0']
  const isSaid = (...names: readonly JobField[]) =>
    names.some((name) => fields[name]?.some((value) => value >= 0))
  const unsaid = weights.filter(
    ([name]) =>
      (name === 'mem' && !isSaid('totalMemory', 'requestedMemory')) ||
      (name === 'node' && !isSaid('requestedNodes')) ||
      (name === 'gres/gpu' && !isSaid('requestedGpus')),
  )
  return unsaid.map(([name]) => `the log does not say how much ${name} jobs ask for: its weight counts as 0`)
}

function unknownUsers(strangers: number, members: number): string {
  if (strangers < members) {
    return `${plural(strangers, 'user in an account is', 'users in their accounts are')} not in the file of --slurm-shares, with one share each`
  }
  return (
    'no user of the log is in the file of --slurm-shares, and each has one share: names are found with --keep-names ' +
    "at the import, or with the import's --salt-file"
  )
}

/** Why jobs have no factor that is a property of what they are in. */
function unnamed(
  { fields }: Circumstances,
  field: 'queue' | 'partition',
  what: string,
  known: ReadonlyMap<number, unknown> | null,
  option: string,
): readonly string[] {
  const column = fields[field]
  if (column === undefined || !column.some((number) => number >= 0)) {
    return [`the log does not say the ${what} of its jobs: their ${what} factor is 0`]
  }
  if (known === null) return [`the priority of each ${what} is not known (${option}): its factor is 0`]
  const missing = new Set<number>()
  let jobs = 0
  for (const number of column) {
    if (known.has(number)) continue
    missing.add(number)
    jobs++
  }
  if (jobs === 0) return []
  const numbers = [...missing].sort((a, b) => a - b).slice(0, 5)
  return [
    `${plural(jobs, 'job is', 'jobs are')} of a ${what} (${field} ${numbers.join(', ')}${missing.size > 5 ? ', …' : ''}) that the file of ${option} ` +
      "or the log's header does not name: the factor is 0",
  ]
}

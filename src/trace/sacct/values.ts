/**
 * Values as Slurm writes them: counts with unit letters, memory, trackable resources (TRES), time limits, and the
 * many words for "not known". Sources: sacct(1), and src/common/slurm_protocol_api.h of Slurm for the numbers that
 * stand for no value.
 */
import { QueuewrightError } from '../../core/errors.js'
import { otherGres } from './gres.js'
import { known, type Resources, UNKNOWN_RESOURCES } from './record.js'

/** 32-bit numbers from here on say "no value" (…FFFE, …FFFD) or "infinite" (…FFFF). */
const NO_VALUE = 0xff_ff_ff_fd
const INFINITE = 0xff_ff_ff_ff
/** Their 64-bit relatives, as far as a 64-bit float tells them apart. */
const NO_VALUE_64 = 2 ** 64 - 2 ** 12

/** `value`, unless it is one of the numbers by which Slurm says that there is none. */
export function meantNumber(value: number): number {
  if (value === INFINITE) return Number.POSITIVE_INFINITY
  if (value < 0 || (value >= NO_VALUE && value < INFINITE) || value >= NO_VALUE_64) return Number.NaN
  return value
}

const UNKNOWN_WORDS: ReadonlySet<string> = new Set(
  ' unknown none n/a invalid (null) not_set'.split(' ').concat('none assigned'),
)

/** Whether a text says that there is no value. */
export function isUnknown(text: string): boolean {
  return text.length <= 13 && UNKNOWN_WORDS.has(text.toLowerCase())
}

/** Powers of 1024 by which Slurm shortens numbers. */
const UNIT: Readonly<Record<string, number>> = { K: 1, M: 2, G: 3, T: 4, P: 5, E: 6 }

/**
 * A count such as `48`, or `1.5K` (1536) where Slurm was not told to leave numbers as they are.
 * @throws QueuewrightError `line-number`
 */
export function parseCount(text: string, field: string): number {
  if (isUnknown(text)) return Number.NaN
  const match = /^(\d+(?:\.\d+)?)([KMGTPE])?$/.exec(text)
  if (match === null) throw badNumber(text, field, 'a count')
  return meantNumber(Math.round(Number(match[1]) * (match[2] === undefined ? 1 : 1024 ** UNIT[match[2]])))
}

/** A whole number, such as seconds or a job number. */
export function parseWhole(text: string, field: string, expected = 'a whole number'): number {
  if (isUnknown(text)) return Number.NaN
  if (!/^\d+$/.test(text)) throw badNumber(text, field, expected)
  return meantNumber(Number(text))
}

/** Kilobytes of a memory size; a number without a unit is megabytes. */
export function parseMemory(text: string, field: string): number {
  if (isUnknown(text)) return Number.NaN
  const match = /^(\d+(?:\.\d+)?)([KMGTPE])?B?$/i.exec(text)
  if (match === null) throw badNumber(text, field, 'memory such as 2000M')
  return Math.round(Number(match[1]) * 1024 ** (UNIT[(match[2] ?? 'M').toUpperCase()] - 1))
}

/**
 * Kilobytes of `ReqMem`: of the whole job, or, as Slurm wrote before 21.08, of each node (`4Gn`) or core (`2Gc`).
 */
export function parseRequestedMemory(text: string, cores: number, nodes: number): number {
  const letter = text.slice(-1)
  if (letter !== 'c' && letter !== 'n') return parseMemory(text.replace(/\?$/, ''), 'ReqMem')
  return parseMemory(text.slice(0, -1), 'ReqMem') * (letter === 'c' ? cores : nodes)
}

/**
 * Trackable resources such as `billing=4,cpu=4,mem=2000M,node=1,gres/gpu=2,gres/gpu:a100=2`. The count of GPUs of no
 * type includes those of all types; the sum of these stands in where it is absent. No GPUs listed means none.
 */
export function parseTres(text: string, field: string): Resources {
  if (text === '') return UNKNOWN_RESOURCES
  let cores = Number.NaN
  let nodes = Number.NaN
  let memory = Number.NaN
  let gpus = Number.NaN
  let typedGpus = 0
  const others: string[] = []
  for (const item of text.split(',')) {
    const equals = item.indexOf('=')
    const name = item.slice(0, Math.max(0, equals))
    const value = item.slice(equals + 1)
    if (name === 'cpu') cores = parseCount(value, field)
    else if (name === 'node') nodes = parseCount(value, field)
    else if (name === 'mem') memory = parseMemory(value, field)
    else if (name === 'gres/gpu') gpus = parseCount(value, field)
    else if (name.startsWith('gres/gpu:')) typedGpus += parseCount(value, field)
    // Types of a kind are parts of what it has in all.
    else if (/^gres\/[^:]+$/.test(name)) others.push(item)
  }
  return { cores, nodes, memory, gpus: known(gpus, typedGpus), gres: otherGres(others.join(',')) }
}

/** Remembers the last few thousand texts: most jobs of a site ask for the same things. */
export function rememberingTres(): (text: string, field: string) => Resources {
  const remembered = new Map<string, Resources>()
  return (text, field) => {
    const before = remembered.get(text)
    if (before !== undefined) return before
    const resources = parseTres(text, field)
    if (remembered.size >= 4096) remembered.clear()
    remembered.set(text, resources)
    return resources
  }
}

/** Seconds of `TimelimitRaw` and of `TimeLimit` of jobcomp, which are minutes, or words for no limit of the job's own. */
export function parseLimitMinutes(text: string, field: string): number {
  if (isNoLimit(text)) return Number.POSITIVE_INFINITY
  return parseWhole(text, field, 'minutes, UNLIMITED or Partition_Limit') * 60
}

/** Seconds of `Timelimit`. */
export function parseLimitClock(text: string): number {
  return isNoLimit(text) ? Number.POSITIVE_INFINITY : parseClock(text, 'Timelimit')
}

function isNoLimit(text: string): boolean {
  return /^(unlimited|infinite|partition_limit)$/i.test(text)
}

/** Seconds of `[days-]hours:minutes:seconds`; of `minutes:seconds` too, as `Elapsed` never is but `Suspended` may be. */
export function parseClock(text: string, field: string): number {
  if (isUnknown(text)) return Number.NaN
  const match = /^(?:(\d+)-)?(?:(\d+):)?(\d\d?):(\d\d?)(?:\.\d+)?$/.exec(text)
  if (match === null) throw badNumber(text, field, '[days-]hours:minutes:seconds')
  const [, days = '0', hours = '0', minutes, seconds] = match
  return Number(days) * 86_400 + Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
}

export function badNumber(text: string, field: string, expected: string): QueuewrightError {
  return new QueuewrightError('line-number', 'not a number', { field, value: shortened(text), expected })
}

export function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

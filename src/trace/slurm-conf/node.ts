/** A node of a Slurm site: its processors, memory and generic resources, as slurm.conf(5) and scontrol say them. */
import { QueuewrightError } from '../../core/errors.js'
import type { Entity } from './entities.js'
import type { Pair } from './lines.js'
import type { Unread } from './machine-keys.js'
import { bad, LARGEST, names, numberIn, type Said } from './values.js'

export interface SlurmNode {
  readonly name: string
  /** Processors as Slurm counts them, without those that are kept for the system. */
  readonly cpus: number
  /** Megabytes; null where the text does not say. */
  readonly memory: number | null
  readonly gpus: number
  /** Other generic resources that are given out, by kind. */
  readonly gres: Readonly<Record<string, number>>
  readonly features: readonly string[]
  readonly weight: number
  /** The words of its state that are those of a node that no job gets. */
  readonly away: string | null
  /** Partitions by name, as scontrol tells them of a node. */
  readonly partitions: readonly string[]
}

export function nodeOf(said: Said): Omit<SlurmNode, 'name'> {
  const number = (...keys: readonly string[]) => numberIn(said, keys)
  const threads = number('threadspercore') ?? 1
  const sockets = number('sockets') ?? (number('boards') ?? 1) * (number('socketsperboard') ?? 1)
  const all = number('cputot', 'cpus', 'procs') ?? sockets * (number('corespersocket') ?? 1) * threads
  const cores = sockets * (number('corespersocket') ?? 1)
  // As many CPUs as cores: threads are not given out (node_conf.c).
  const perCore = cores >= all ? 1 : threads
  const kept = number('corespeccount') ?? coresOf(said.get('cpuspeclist'), perCore)
  const cpus = number('cpuefctv') ?? all - kept * perCore
  if (cpus > MOST_CPUS) {
    const keys = ['cpuefctv', 'cputot', 'cpus', 'procs', 'corespersocket', 'sockets', 'boards'] as const
    throw tooMany(said, keys, `${cpus} CPUs`)
  }
  const memory = number('realmemory')
  const { gpu: gpus = 0, ...others } = gresOf(said.get('gres')?.value ?? '')
  if (gpus > MOST_CPUS) throw tooMany(said, ['gres'], `${gpus} GPUs`)
  const state = said.get('state')?.value ?? ''
  return {
    cpus: Math.max(0, cpus),
    memory: memory === null ? null : Math.max(0, memory - (number('memspeclimit') ?? 0)),
    gpus,
    gres: Object.fromEntries(Object.entries(others).filter(([, count]) => count <= LARGEST)),
    features: names(FEATURES.map((key) => said.get(key)).find((pair) => pair !== undefined)) ?? [],
    weight: number('weight') ?? 1,
    away: /\b(DOWN|DRAIN\w*|FAIL\w*|FUTURE|MAINT)\b/i.exec(state)?.[0] ?? null,
    partitions: names(said.get('partitions')) ?? [],
  }
}

/** Cores that have one of the CPUs in a list such as `0-3,8`. */
function coresOf(list: Pair | undefined, perCore: number): number {
  const ranges = names(list) ?? []
  const found = new Set<number>()
  for (const range of ranges) {
    const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(range) ?? []
    if (list !== undefined && first === undefined)
      throw bad(list, 'no list of CPUs', range, 'CPUs such as 0-3,8')
    for (let cpu = Number(first); cpu <= Number(last); cpu++) found.add(Math.floor(cpu / perCore))
  }
  return found.size
}

/** More CPUs than a node has, and more GPUs. */
const MOST_CPUS = 65_536

function tooMany(said: Said, keys: readonly string[], value: string): QueuewrightError {
  const pair = keys.map((key) => said.get(key)).find((each) => each !== undefined)
  return new QueuewrightError('line-value', 'more than a node has', {
    ...(pair && { line: pair.line, field: pair.key }),
    value,
    expected: `at most ${MOST_CPUS}`,
    remedy: 'Correct the line of this node',
  })
}

/** Features of a node, as slurm.conf and scontrol call them. */
const FEATURES = ['features', 'feature', 'activefeatures', 'availablefeatures'] as const

const GRES_UNIT: Readonly<Record<string, number>> = { '': 0, K: 1, M: 2, G: 3, T: 4, P: 5 }

/**
 * Generic resources of all types by kind in a list such as `gpu:a100:4(S:0-1),fpga:1`; 1 where it does not say how many, and none of
 * those that jobs do not use up (`no_consume`).
 */
function gresOf(list: string): Readonly<Record<string, number>> {
  const found = new Map<string, number>()
  for (const each of list.replace(/\([^)]*\)/g, '').split(',')) {
    const [kind, ...rest] = each.trim().split(':')
    if (!/^[A-Za-z]\w*$/.test(kind) || rest.includes('no_consume')) continue
    const [, count, unit = ''] = /^(\d+)([KMGTP]?)$/i.exec(rest.at(-1) ?? '') ?? ['', '1']
    const number = Number(count) * 1024 ** GRES_UNIT[unit.toUpperCase()]
    found.set(kind, (found.get(kind) ?? 0) + number)
  }
  return Object.fromEntries(found)
}

/** Generic resources of which a node has more than can be counted, such as bytes of a disk. */
export function uncounted({ name, said }: Entity): readonly Unread[] {
  const pair = said.get('gres')
  if (pair === undefined) return []
  const { gpu: _, ...others } = gresOf(pair.value)
  return Object.entries(others).flatMap(([kind, count]) =>
    count <= LARGEST
      ? []
      : [{ of: `node ${name}`, key: pair.key, value: `${kind}:${count}`, line: pair.line }],
  )
}

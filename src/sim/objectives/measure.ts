/** Finds objectives by name and measures them. */
import { QueuewrightError } from '../../core/errors.js'
import { suggestion } from '../../core/suggest.js'
import type { Schedule } from '../schedule.js'
import { MeasuredSchedule } from './measured.js'
import type { Measured, Objective } from './objective.js'
import { OBJECTIVES } from './registry.js'

/** An objective, over all jobs or over one user group: what a name such as AWRT or AWRT2 stands for. */
export interface NamedObjective {
  /** As written: `AWRT2`. */
  readonly name: string
  readonly objective: Objective
  /** 1, 2, …; null: all jobs. */
  readonly group: number | null
}

export type ObjectiveValues = Readonly<Record<string, number | null>>

const BY_NAME: ReadonlyMap<string, Objective> = new Map(
  OBJECTIVES.map((objective) => [objective.name, objective]),
)

/** The objective of that name; undefined where there is none. */
export function findObjective(name: string): NamedObjective | undefined {
  const objective = BY_NAME.get(name)
  if (objective !== undefined) return { name, objective, group: null }
  const [, family = '', group] = /^(.*?)([1-9]\d{0,3})$/.exec(name) ?? []
  const grouped = BY_NAME.get(family)
  return grouped?.perGroup ? { name, objective: grouped, group: Number(group) } : undefined
}

/**
 * @throws QueuewrightError `formula-name` with a suggestion
 */
export function requireObjective(name: string): NamedObjective {
  const found = findObjective(name)
  if (found !== undefined) return found
  const names = objectiveNames(5)
  throw new QueuewrightError('formula-name', `unknown objective ${name.slice(0, 80)}`, {
    remedy: suggestion(name, names, 'Objectives'),
  })
}

/** User groups, the largest consumers first, that objectives are measured for unasked: each is a walk over all jobs. */
const MOST_GROUPS = 200

/** The names of all objectives, those over one user group for groups 1 … `groups`, at most 200: UTIL, …, AWRT, AWRT1, …. */
export function objectiveNames(groups: number): string[] {
  const shown = Math.min(groups, MOST_GROUPS)
  return OBJECTIVES.flatMap(({ name, perGroup }) =>
    perGroup ? [name, ...Array.from({ length: shown }, (_, k) => `${name}${k + 1}`)] : [name],
  )
}

/**
 * Measures objectives of a schedule.
 * @param rows rows of the jobs to judge; null: all
 * @param names `objectiveNames(g)`, or any of them
 * @returns by name; null where an objective has no value (a user group without jobs, no work)
 * @throws QueuewrightError `formula-name`
 */
export function measure(
  schedule: Schedule,
  rows: Int32Array | null,
  names: readonly string[],
): ObjectiveValues {
  const measured = new MeasuredSchedule(schedule, rows)
  const values: Record<string, number | null> = {}
  for (const name of names) values[name] = measureOne(measured, requireObjective(name))
  return values
}

/** The value of one objective; null where it has none. */
export function measureOne(schedule: Measured, { objective, group }: NamedObjective): number | null {
  return objective.measure(schedule, group)
}

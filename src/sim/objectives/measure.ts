/** Finds objectives by name and measures them. */
import { QueuewrightError } from '../../core/errors.js'
import { suggestion } from '../../core/suggest.js'
import type { LogField } from '../../trace/trace.js'
import type { Schedule } from '../schedule.js'
import type { ClassName } from './class-names.js'
import { type JobClass, parseJobClass } from './job-class.js'
import { MeasuredSchedule } from './measured.js'
import type { Measured, Objective } from './objective.js'
import { OBJECTIVES } from './registry.js'

/** An objective, over all jobs, one user group or a class of jobs: what AWRT, AWRT2 and AWRT[size <= 8] stand for. */
export interface NamedObjective {
  /** As written: `AWRT2`. */
  readonly name: string
  readonly objective: Objective
  /** 1, 2, …; null: all jobs. */
  readonly group: number | null
  /** Null: jobs of all classes. */
  readonly within: JobClass | null
}

/** A name and a class in brackets right after it. */
const CLASS = /^(\w+)\[((?:[^\]"']|"[^"]*"|'[^']*')*)\]$/

export type ObjectiveValues = Readonly<Record<string, number | null>>

const BY_NAME: ReadonlyMap<string, Objective> = new Map(
  OBJECTIVES.map((objective) => [objective.name, objective]),
)

/**
 * The objective of that name; undefined where there is none.
 * @throws QueuewrightError as `parseJobClass`
 */
export function findObjective(name: string): NamedObjective | undefined {
  const [, all, condition] = CLASS.exec(name) ?? []
  const whole = all === undefined ? undefined : findObjective(all)
  if (whole !== undefined) return { ...whole, name, within: classIn(name, condition) }
  const objective = BY_NAME.get(name)
  if (objective !== undefined) return { name, objective, group: null, within: null }
  const [, family = '', group] = /^(.*?)([1-9]\d{0,3})$/.exec(name) ?? []
  const grouped = BY_NAME.get(family)
  return grouped?.perGroup ? { name, objective: grouped, group: Number(group), within: null } : undefined
}

function classIn(name: string, condition: string): JobClass {
  try {
    return parseJobClass(condition)
  } catch (error) {
    // The class is a part of what somebody wrote.
    throw error instanceof QueuewrightError ? error.with({ value: name }) : error
  }
}

/** Fields that logs are to be read with for objectives of these. */
export function classFields(parts: readonly NamedObjective[]): readonly LogField[] {
  return [...new Set(parts.flatMap(({ within }) => within?.fields ?? []))]
}

/** Names in classes of these. */
export function classNames(parts: readonly NamedObjective[]): readonly ClassName[] {
  return parts.flatMap(({ within }) => within?.named ?? [])
}

/**
 * @throws QueuewrightError `formula-name` with a suggestion
 */
export function requireObjective(name: string): NamedObjective {
  const found = findObjective(name)
  if (found !== undefined) return found
  const [plain] = name.split('[')
  const names = [...objectiveNames(5), ...ASKED]
  throw new QueuewrightError('formula-name', `unknown objective ${plain.slice(0, 80)}`, {
    remedy: suggestion(plain, names, 'Objectives'),
  })
}

/** User groups, the largest consumers first, that objectives are measured for unasked: each is a walk over all jobs. */
const MOST_GROUPS = 200
const ASKED = OBJECTIVES.flatMap(({ name, asked }) => (asked ? [name] : []))

/** The names of all objectives that are measured unasked, those over one user group for groups 1 … `groups`, at most 200: UTIL, …, AWRT, AWRT1, …. */
export function objectiveNames(groups: number): string[] {
  const shown = Math.min(groups, MOST_GROUPS)
  return OBJECTIVES.filter(({ asked }) => !asked).flatMap(({ name, perGroup }) =>
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
  return measureAll(new MeasuredSchedule(schedule, rows), names)
}

/** `measure` of a schedule made ready. */
export function measureAll(measured: Measured, names: readonly string[]): ObjectiveValues {
  return Object.fromEntries(names.map((name) => [name, measureOne(measured, requireObjective(name))]))
}

/** The value of one objective; null where it has none. */
export function measureOne(schedule: Measured, { objective, group, within }: NamedObjective): number | null {
  return objective.measure(within === null ? schedule : schedule.within(within), group)
}

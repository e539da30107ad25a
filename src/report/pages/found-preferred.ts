/**
 * The page of a strategy that was learnt for a preference: whether it lies in the first region, and if not how far it
 * stayed away and by which objectives; beside the other policies that were measured.
 */
import { numbers, type Picture, type Section, section, sentences, table, words } from '../../core/exhibit.js'
import { plural } from '../../core/format.js'
import {
  type Judgement,
  keptOutBy,
  type Preference,
  type PreferenceObjective,
  preferenceObjective,
  type ScheduleValues,
} from '../../preference/index.js'
import { requireObjective } from '../../sim/objectives/index.js'
import { objectiveInfo } from '../../sim/objectives/info.js'
import type { Evidence } from '../../strategy/index.js'
import {
  type DrawnRegions,
  elsewhereSentences,
  extentsPicture,
  numberText,
  regionName,
  regionsPicture,
} from './preference.js'

type Row = Evidence['measured'][number]

/** @param found the policies that were found, by what tables call them */
export function preferredSections(
  preference: Preference,
  { measured, traces }: Pick<Evidence, 'measured' | 'traces'>,
  found: ReadonlyMap<string, string>,
): readonly Section[] {
  const { regions } = preference
  if (regions.length === 0 || preference.front === null) return []
  const objective = preferenceObjective(preference)
  const judged = measured.flatMap((row) => {
    const judgement = objective.judge(row.objectives)
    return judgement === null ? [] : [{ ...row, name: found.get(row.policy) ?? row.policy, judgement }]
  })
  const whole = traces.filter(({ train, jobs }) => train === jobs).map(({ digest }) => digest)
  const parts = [...new Set(judged.map(placeOf))]
  return [
    section(
      `What ${preference.name} says of it`,
      sentences([
        ...judged
          .filter(({ policy }) => found.has(policy))
          .flatMap((row) => verdict(preference, objective, row.name, placeOf(row), row)),
        firstRegion(preference, objective),
        ...elsewhereSentences(preference, whole),
      ]),
      ...parts.map((part) =>
        table(
          `${part}: f = region · b + a, less is better`,
          [...words('policy'), ...numbers('region', 'b', 'a', 'f')],
          judged
            .filter((row) => placeOf(row) === part)
            .map(({ name, judgement: { priority, beyond, fromFront, value } }) => [
              ...[name, String(priority), numberText(beyond), numberText(fromFront), numberText(value)],
            ]),
        ),
      ),
    ),
  ]
}

/** The regions on all panels of their front, and where the policies are that were measured on its log; and how far they reach. */
export function foundRegions(
  preference: Preference,
  { measured, traces }: Evidence,
  found: ReadonlyMap<string, string>,
): readonly (Picture | null)[] {
  const { front } = preference
  const drawn = preferenceObjective(preference).regions
  if (front === null || drawn === null) return []
  const own = traces.find(({ digest }) => digest === front.digest)?.name ?? measured[0].trace
  const shown: DrawnRegions = {
    ...{ preference, front: front.name },
    objectives: front.objectives.map((name) => objectiveInfo(requireObjective(name))),
    points: front.points.map((row, k) => ({
      values: Object.fromEntries(front.objectives.map((name, axis) => [name, row[axis]])),
      judgement: { priority: drawn.regions[k] },
      keeps: true,
    })),
    policies: measured
      .filter(({ trace, part }) => trace === own && part === 'train')
      .map(({ policy, objectives }) => ({ name: found.get(policy) ?? policy, values: objectives })),
  }
  return [regionsPicture(shown), extentsPicture(shown)]
}

function verdict(
  preference: Preference,
  objective: PreferenceObjective,
  name: string,
  where: string,
  { judgement, objectives }: { readonly judgement: Judgement; readonly objectives: ScheduleValues },
): readonly string[] {
  const { priority, beyond } = judgement
  if (priority === 1) return [`On ${where}, ${name} ends inside ${regionName(preference, 1)}.`]
  const kept = keptOutBy(preference, objective, objectives)
  return [
    `On ${where}, ${name} ends in ${regionName(preference, priority)}: it stays ${numberText(beyond)} away from ${regionName(preference, 1)}, where 1 is the front's range of an objective.`,
    kept.length === 0
      ? `The nearest schedule of ${regionName(preference, 1)} is worse in every objective: bounds between points of the front part them.`
      : `What keeps it out, beside the nearest schedule of ${regionName(preference, 1)}: ${kept.join('; ')}.`,
  ]
}

function firstRegion({ front, regions }: Preference, { regions: drawn }: PreferenceObjective): string {
  const inside = drawn?.regions.filter((region) => region === 1).length ?? 0
  const all = front?.points.length ?? 0
  return `${plural(inside, 'schedule')} of ${all} of the front ${inside === 1 ? 'lies' : 'lie'} in region 1 (${regions[0].name}); the front knows all jobs beforehand, which no policy does.`
}

function placeOf({ trace, part }: Pick<Row, 'trace' | 'part'>): string {
  return part === 'test' ? `the test of ${trace}` : trace
}

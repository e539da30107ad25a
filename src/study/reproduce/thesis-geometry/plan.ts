/** The parts of `thesis-geometry`: a front of each log by the published plan, then what is made of them. */
import { FRONT, frontJson } from '../../../front/index.js'
import { RADIAL_BASES } from '../../../geometry/index.js'
import type { Dataset } from '../../../trace/dataset.js'
import type { Trace } from '../../../trace/trace.js'
import type { Finished, FinishedPart, PartSpec } from '../composition.js'
import { FRONT_GEOMETRY, frontGeometryJson, LAYINGS, type LogFront } from '../front-geometry.js'
import type { FrontPoints } from '../front-points.js'
import { publishedFront, schedulesOf } from '../published-front.js'
import type { PreparedStudy, RunStudyOptions } from '../study.js'
import { preparationRemarks, SOURCE } from '../thesis-learning.js'
import { preparedLogs, THESIS_LOGS, type ThesisLog } from '../thesis-logs.js'
import { FIT_GENERATIONS } from './tables.js'

export const PART_NAMES = { front: (log: string) => `front ${log}`, geometry: 'geometry' } as const

const UTILIZATION = 'UTIL'
const EASY = 'easy'

export function prepareGeometry(traces: ReadonlyMap<string, Trace>, options: RunStudyOptions): PreparedStudy {
  const { logs, datasets } = preparedLogs(traces, options)
  const names = logs.map(({ name }) => name as ThesisLog)
  const specs = logs.map((log) => {
    const dataset = datasets.get(log.scenario.data) as Dataset
    const spec = publishedFront(log, dataset, options)
    return { name: log.name, spec, schedules: schedulesOf(spec, dataset) }
  })
  return {
    parts: specs.map(({ name, spec }) => ({
      ...{ name: PART_NAMES.front(name), kind: FRONT.kind, spec: frontJson(spec), weight: 1 },
    })),
    datasets,
    furtherTotal: LAYINGS.length * (names.length - 1) + RADIAL_BASES.length * names.length,
    remarks: [
      `schedules by the published plan: ${specs.map(({ name, schedules }) => `${name} ${schedules}`).join(', ')}`,
      'table 8.1 keeps what is as busy as the busiest schedule but for a point; here sequences that idle at the start are busier than any machine in use, so that what counts is EASY but for a point',
      ...(names.includes(SOURCE)
        ? []
        : [`laid upon ${names[0]}, as ${SOURCE} is not among the logs: nothing published to compare with`]),
      ...preparationRemarks(names, options),
    ],
  }
}

export function furtherGeometry(
  { seed }: RunStudyOptions,
  finished: Finished,
  datasets: ReadonlyMap<string, Dataset>,
): readonly PartSpec[] {
  const found = logsIn(finished).map((log) => {
    const part = finished.get(PART_NAMES.front(log)) as FinishedPart
    return { log, front: FRONT.open(part.part.spec, datasets, part.state).finish().front }
  })
  // A log without users of some group has no objective of it.
  const shared = found[0].front.axes
    .map(({ name }) => name)
    .filter((name) => found.every(({ front }) => front.axes.some((axis) => axis.name === name)))
  const objectives = [...shared.filter((name) => name !== UTILIZATION), UTILIZATION]
  const fronts = found.map(({ log, front }) => logFront(log, front, objectives))
  const spec = frontGeometryJson({ seed, generations: FIT_GENERATIONS, objectives, fronts })
  return [{ name: PART_NAMES.geometry, kind: FRONT_GEOMETRY.kind, spec, weight: 1 }]
}

/** Logs that a front was searched on; the one that the others are laid upon first. */
export function logsIn(finished: Finished): readonly ThesisLog[] {
  return THESIS_LOGS.filter((log) => finished.has(PART_NAMES.front(log)))
}

function logFront(
  name: string,
  { axes, points, marks, evaluations }: FrontPoints,
  objectives: readonly string[],
): LogFront {
  const places = objectives.map((objective) => axes.findIndex((axis) => axis.name === objective))
  const signs = places.map((place) => (axes[place].sense === 'max' ? -1 : 1))
  const last = places.length - 1
  const easy = marks.find((mark) => mark.name === EASY)?.values[places[last]] ?? null
  const size = points.length / axes.length
  return {
    name,
    evaluated: evaluations,
    points: Float64Array.from({ length: size * places.length }, (_, at) => {
      const [row, k] = [Math.floor(at / places.length), at % places.length]
      return signs[k] * points[row * axes.length + places[k]]
    }),
    easy: easy === null ? null : signs[last] * easy,
  }
}

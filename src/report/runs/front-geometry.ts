/** Pictures of fronts laid upon each other: figures 8.1 to 8.5 and appendices C to E of Franke's thesis (Dortmund 2006). */
import type { Artefact } from '../../evaluation/investigation.js'
import type { FrontModel, FrontSource } from '../../front/model.js'
import { type Front, frontSize } from '../../geometry/index.js'
import { requireObjective } from '../../sim/objectives/index.js'
import { objectiveInfo } from '../../sim/objectives/info.js'
import {
  type FrontGeometryFound,
  type FrontGeometrySpec,
  geometryFront,
  keptPlaces,
  type Laying,
  type LogFront,
  laidFront,
  laidPoints,
} from '../../study/reproduce/front-geometry.js'
import { svgFile } from '../formats/svg.js'
import { pairsPlot } from '../plots/pairs.js'
import { planePlot } from '../plots/plane.js'

/** Panels that the thesis shows of whole fronts, of reduced ones, and of a group against another. */
const PANELS = [
  ['AWRT', 'AWRT1'],
  ['AWRT1', 'AWRT2'],
  ['AWRT', 'UTIL'],
] as const

/** Beside its data a picture for each figure that the objectives allow. */
export async function frontGeometryFiles(found: FrontGeometryFound): Promise<readonly Artefact[]> {
  const { spec, files } = found
  const [reference, ...others] = spec.fronts
  const reduced = modelOf(spec, `${reference.name}, reduced`, [
    { name: reference.name, evaluated: reference.evaluated, front: laidPoints(spec, reference, 'reduced') },
  ])
  const selection = selectionOf(spec, reference)
  return [
    ...files,
    ...['a', 'b'].flatMap((letter, k) => plane(selection, `figure-8.2${letter}`, PANELS[2 - k])),
    ...['a', 'b', 'c'].flatMap((letter, k) => plane(reduced, `figure-8.3${letter}`, PANELS[k])),
    ...pairs(reduced, 'appendix-D'),
    ...others.flatMap((front) => {
      const { name, evaluated } = front
      const own = modelOf(spec, `${name}, reduced`, [
        { name, evaluated, front: laidPoints(spec, front, 'reduced') },
      ])
      return plane(own, `figure-8.4-${name}`, PANELS[1])
    }),
    ...(others.length === 0 ? [] : laidFiles(found)),
  ]
}

function laidFiles(found: FrontGeometryFound): readonly Artefact[] {
  const [whole, reduced, ranges] = (['whole', 'reduced', 'ranges'] as const).map((laying) =>
    laidModel(found, laying),
  )
  return [
    ...plane(whole, 'figure-8.1a', PANELS[0]),
    ...plane(whole, 'figure-8.1b', PANELS[2]),
    ...pairs(whole, 'appendix-C'),
    ...plane(reduced, 'figure-8.5', PANELS[1]),
    ...pairs(reduced, 'appendix-E'),
    ...pairs(ranges, 'laid-by-ranges'),
  ]
}

const TITLES: Readonly<Record<Laying, string>> = {
  whole: 'Fronts laid upon each other',
  reduced: 'Reduced fronts laid upon each other',
  ranges: 'Reduced fronts laid upon each other, by ranges first',
}

function laidModel({ spec, geometry }: FrontGeometryFound, laying: Laying): FrontModel {
  const [reference, ...others] = spec.fronts
  return modelOf(spec, TITLES[laying], [
    { name: reference.name, evaluated: reference.evaluated, front: laidPoints(spec, reference, laying) },
    ...others.map((front, k) => ({
      ...{ name: front.name, evaluated: front.evaluated },
      front: laidFront(spec, front, laying, geometry.fits[laying][k]),
    })),
  ])
}

/** The whole front, and which of its points are kept. */
function selectionOf(spec: FrontGeometrySpec, front: LogFront): FrontModel {
  const kept = new Set(keptPlaces(spec, front, 'easy'))
  const model = modelOf(spec, `${front.name}: what a reduction keeps`, [
    { name: 'kept', evaluated: front.evaluated, front: geometryFront(spec, front) },
  ])
  const sources: readonly FrontSource[] = [
    { name: 'kept', evaluated: front.evaluated, kept: kept.size },
    { name: 'left out', evaluated: front.evaluated, kept: model.source.length - kept.size },
  ]
  return { ...model, sources, source: model.source.map((_, row) => (kept.has(row) ? 0 : 1)) }
}

interface Shown extends Pick<LogFront, 'name' | 'evaluated'> {
  readonly front: Front
}

/** In natural units. */
function modelOf({ objectives }: FrontGeometrySpec, title: string, shown: readonly Shown[]): FrontModel {
  const axes = objectives.map((name) => ({ ...objectiveInfo(requireObjective(name)), bound: null }))
  const signs = axes.map(({ sense }) => (sense === 'max' ? -1 : 1))
  const sizes = shown.map(({ front }) => frontSize(front))
  const size = sizes.reduce((sum, each) => sum + each, 0)
  const points = new Float64Array(size * objectives.length)
  const source = new Int32Array(size)
  let row = 0
  for (const [k, { front }] of shown.entries()) {
    points.set(
      front.points.map((value, at) => signs[at % objectives.length] * value),
      row * objectives.length,
    )
    source.fill(k, row, row + sizes[k])
    row += sizes[k]
  }
  return {
    ...{ title, axes, points, source, marks: [], hypervolume: null },
    sources: shown.map(({ name, evaluated }, k) => ({ name, evaluated, kept: sizes[k] })),
    evaluations: shown.reduce((sum, { evaluated }) => sum + evaluated, 0),
  }
}

function plane(front: FrontModel, name: string, [x, y]: readonly [string, string]): readonly Artefact[] {
  if (![x, y].every((wanted) => front.axes.some((axis) => axis.name === wanted))) return []
  return [{ name: `${name}.svg`, content: svgFile(planePlot({ front, x, y }).scene) }]
}

function pairs(front: FrontModel, name: string): readonly Artefact[] {
  return [{ name: `${name}.svg`, content: svgFile(pairsPlot(front).scene) }]
}

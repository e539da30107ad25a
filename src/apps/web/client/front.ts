/** Fronts that runs found, as pages have them: `front.json`, fetched once. */
import { type FrontDocument, readFront } from '../../../front/document.js'
import { requireObjective } from '../../../sim/objectives/index.js'
import { fetchBytes, runAddress } from './api.js'
import type { Points } from './view/panels.js'

export interface LoadedFront {
  readonly document: FrontDocument
  readonly points: Points
}

const loaded = new Map<string, Promise<LoadedFront>>()

/** @param run its name */
export function loadFront(run: string): Promise<LoadedFront> {
  let loading = loaded.get(run)
  if (loading === undefined) {
    loading = fetchBytes(`${runAddress(run)}/files/front.json`).then((bytes) =>
      frontOf(readFront(new TextDecoder().decode(bytes), `front.json of ${run}`)),
    )
    loading.catch(() => loaded.delete(run))
    loaded.set(run, loading)
  }
  return loading
}

function frontOf(document: FrontDocument): LoadedFront {
  const names = document.objectives.map(({ name }) => name)
  const points = {
    names,
    units: names.map((name) => requireObjective(name).objective.unit),
    values: Float64Array.from(document.points.flatMap(({ values }) => values)),
    count: document.points.length,
  }
  return { document, points }
}

/** The spec of a comparison over clusters, as plain data: the system, the workloads, the algorithms. */
import { flag, floats, ints, list, objectOf, oneOf, text, whole } from '../../core/codec.js'
import { readKept } from '../../core/documents.js'
import type { Json } from '../../core/json.js'
import { type Given, settingsCodec, settled } from '../../core/settings/index.js'
import {
  type ArrivingJobs,
  CLUSTER_ALGORITHMS,
  CLUSTERS,
  type ClusterAlgorithm,
  type Clusters,
  PLAN_SETTINGS,
  type PlanSettings,
} from '../../sites/index.js'

export interface ClusterWorkload extends ArrivingJobs {
  readonly name: string
  /** Numbers of the jobs. */
  readonly ids: readonly number[]
}

export interface MulticlusterSpec {
  readonly system: Clusters
  readonly workloads: readonly ClusterWorkload[]
  readonly algorithms: readonly ClusterAlgorithm[]
  /** Jobs that a search plans at a time. */
  readonly packet: number
  readonly settings: PlanSettings
  readonly seed: number
  /** Whether an independent judge looks at every schedule. */
  readonly check: boolean
  readonly version: string
}

const WORKLOAD = objectOf<ClusterWorkload>({
  name: text,
  ids: list(whole(0)),
  ...{ tasks: ints(), base: floats(), sigma: floats(), bandwidth: floats(), submit: floats() },
})

type Written = Omit<MulticlusterSpec, 'settings'> & { readonly settings: Given<typeof PLAN_SETTINGS> }

const SPEC = objectOf<Written>({
  system: CLUSTERS,
  workloads: list(WORKLOAD),
  algorithms: list(oneOf(CLUSTER_ALGORITHMS)),
  packet: whole(1),
  settings: settingsCodec(PLAN_SETTINGS),
  seed: whole(0),
  check: flag,
  version: text,
})

export function multiclusterJson(spec: MulticlusterSpec): Json {
  return SPEC.encode(spec)
}

export function multiclusterSpecOf(json: Json): MulticlusterSpec {
  const { settings, ...spec } = readKept(SPEC, json, 'multicluster')
  return { ...spec, settings: settled(PLAN_SETTINGS, settings) }
}

/** The plans by name: adding one takes its file and one line here. */
import type { JobTable } from '../../trace/job-table.js'
import type { FrontPlan } from '../settings.js'
import type { FrontSpec } from '../spec.js'
import type { StreamPlan } from '../stream.js'
import { ownPlan } from './own.js'
import { publishedPlan } from './published.js'
import { randomStartsPlan } from './random-starts.js'

/** @param jobs the prepared ones of the spec's scenario */
type Plan = (spec: FrontSpec, jobs: JobTable) => readonly StreamPlan[]

export const PLANS: Readonly<Record<FrontPlan, Plan>> = {
  own: ownPlan,
  published: publishedPlan,
  'random-starts': randomStartsPlan,
}

/** The search for all that is possible on a log. */
import { parseDuration } from '../core/duration.js'
import { FRONT } from '../front/investigation.js'
import { type FrontRequest, prepareFront } from '../front/prepare.js'
import { type FrontPlan, frontJson, USUAL_LARGE_JOBS } from '../front/spec.js'
import type { RunEnd } from '../runtime/runs/index.js'
import { version } from '../runtime/version.js'
import { parsePolicy, splitPolicies } from '../sim/policy.js'
import { named, usage } from './failures.js'
import { type InvestigateOptions, investigate } from './investigate.js'
import type { LogSource } from './log.js'
import { type NamedPolicy, namedPolicy } from './policies.js'
import type { Ports } from './ports.js'
import { prepareLog, type ScenarioOptions } from './prepare.js'

export interface FrontOptions extends ScenarioOptions, InvestigateOptions {
  /** Names, separated by commas; absent: AWRT, that of each user group, and UTIL. */
  readonly objectives?: string
  /** Policies to show beside the usual ones, separated by commas. */
  readonly compare: string
  readonly plan: FrontPlan
  readonly evaluations?: number
  readonly minutes?: number
  readonly seed: number
  readonly largeSize?: number
  readonly largeEstimate?: string
}

/** Of our own plan, where neither schedules nor minutes are given. */
const USUAL_EVALUATIONS = 5000

/**
 * @returns the run, whose folder has the front
 * @throws QueuewrightError as `prepareLog`, `prepareFront` and `investigate`
 */
export async function searchFront(source: LogSource, options: FrontOptions, ports: Ports): Promise<RunEnd> {
  const { plan, minutes, seed } = options
  const large = largeJobsOf(options)
  const compare: NamedPolicy[] = []
  if (options.compare.trim() !== '') {
    for (const text of splitPolicies(options.compare)) compare.push(await namedPolicy(text))
  }
  const policies = compare.map(({ text }) => parsePolicy(text))
  const { file, trace, dataset, scenario } = await prepareLog(source, policies, options, ports)
  const request: FrontRequest = {
    name: trace.name,
    scenario,
    objectives: options.objectives?.split(',').map((name) => name.trim()) ?? null,
    plan,
    evaluations: options.evaluations ?? (minutes === undefined && plan === 'own' ? USUAL_EVALUATIONS : null),
    large,
    seed,
    compare: compare.map(({ name, text }) => ({ name, policy: text })),
    version: version(),
  }
  const spec = named(file, () => prepareFront(request, dataset))

  const run = {
    name: `front-${trace.name}`,
    spec: frontJson(spec),
    seed,
    datasets: new Map([[dataset.digest, dataset]]),
    ...(minutes === undefined ? {} : { minutes }),
  }
  return investigate(FRONT, run, options, ports)
}

function largeJobsOf({ plan, largeSize, largeEstimate }: FrontOptions) {
  if (plan !== 'published') {
    if (largeSize !== undefined) throw usage('--large-size', String(largeSize), 'only with --plan published')
    if (largeEstimate !== undefined)
      throw usage('--large-estimate', largeEstimate, 'only with --plan published')
  }
  return {
    size: largeSize ?? USUAL_LARGE_JOBS.size,
    estimate:
      largeEstimate === undefined
        ? USUAL_LARGE_JOBS.estimate
        : parseDuration(largeEstimate, '--large-estimate'),
  }
}

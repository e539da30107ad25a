/** The search for all that is possible on a log. */
import { type Given, settled } from '../../core/settings/index.js'
import { groupLegend } from '../../evaluation/group-legend.js'
import { recordedLog, valuesBy } from '../../evaluation/recorded.js'
import { USUAL_BASELINE } from '../../evaluation/results/found-rows.js'
import { measuredObjectives, objectivesBy } from '../../evaluation/searches/preferred.js'
import { FRONT } from '../../front/investigation.js'
import { type FrontRequest, prepareFront } from '../../front/prepare.js'
import { FRONT_SEARCH } from '../../front/settings.js'
import { frontJson } from '../../front/spec.js'
import { preferenceText } from '../../preference/index.js'
import type { RunEnd } from '../../runtime/runs/index.js'
import { version } from '../../runtime/version.js'
import { compileObjective } from '../../sim/objectives/index.js'
import { parsePolicy, splitPolicies } from '../../sim/policy.js'
import { parseConstraint } from '../../strategy/index.js'
import { named, namedByOptions } from '../failures.js'
import type { LogSource } from '../inputs/log.js'
import { soughtAxes } from '../inputs/objectives.js'
import { type NamedPolicy, namedPolicy } from '../inputs/policies.js'
import { prepareLog, type ScenarioOptions } from '../inputs/prepare.js'
import { atOwnSite } from '../inputs/site-document.js'
import type { Ports } from '../ports.js'
import { type AskedRun, type InvestigateOptions, investigate } from '../runs/investigate.js'

export interface FrontSearchOptions extends Omit<ScenarioOptions, 'seed'>, Given<typeof FRONT_SEARCH> {}

export interface FrontOptions extends FrontSearchOptions, InvestigateOptions {}

/**
 * @returns the run, whose folder has the front
 * @throws QueuewrightError as `frontRequest` and `investigate`
 */
export async function searchFront(source: LogSource, asked: FrontOptions, ports: Ports): Promise<RunEnd> {
  return investigate(FRONT, await frontRequest(source, asked, ports), asked, ports)
}

/**
 * The search that is asked for.
 * @throws QueuewrightError as `prepareLog` and `prepareFront`
 */
export async function frontRequest(
  source: LogSource,
  asked: FrontSearchOptions,
  ports: Ports,
): Promise<AskedRun> {
  const settings = namedByOptions(FRONT_SEARCH, () => settled(FRONT_SEARCH, asked))
  const { subjectTo, plan, evaluations, minutes, seed, largeSize, largeEstimate, realPopulation } = settings
  const { options, own } = await atOwnSite(asked)
  const compare: NamedPolicy[] = own === null ? [] : [await namedPolicy(own)]
  if (settings.compare.trim() !== '') {
    for (const text of splitPolicies(settings.compare)) {
      const policy = await namedPolicy(text)
      if (!compare.some(({ name }) => name === policy.name)) compare.push(policy)
    }
  }
  const sought = await soughtAxes(settings.objectives, subjectTo)
  const { objectives, constraints, preference, preferences } = sought
  const policies = compare.map(({ text }) => parsePolicy(text))
  const read = objectivesBy(preferences)
  const parts = [
    ...(objectives ?? []).map(compileObjective),
    ...constraints.map((text) => parseConstraint(text, '--subject-to', read).objective),
  ].flatMap((each) => each.parts)
  // A schedule that is searched for is of jobs that run; the policies beside it are measured on the same.
  const on = { ...options, seed, cancelled: options.cancelled ?? ('drop' as const) }
  const ready = await prepareLog(source, policies, on, ports, ['wait'], parts)
  const { file, trace, dataset, scenario } = ready
  const known = [...new Set([...(preference === null ? [] : [preference]), ...preferences])]
  const request: FrontRequest = {
    name: trace.name,
    scenario,
    ...{ objectives, constraints },
    ...(preference === null ? {} : { prefers: preferenceText(preference) }),
    ...(known.length === 0 ? {} : { preferences: known }),
    plan,
    evaluations,
    large: { size: largeSize, estimate: largeEstimate },
    ...(realPopulation === '50/50' ? {} : { realPopulation }),
    seed,
    compare: compare.map(({ name, text }) => ({ name, policy: text })),
    version: version(),
    legend: groupLegend(ready),
  }
  const spec = named(file, () => prepareFront(request, dataset))
  const columns = [...spec.objectives, ...spec.beside]
  const valuesOf = valuesBy(columns, measuredObjectives(columns.map(compileObjective)))
  const recorded = await ports.blocking(() => recordedLog(trace.name, ready, own ?? USUAL_BASELINE, valuesOf))

  return {
    name: `front-${trace.name}`,
    spec: frontJson({ ...spec, ...(recorded && { recorded }) }),
    seed,
    datasets: new Map([[dataset.digest, dataset]]),
    groups: [ready],
    ...(minutes === null ? {} : { minutes }),
  }
}

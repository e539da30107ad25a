/** `qw front`: searches for all that is possible on a log. */
import { join } from 'node:path'
import { parseDuration } from '../../../core/duration.js'
import { simulatedPolicy } from '../../../evaluation/plain-policy.js'
import { FRONT } from '../../../front/investigation.js'
import { type FrontRequest, prepareFront } from '../../../front/prepare.js'
import { type FrontPlan, frontJson, USUAL_LARGE_JOBS } from '../../../front/spec.js'
import { readInput } from '../../../runtime/index.js'
import { splitPolicies } from '../../../sim/policy.js'
import { named } from '../failures.js'
import { type InvestigateOptions, investigate } from '../investigate.js'
import { usage } from '../options.js'
import { type NamedPolicy, namedPolicy } from '../policies.js'
import { readScenario, type ScenarioOptions } from '../scenario-log.js'
import type { Terminal } from '../terminal.js'
import { version } from '../version.js'

export interface FrontOptions extends ScenarioOptions, InvestigateOptions {
  readonly objectives?: string
  readonly compare: string
  readonly plan: FrontPlan
  readonly evaluations?: number
  readonly minutes?: number
  readonly seed: number
  readonly largeSize?: number
  readonly largeEstimate?: string
  readonly json?: true
}

/** Of our own plan, where neither schedules nor minutes are given. */
const USUAL_EVALUATIONS = 5000

export async function frontCommand(
  path: string | undefined,
  options: FrontOptions,
  terminal: Terminal,
): Promise<void> {
  const { plan, minutes, seed } = options
  const large = largeJobsOf(options)
  const compare: NamedPolicy[] = []
  if (options.compare.trim() !== '') {
    for (const text of splitPolicies(options.compare)) compare.push(await namedPolicy(text))
  }
  const policies = compare.map(({ text }) => simulatedPolicy(text))
  const { file, trace, dataset, scenario } = await readScenario(path, options, policies, seed, terminal)
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
  const { folder } = await investigate(FRONT, run, options, terminal)
  if (options.json) terminal.print(await summaryJson(join(folder, 'front.json')))
  else terminal.print((await readInput(join(folder, 'summary.txt'))).trimEnd())
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

/** `front.json` without its points. */
async function summaryJson(file: string): Promise<string> {
  const { points: _, ...summary } = JSON.parse(await readInput(file))
  return JSON.stringify(summary, null, 2)
}

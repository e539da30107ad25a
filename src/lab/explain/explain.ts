/** Whom a strategy prefers, in which situation, and after what wait that changes; and with a log what it reaches there. */
import type { ExplainedPolicy } from '../../report/explanation.js'
import type { Reached } from '../../report/reached.js'
import { exists, inputName, loadStrategy, STANDARD_STREAM } from '../../runtime/index.js'
import { processorsOf } from '../../sim/facility/index.js'
import { parsePolicy, RECORDED, RULE_BASED } from '../../sim/policy.js'
import {
  type Evidence,
  type Explanation,
  explain,
  policyOf,
  type Questions,
  questionsOn,
  type Strategy,
  type StrategyArtefact,
  titleOf,
  usualQuestions,
} from '../../strategy/index.js'
import { named, usage } from '../failures.js'
import type { LogOptions, LogSource } from '../inputs/log.js'
import type { WrittenPolicy } from '../inputs/policies.js'
import { readSiteDocument } from '../inputs/site-document.js'
import type { Ports } from '../ports.js'
import { type ExplainedLogOptions, reachedJson, reachedOn, readExplainedLog } from './explained-log.js'
import { knownFacts } from './known-facts.js'
import { type ExplainedRulePolicy, explainRulePolicy } from './rules.js'

/** Where neither the strategy nor a log says. */
const USUAL_GROUPS = 5
const USUAL_MACHINE = 256

/** A policy that has one order. */
export interface ExplainedOrder extends ExplainedPolicy {
  readonly kind: 'order'
  /** Facts of the strategy: label and value. */
  readonly facts: readonly (readonly [string, string])[]
  readonly questions: Questions
  /** Null without a log. */
  readonly reached: Reached | null
}

export type Explained = ExplainedOrder | ExplainedRulePolicy

/**
 * @param written the file of a strategy, `@FILE`, `-`, a policy, or a strategy
 * @param source whose typical jobs are asked about; null: usual ones
 * @param check told of the kind before any log is read; throws where that will not do
 * @throws QueuewrightError as `loadStrategy`, `parsePolicy` and `prepareLog`
 */
export async function explainStrategy(
  written: WrittenPolicy,
  source: LogSource | null,
  options: ExplainedLogOptions,
  ports: Ports,
  check: (kind: Explained['kind'], policy: ReturnType<typeof parsePolicy>) => void = () => {},
): Promise<Explained> {
  const settings = options.slurmConf ?? options.slurmQos ?? options.slurmShares ?? null
  if (source === null && settings !== null)
    throw usage('--slurm-conf', settings, 'only with a log: without one nothing is simulated')
  const artefact = typeof written === 'string' ? await strategyOf(written) : written
  const { name, strategy, evidence } = artefact
  const policy = policyOf(strategy)
  const facts = knownFacts(artefact)
  const isFile = typeof written === 'string' && written !== policy
  const file = isFile ? inputName(written) : shortened(artefact.name)
  const parsed = named(file, () => parsePolicy(policy))
  const title = titleOf(strategy)
  if (parsed.algorithm === RULE_BASED) {
    check('rules', parsed)
    // A policy that is named by its text would fill the page with it.
    const rules = { name: name === policy ? parsed.name : name, title, policy: parsed, facts }
    return explainRulePolicy(rules, source, options, ports)
  }
  check('order', parsed)
  // A site says how large the machine is also where no log is asked about.
  const machine = source === null ? (await readSiteDocument(options))?.facility : undefined
  const log =
    source === null || parsed.algorithm === RECORDED
      ? null
      : await readExplainedLog(source, parsed, options, ports)
  const questions =
    log === null
      ? usual(strategy, evidence, machine === undefined ? options : { machine: processorsOf(machine) })
      : questionsOn(log.stage.jobs, log.scenario.machine)
  const explanation = named(file, () => explain(policy, questions))
  const reached = log === null ? null : await reachedOn(log, { name, text: policy })
  return { kind: 'order', name, title, policy, explanation, facts, questions, reached }
}

/** A file where there is one of that name, or where it is written as elsewhere, `@FILE`; else a policy in words. */
async function strategyOf(
  written: string,
): Promise<Pick<StrategyArtefact, 'name' | 'strategy' | 'evidence' | 'fitted'>> {
  if (await exists(written)) return loadStrategy(written)
  if (/^@./.test(written)) return loadStrategy(written.slice(1))
  if (written === STANDARD_STREAM || /\.json(\.gz)?$/i.test(written)) return loadStrategy(written)
  return { name: written, strategy: { kind: 'policy', policy: written }, evidence: null }
}

/** Characters that messages show of what was asked about; the text of rules would fill a page. */
const SHOWN = 60

function shortened(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`
}

function usual(strategy: Strategy, evidence: Evidence | null, { machine }: LogOptions): Questions {
  const groups = strategy.kind === 'greedy' ? strategy.situations[0].w.length : USUAL_GROUPS
  return usualQuestions(groups, machine ?? evidence?.traces[0]?.machine ?? USUAL_MACHINE)
}

/** The explanation for other programs. Seconds throughout; worth without end is "first" or "last". */
export function explanationJson({ name, title, policy, explanation, questions, reached }: ExplainedOrder) {
  const { algorithm, groups, reference, situations, remarks } = explanation
  return {
    name,
    title,
    policy,
    algorithm,
    groups: questions.typical,
    reference,
    situations: situations.map((situation) => timeClassJson(situation, groups)),
    remarks,
    ...(reached === null ? {} : { reached: reachedJson(reached) }),
  }
}

function timeClassJson(
  { name, curves, overtaking, longer, sizes, estimates, surfaces }: Explanation['situations'][number],
  groups: readonly number[],
) {
  const worth = ({ value, seconds }: (typeof sizes)[number]) => ({
    value,
    worth: Number.isFinite(seconds) ? seconds : seconds > 0 ? 'first' : 'last',
  })
  return {
    name: name || 'always',
    priorities: curves.map(({ group, waits, keys }) => ({
      group,
      waits: [...waits],
      // JSON has no infinity.
      priorities: Array.from(keys, (key) => (Number.isFinite(key) ? key : key > 0 ? 'first' : 'last')),
    })),
    overtaking: groups.flatMap((group, i) =>
      groups.flatMap((other, j) =>
        i === j ? [] : [{ group, passes: other, after: overtaking[i][j], longerThanADay: longer[i][j] }],
      ),
    ),
    sizes: sizes.map(worth),
    estimates: estimates.map(worth),
    surfaces: surfaces.map(({ x, y, places }) => ({ x, y, places: [...places] })),
  }
}

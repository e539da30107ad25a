/** `qw explain`: whom a strategy prefers. */
import { stat } from 'node:fs/promises'
import { QueuewrightError } from '../../../core/errors.js'
import { formatCount, formatNumber, NO_VALUE, plural } from '../../../core/format.js'
import { visible } from '../../../core/visible.js'
import { stageOf } from '../../../evaluation/scenario.js'
import { reachedJson, reachedOn, readExplainedLog } from '../../../lab/explained-log.js'
import { named } from '../../../lab/failures.js'
import type { PreparedLog } from '../../../lab/prepare.js'
import type { ExplainedPolicy } from '../../../report/explanation.js'
import type { Reached } from '../../../report/reached.js'
import { inputName, loadStrategy, STANDARD_STREAM, writeOutput } from '../../../runtime/index.js'
import { version } from '../../../runtime/version.js'
import { parsePolicy, RECORDED, RULES } from '../../../sim/policy.js'
import {
  type Evidence,
  type Explanation,
  explain,
  type Fitted,
  type FittedEstimate,
  policyOf,
  type Questions,
  questionsOn,
  type Strategy,
  type StrategyArtefact,
  titleOf,
  usualQuestions,
} from '../../../strategy/index.js'
import type { ExplainOptions } from '../explain-options.js'
import { type Picture, pictureKind, writePicture } from '../picture.js'
import type { Terminal } from '../terminal.js'

/** Where neither the strategy nor a log says. */
const USUAL_GROUPS = 5
const USUAL_MACHINE = 256

export async function explainCommand(
  written: string,
  log: string | undefined,
  options: ExplainOptions,
  terminal: Terminal,
  commandLine: string,
): Promise<void> {
  const { name, strategy, evidence, fitted } = await strategyOf(written)
  const policy = policyOf(strategy)
  const facts = [
    ...(evidence === null ? [] : evidenceFacts(evidence)),
    ...(fitted ? fittedFacts(fitted) : []),
  ]
  const source = policy === written ? shortened(written) : inputName(written)
  const parsed = named(source, () => parsePolicy(policy))
  if (parsed.algorithm === RULES) {
    const { explainRulePolicy } = await import('./explain-rules.js')
    // A policy that is named by its text would fill the page with it.
    const rules = {
      name: name === policy ? parsed.name : name,
      title: titleOf(strategy),
      policy: parsed,
      facts,
    }
    return explainRulePolicy(rules, log, options, terminal, commandLine)
  }
  refuseRulesOptions(options)
  const picture: Picture | null = options.plot === undefined ? null : pictureKind(options.plot, '--plot')
  const surfaces = options.surfaces === undefined ? null : pictureKind(options.surfaces, '--surfaces')
  const explainedLog =
    log === undefined || parsed.algorithm === RECORDED
      ? null
      : await readExplainedLog(log, parsed, options, terminal)
  const questions = explainedLog === null ? usual(strategy, evidence, options) : about(explainedLog)
  const explanation = named(source, () => explain(policy, questions))
  const reached = explainedLog === null ? null : await reachedOn(explainedLog, { name, text: policy })
  const explained: ExplainedPolicy = { name, title: titleOf(strategy), policy, explanation }

  if (options.plot !== undefined && picture !== null) {
    const { explainedCurves } = await import('../../../report/explanation.js')
    const { priorityPlot } = await import('../../../report/plots/strategy-priority.js')
    const svg = priorityPlot({
      title: `${name}: priority while a job waits`,
      curves: explainedCurves(explanation),
    })
    await writePicture(options.plot, picture, svg, terminal)
  }
  if (options.surfaces !== undefined && surfaces !== null) {
    const { surfacePlot } = await import('../../../report/plots/strategy-surface.js')
    const svg = surfacePlot({ title: `${name}: which jobs go first`, explanation })
    await writePicture(options.surfaces, surfaces, svg, terminal)
  }
  if (options.report !== undefined) {
    const { explanationPage } = await import('../../../report/pages/explanation.js')
    const provenance = { version: version(), command: commandLine }
    await writeOutput(options.report, [explanationPage({ ...explained, facts, reached, provenance })])
  }
  if (options.json) {
    terminal.print(JSON.stringify(explanationJson(explained, questions, reached), null, 2))
    return
  }
  const { explanationText } = await import('../../../report/explanation.js')
  const text = explanationText(explained, terminal.style)
  const { reachedText } = await import('../../../report/reached.js')
  const values = reached === null ? [] : [`\n${reachedText(reached, terminal.style)}`]
  const lines = facts.map(([label, value], k) => `${k === 0 ? '\n' : ''}${label}: ${value}`)
  terminal.print([text, ...values, ...lines].join('\n'))
}

/** Options that ask what rules decide. */
function refuseRulesOptions(options: ExplainOptions): void {
  for (const option of ['timeline', 'over', 'reduced'] as const) {
    if (options[option] === undefined) continue
    throw new QueuewrightError('usage', 'a policy without rules decides nothing by the state', {
      field: `--${option}`,
      expected: 'a strategy that goes by rules',
    })
  }
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

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch {
    return false
  }
}

function usual(strategy: Strategy, evidence: Evidence | null, { machine }: ExplainOptions): Questions {
  const groups = strategy.kind === 'greedy' ? strategy.situations[0].w.length : USUAL_GROUPS
  return usualQuestions(groups, machine ?? evidence?.traces[0]?.machine ?? USUAL_MACHINE)
}

function about({ file, dataset, scenario }: PreparedLog): Questions {
  const { jobs } = named(file, () => stageOf(scenario, dataset))
  return questionsOn(jobs, scenario.machine)
}

function evidenceFacts({ objective, constraints, method, evaluations, score, traces }: Evidence) {
  const logs = traces.map(({ name, train, jobs }) =>
    train === jobs ? name : `${name} (the first ${formatCount(train)} of ${plural(jobs, 'job')})`,
  )
  return [
    ['learnt for', [objective, ...constraints].join(', ')],
    ['learnt on', logs.join(', ') || 'no log'],
    ['learnt by', `${method}, ${plural(evaluations, 'candidate')}`],
    ['score', formatNumber(score)],
  ] as const
}

/** Of the digest; as many as tell distributions apart. */
const DIGITS = 12

function fittedFacts({ method, settings, distribution, functions, heldOut, ...errors }: Fitted) {
  const { digest, rows, tuples } = distribution
  const chosen = Object.entries(settings).map(([key, value]) => `${key} ${value}`)
  const facts = [
    [
      'fitted to',
      `${plural(rows, 'score')} of ${plural(tuples, 'tuple')}, digest ${digest.slice(0, DIGITS)}`,
    ],
    ['fitted by', `${method} (${chosen.join(', ')}), the best of ${plural(functions, 'function')}`],
    [
      'error',
      `mean ${figures(errors.meanAbsoluteError)}, sum of weighted squares ${formatNumber(errors.weightedError)}`,
    ],
  ]
  if (heldOut !== null) {
    const { folds, error, correlation } = heldOut
    facts.push(
      [`error on held-out tuples (${folds} parts)`, estimateText(error)],
      ['rank correlation there', estimateText(correlation)],
    )
  }
  return facts.map(([label, value]) => [label, visible(value)] as const)
}

function estimateText({ value, low, high }: FittedEstimate): string {
  if (value === null) return NO_VALUE
  return low === null || high === null
    ? figures(value)
    : `${figures(value)}, 95 % interval ${figures(low)} to ${figures(high)}`
}

/** Three of them: scores are small numbers. */
function figures(value: number): string {
  return String(Number(value.toPrecision(3))).replace('-', '−')
}

/** Seconds throughout; worth without end is "first" or "last". */
function explanationJson(
  { name, title, policy, explanation }: ExplainedPolicy,
  questions: Questions,
  reached: Reached | null,
) {
  const { algorithm, groups, reference, situations, remarks } = explanation
  return {
    name,
    title,
    policy,
    algorithm,
    groups: questions.typical,
    reference,
    situations: situations.map((situation) => situationJson(situation, groups)),
    remarks,
    ...(reached === null ? {} : { reached: reachedJson(reached) }),
  }
}

function situationJson(
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

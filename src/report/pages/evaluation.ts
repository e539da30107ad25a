/** The page of strategies evaluated on logs. */
import { type Evaluation, meanChanges } from '../evaluation.js'
import { formatChange, formatValue, NO_VALUE, plural } from '../format.js'
import { bullets, facts, figure, type Html, html, page, section, table } from '../html.js'
import type { Provenance } from '../model.js'
import { changePlot } from '../plots/strategy-change.js'
import { bestValue, relativeChange } from '../ranking.js'
import { objectiveMeanings } from './parts.js'

export interface EvaluationReport {
  readonly evaluation: Evaluation
  /** Strategies by name, with what each is. */
  readonly strategies: readonly (readonly [name: string, title: string])[]
  /** Of each log, beside `evaluation.logs`: what is said of the strategies there. */
  readonly verdicts: readonly (readonly string[])[]
  readonly notices: readonly string[]
  readonly digests: readonly (readonly [log: string, digest: string])[]
  readonly provenance: Provenance
}

/** One HTML file. Equal reports give equal bytes. */
export function evaluationPage(report: EvaluationReport): string {
  const { evaluation, strategies, verdicts, notices, digests, provenance } = report
  const { logs, objectives, baseline } = evaluation
  const names = strategies.map(([name]) => name).join(', ')
  return page(
    `${names} on ${logs.map(({ trace }) => trace).join(', ')}`,
    `${plural(strategies.length, 'strategy', 'strategies')} on ${plural(logs.length, 'log')}, compared with ${baseline}`,
    [
      section('The strategies', facts(strategies), bullets(notices)),
      ...logs.map(({ trace, policies }, k) =>
        section(
          trace,
          bullets(verdicts[k]),
          valuesTable(evaluation, k),
          figure(
            changePlot({ title: `Changes against ${baseline} on ${trace}`, policies, objectives, baseline }),
            `${baseline} is the baseline.`,
          ),
        ),
      ),
      ...(logs.length > 1 ? [section('Over all logs', meansTable(evaluation))] : []),
      section('What was measured', objectiveMeanings(objectives)),
      section(
        'How this was made',
        facts([
          ['program', `Queuewright ${provenance.version}`],
          ['command', html`<code>${provenance.command}</code>`],
          ...digests.map(([log, digest]) => [`digest of ${log}`, html`<code>${digest}</code>`] as const),
        ]),
      ),
    ],
  )
}

function valuesTable({ logs, objectives, baseline }: Evaluation, log: number): Html {
  const { policies } = logs[log]
  const base = policies.find(({ policy }) => policy === baseline)?.objectives ?? {}
  return table(
    `Values, and their changes against ${baseline}; ★ marks the best of each objective`,
    [{ head: 'policy', numeric: false }, ...objectives.map(({ name }) => ({ head: name, numeric: true }))],
    policies.map(({ policy, objectives: values }) => [
      policy,
      ...objectives.map((objective) => {
        const value = values[objective.name] ?? null
        const text = formatValue(value, objective.unit)
        const best = value !== null && value === bestValue(policies, objective)
        const shown = best ? html`<span class="best">${text} ★</span>` : html`${text}`
        if (policy === baseline) return html`${shown}<span class="change">baseline</span>`
        const change = relativeChange(value, base[objective.name] ?? null)
        return html`${shown}<span class="change">${change === null ? NO_VALUE : formatChange(change)}</span>`
      }),
    ]),
  )
}

function meansTable(evaluation: Evaluation): Html {
  const { logs, objectives, baseline } = evaluation
  const means = meanChanges(evaluation)
  const policies = logs[0].policies.map(({ policy }) => policy).filter((policy) => policy !== baseline)
  return table(
    `Geometric means of the ratios to ${baseline}, as changes`,
    [{ head: 'policy', numeric: false }, ...objectives.map(({ name }) => ({ head: name, numeric: true }))],
    policies.map((policy) => [
      policy,
      ...objectives.map(({ name }) => {
        const change = means.find((mean) => mean.policy === policy && mean.objective === name)?.change ?? null
        return change === null ? NO_VALUE : formatChange(change)
      }),
    ]),
  )
}

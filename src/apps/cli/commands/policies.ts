/** `qw policies`: every algorithm, order, formula name, feature of rules and objective, with its formula and source. */
import { formatCount } from '../../../core/format.js'
import { wrapped } from '../../../report/terminal/table.js'
import { ALGORITHMS, SLURM_ALGORITHM } from '../../../sim/algorithms/index.js'
import { CLASS_VARIABLES, OBJECTIVES } from '../../../sim/objectives/index.js'
import { FORMULA_VARIABLES, ORDERS, type OrderParameter } from '../../../sim/orders/index.js'
import { FEATURES } from '../../../sim/rule-based/index.js'
import { listing } from '../listing.js'
import type { Terminal } from '../terminal.js'

export interface PoliciesOptions {
  readonly json?: true
}

export async function policiesCommand(options: PoliciesOptions, terminal: Terminal): Promise<void> {
  const algorithms = [...Object.values(ALGORITHMS), SLURM_ALGORITHM].map(({ name, summary, source }) => ({
    name,
    summary,
    source,
  }))
  const orders = ORDERS.map(({ name, aliases, formula, source, parameters }) => ({
    name,
    aliases,
    formula,
    source,
    parameters,
  }))
  const features = FEATURES.map(({ form, title, unit, least, most }) => ({
    name: form,
    title,
    unit,
    least,
    most,
  }))
  const objectives = OBJECTIVES.map(({ name, unit, sense, description, source, perGroup }) => ({
    name,
    unit,
    sense,
    description,
    source,
    perGroup: perGroup === true,
  }))
  if (options.json) {
    terminal.print(
      JSON.stringify(
        {
          ...{ algorithms, orders, formulaVariables: FORMULA_VARIABLES, classVariables: CLASS_VARIABLES },
          ...{ features, objectives },
        },
        null,
        2,
      ),
    )
    return
  }
  const { style } = terminal
  const sections = [
    wrapped(INTRODUCTION, style.width).join('\n'),
    listing(
      'Algorithms',
      algorithms.map(({ name, summary, source }) => ({ name, paragraphs: [summary, source] })),
      style,
    ),
    listing(
      'Orders (r estimate in s, n processors, s submit time, w wait so far)',
      orders.map(({ name, aliases, formula, source, parameters }) => ({
        name: [name, ...aliases].join(', '),
        paragraphs: [formula, source, ...parameters.map(parameterText)],
      })),
      style,
    ),
    listing(
      'Variables of formulas',
      Object.entries(FORMULA_VARIABLES).map(([name, meaning]) => ({ name, paragraphs: [meaning] })),
      style,
    ),
    listing(
      'Features of the system, by which rules choose a policy',
      features.map(({ name, title, unit, least, most }) => ({
        name,
        paragraphs: [title, `${least} to ${formatCount(most)}${unit === '1' ? '' : ` ${unit}`}`],
      })),
      style,
    ),
    listing(
      'Objectives (with · also of one user group: AWRT1)',
      objectives.map(({ name, description, unit, sense, source, perGroup }) => ({
        name: `${name}${perGroup ? ' ·' : ''}`,
        paragraphs: [
          description,
          `${unit === '1' ? '' : `${unit}, `}${sense === 'min' ? 'smaller' : 'larger'} is better. ${source}`,
        ],
      })),
      style,
    ),
    listing(
      'Classes of jobs, in brackets after an objective: meanWait[size<=8 & estimate>4h]',
      Object.entries(CLASS_VARIABLES).map(([name, meaning]) => ({ name, paragraphs: [meaning] })),
      style,
    ),
  ]
  terminal.print(sections.join('\n\n'))
}

const INTRODUCTION =
  'A policy is ALGORITHM:ORDER, or easy:ORDER/BACKFILL-ORDER; fcfs, easy, cons and list alone go by submit time, ' +
  'and recorded is what really happened. An order is one of the names below or a formula; the smaller key goes ' +
  'first. A division in a formula stands in parentheses: easy:(-wait/estimate). rules:({…}) goes by several ' +
  'policies, by the state of the system; usually it is the file of a strategy, @FILE.'

function parameterText({ name, perGroup, meaning, least, most, default: usual }: OrderParameter): string {
  return `${name}${perGroup ? '1, 2, … by group' : ''}: ${meaning}, ${least} to ${most}, default ${usual}`
}

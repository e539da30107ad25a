/** `qw policies`: every algorithm, order, formula name and objective, with its formula and source. */
import { ALGORITHMS } from '../../../sim/algorithms/index.js'
import { OBJECTIVES } from '../../../sim/objectives/index.js'
import { FORMULA_VARIABLES, ORDERS } from '../../../sim/orders/index.js'
import type { Terminal } from '../terminal.js'

export interface PoliciesOptions {
  readonly json?: true
}

export async function policiesCommand(options: PoliciesOptions, terminal: Terminal): Promise<void> {
  const algorithms = Object.values(ALGORITHMS).map(({ name, summary, source }) => ({ name, summary, source }))
  const orders = ORDERS.map(({ name, aliases, formula, source, parameters }) => ({
    name,
    aliases,
    formula,
    source,
    parameters,
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
      JSON.stringify({ algorithms, orders, formulaVariables: FORMULA_VARIABLES, objectives }, null, 2),
    )
    return
  }
  const { factsTable } = await import('../../../report/table.js')
  terminal.print(
    [
      'A policy is ALGORITHM:ORDER or easy:ORDER/BACKFILL-ORDER; fcfs, easy, cons and list alone go by submit time.',
      '`recorded` is what really happened. An order is a name below or a formula; the smaller key goes first.',
      '',
      'Algorithms',
      factsTable(algorithms.map(({ name, summary, source }) => [name, `${summary}\n${source}`])),
      '',
      'Orders (r estimate in s, n processors, s submit time, w wait so far)',
      factsTable(
        orders.map(({ name, aliases, formula, source, parameters }) => [
          [name, ...aliases].join(', '),
          [
            formula,
            source,
            ...parameters.map(
              (p) =>
                `  ${p.name}${p.perGroup ? '1, 2, … by group' : ''}: ${p.meaning}, ${p.least} to ${p.most}, default ${p.default}`,
            ),
          ].join('\n'),
        ]),
      ),
      '',
      'Formulas may use',
      factsTable(Object.entries(FORMULA_VARIABLES)),
      '  A division stands in parentheses: easy:(wait/estimate); a slash outside them names the backfill order.',
      '',
      'Objectives (a number after a name marked · means that user group alone: AWRT1)',
      factsTable(
        objectives.map(({ name, description, unit, sense, source, perGroup }) => [
          `${name}${perGroup ? ' ·' : ''}`,
          `${description} (${unit}, ${sense})\n${source}`,
        ]),
      ),
    ].join('\n'),
  )
}

/**
 * Named orders as expressions of the house (formula.ts), each of which ranks jobs as its order does: for use where names are not
 * known. Apart from the declarations, as whoever simulates does without. Orders that keep accounts of what runs have none.
 */
import type { GivenParameters, NamedOrder } from './declaration.js'
import { greedyParameters } from './greedy-declarations.js'
import { greedyFormula } from './greedy-formula.js'
import { namedOrder, parseOrder } from './parse.js'

const HOUR = 3600
/** The submit time in formulas that take its logarithm. */
const SINCE = 'max(submit, 0)'
/** log2 of the estimate in hours, and of the size. */
const [R, N] = [`log2(max(estimate, 10)/${HOUR})`, 'log2(size)']

const EXPRESSIONS: Readonly<Record<string, string | ((given: GivenParameters) => string)>> = {
  fcfs: 'submit',
  lcfs: '-submit',
  spt: 'estimate',
  lpt: '-estimate',
  smallest: 'size',
  largest: '-size',
  saf: 'area',
  laf: '-area',
  wfp3: 'if(estimate > 0, -cbrt(size)*wait/estimate, -1/0)',
  unicef: 'if((size > 1)*(estimate > 0), -wait/(log2(size)*estimate), -1/0)',
  lxf: (given) => `if(estimate > 0, -wait/(estimate/(1 + ${given.get('wait') ?? 0}*estimate/${HOUR})), -1/0)`,
  f1: `log10(estimate)*size + 870*log10(${SINCE})`,
  f2: `sqrt(estimate)*size + 25600*log10(${SINCE})`,
  f3: `estimate*size + 6860000*log10(${SINCE})`,
  f4: `estimate*sqrt(size) + 530000*log10(${SINCE})`,
  'f1-raw': `0.0155183403*log10(estimate)*(0.0005149209*size) + 0.0069596182*log10(${SINCE})`,
  'f2-raw': `0.0000342717*sqrt(estimate)*(0.007656211*size) + 0.0067364626*log10(${SINCE})`,
  'f3-raw': `0.2188093701*estimate*(0.0000000049*size) + 0.0073580361*log10(${SINCE})`,
  'f4-raw': `0.0056500287*estimate*(0.0000024814*sqrt(size)) + 0.0074444355*log10(${SINCE})`,
  qw1:
    `submit/${HOUR} + 11.4*${R} - 2.384*${N} - 1080*${R}^2 + 68.89*${N}^2 + 0.867*${R}*${N} + 0.5529*${R}*(size/16) + ` +
    `6764*(size/16) + 10000*(estimate/${HOUR}) + 13.55*(estimate/${HOUR})*(size/16)`,
  group: 'if(group > 0, group, 1/0)',
}

/**
 * An order as an expression over `FORMULA_VARIABLES`: what is written, or what a name stands for; null where it stands for
 * none.
 * @throws QueuewrightError as `parseOrder`
 */
export function orderExpression(written: string): string | null {
  const named = namedOrder(written)
  if (named !== null) return expressionOf(named)
  parseOrder(written)
  return written.trim()
}

function expressionOf(named: NamedOrder): string | null {
  const greedy = greedyParameters(named)
  if (greedy !== null) return greedyFormula(greedy)
  const { order, given } = named
  const expression = EXPRESSIONS[order.name] ?? null
  return typeof expression === 'function' ? expression(given) : expression
}

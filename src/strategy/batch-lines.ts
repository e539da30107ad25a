/**
 * The lines by which a batch system puts waiting jobs into the order of a policy: Slurm's priority weights, or OpenPBS's
 * `job_sort_formula`. Only where the order is the same one, job for job; what cannot be said there has no lines.
 *
 * Slurm (slurm.conf(5)): submit order (`priority/basic`), jobs by size alone, and `multifactor`. OpenPBS (PBS Professional
 * Administrator's Guide, 4.9.21): the largest value goes first of a formula over `ncpus`, `walltime` and `eligible_time`, with
 * `+ - * / **`, Python's choice `a if c else b` and the functions of its module math. A formula that goes by submit times is
 * turned into one of waits where each second counts alike for all jobs: then it differs by what is the same for all. A requested
 * time of 0 s, which OpenPBS does not know, is not thought of.
 */
import { BINDING, type Expression, namesIn, negate, number, operands } from '../core/expression/ast.js'
import { linearIn } from '../core/expression/linear.js'
import { parseExpression } from '../core/expression/parse.js'
import { findOrder, type GivenParameters, type NamedOrder, namedOrder } from '../sim/orders/index.js'
import { policyParts } from '../sim/policy.js'

export interface BatchLines {
  readonly slurm: readonly string[] | null
  readonly pbs: readonly string[] | null
}

/** Named orders as formulas, the smallest first. */
const FORMULAS: Readonly<Record<string, string>> = {
  fcfs: '-wait',
  lcfs: 'wait',
  spt: 'estimate',
  lpt: '-estimate',
  smallest: 'size',
  largest: '-size',
  saf: 'estimate*size',
  laf: '-estimate*size',
  wfp3: '-(wait/estimate)^3*size',
}

/** @param machine processors, which sizes are shares of in Slurm */
export function batchLines(policy: string, machine: number): BatchLines {
  const parts = policyParts(policy)
  // A backfill order of its own is nothing that these two have.
  if (parts === null || parts.backfill !== null) return { slurm: null, pbs: null }
  const named = namedOrder(parts.order)
  return {
    slurm: slurmLines(parts.algorithm, named === null ? null : [named.order.name, named.given], machine),
    pbs: pbsLines(parts.algorithm, named === null ? parts.order : formulaBy(named)),
  }
}

/** A named order as a formula; undefined where it is none over what OpenPBS knows. */
function formulaBy({ order: { name }, given }: NamedOrder): string | undefined {
  return name === 'lxf' ? `-(wait + estimate)/estimate - ${given.get('wait') ?? 0}*wait/3600` : FORMULAS[name]
}

const SLURM_SCHEDULERS: Readonly<Record<string, string>> = {
  head: 'sched/builtin',
  easy: 'sched/backfill',
  cons: 'sched/backfill',
  slurm: 'sched/backfill',
}

function slurmLines(
  algorithm: string,
  named: readonly [name: string, given: GivenParameters] | null,
  machine: number,
): readonly string[] | null {
  const scheduler = SLURM_SCHEDULERS[algorithm]
  const priorities = named && slurmPriorities(named[0], named[1], machine)
  return scheduler === undefined || priorities === null ? null : [`SchedulerType=${scheduler}`, ...priorities]
}

function slurmPriorities(order: string, given: GivenParameters, machine: number): readonly string[] | null {
  switch (order) {
    case 'fcfs':
      return ['PriorityType=priority/basic']
    case 'smallest':
    case 'largest':
      // n/N of the weight N is a whole number, so that no two sizes share a priority.
      return [
        'PriorityType=priority/multifactor',
        `PriorityWeightJobSize=${machine}`,
        ...['Age', 'Fairshare', 'Partition', 'QOS'].map((name) => `PriorityWeight${name}=0`),
        `PriorityFavorSmall=${order === 'smallest' ? 'YES' : 'NO'}`,
      ]
    case 'multifactor':
      return multifactorLines(given)
    default:
      return null
  }
}

const WEIGHTS = { age: 'Age', fairshare: 'Fairshare', size: 'JobSize', partition: 'Partition', qos: 'QOS' }

/** What is not given has the value that the order declares. */
function multifactorLines(given: GivenParameters): readonly string[] {
  const declared = findOrder('multifactor')?.parameters ?? []
  const value = (name: string): number =>
    given.get(name) ?? declared.find((parameter) => parameter.name === name)?.default ?? 0
  const flags = [
    ...(value('relative') === 1 ? ['SMALL_RELATIVE_TO_TIME'] : []),
    ...(value('tree') === 0 ? ['NO_FAIR_TREE'] : []),
  ]
  return [
    'PriorityType=priority/multifactor',
    ...Object.entries(WEIGHTS).map(([name, slurm]) => `PriorityWeight${slurm}=${value(name)}`),
    ...(value('age') > 0 ? [`PriorityMaxAge=${slurmTime(value('maxage') * 86_400)}`] : []),
    ...(value('size') > 0 ? [`PriorityFavorSmall=${value('favorsmall') === 1 ? 'YES' : 'NO'}`] : []),
    ...(value('fairshare') > 0 ? [`PriorityDecayHalfLife=${slurmTime(value('halflife') * 86_400)}`] : []),
    ...(value('fairshare') > 0 && value('tree') === 0
      ? [`FairShareDampeningFactor=${value('dampening')}`]
      : []),
    `PriorityCalcPeriod=${slurmTime(value('period') * 60)}`,
    ...(flags.length === 0 ? [] : [`PriorityFlags=${flags.join(',')}`]),
  ]
}

/** `D-HH:MM:SS`, of whole seconds. */
function slurmTime(seconds: number): string {
  const whole = Math.round(seconds)
  const two = (count: number) => String(count).padStart(2, '0')
  const [hours, minutes] = [Math.floor((whole % 86_400) / 3600), Math.floor((whole % 3600) / 60)]
  return `${Math.floor(whole / 86_400)}-${two(hours)}:${two(minutes)}:${two(whole % 60)}`
}

/** Backfilling, and whether jobs pass others that do not fit. */
const PBS_SCHEDULERS: Readonly<Record<string, readonly [strict: boolean, depth: number]>> = {
  head: [true, 0],
  easy: [true, 1],
  list: [false, 0],
}

const PBS_VARIABLES: Readonly<Record<string, string>> = {
  wait: 'eligible_time',
  estimate: 'walltime',
  size: 'ncpus',
  area: '(walltime * ncpus)',
}

function pbsLines(algorithm: string, formula: string | undefined): readonly string[] | null {
  const scheduler = PBS_SCHEDULERS[algorithm]
  if (scheduler === undefined || formula === undefined) return null
  const key = byWait(parseExpression(formula))
  const text = key && python(negate(key), 0)
  if (text === null) return null
  const [strict, depth] = scheduler
  return [
    `qmgr -c 'set server job_sort_formula = "${text}"'`,
    ...(text.includes('eligible_time') ? ["qmgr -c 'set server eligible_time_enable = True'"] : []),
    `qmgr -c 'set server backfill_depth = ${depth}'`,
    `sched_config: strict_ordering: ${strict ? 'true' : 'false'} ALL`,
  ]
}

/** The key with waits in place of submit times; null where they do not count alike for all jobs, or where it goes by more. */
function byWait(tree: Expression): Expression | null {
  const split = linearIn(tree, new Map([['submit', null]]))
  if (split === null || [...namesIn(split.p), ...namesIn(split.q)].length > 0) return null
  if (namesIn(split.c).some((name) => !Object.hasOwn(PBS_VARIABLES, name))) return null
  if (!namesIn(tree).includes('submit')) return tree
  const rate: Expression = { kind: 'binary', operator: '/', left: split.p, right: split.q }
  const aged: Expression = {
    ...{ kind: 'binary', operator: '*', left: rate },
    right: { kind: 'name', name: 'wait', column: 0 },
  }
  return { kind: 'binary', operator: '-', left: split.c, right: aged }
}

/** Functions of the same value in Python's module math. */
const MATH: Readonly<Record<string, string>> = {
  ...{ abs: 'fabs', sqrt: 'sqrt', exp: 'exp', ln: 'log', log: 'log', log2: 'log2', log10: 'log10' },
  ...{ floor: 'floor', ceil: 'ceil' },
}

const ATOM = 6

/** @returns null where Python's module has no such function */
function python(node: Expression, least: number): string | null {
  const found = pythonNode(node)
  if (found === null) return null
  const [text, binding] = found
  return binding < least ? `(${text})` : text
}

function pythonNode(node: Expression): readonly [text: string, binding: number] | null {
  switch (node.kind) {
    case 'number':
      return [String(node.value), ATOM]
    case 'name':
      return [PBS_VARIABLES[node.name], ATOM]
    case 'negate': {
      if (node.operand.kind === 'negate') return pythonNode(node.operand.operand)
      const text = python(node.operand, BINDING.negate)
      return text === null ? null : [`-${text}`, BINDING.negate]
    }
    case 'binary': {
      const { operator } = node
      const binding = BINDING[operator]
      const left = python(node.left, operator === '^' || binding === 1 ? binding + 1 : binding)
      const right = python(node.right, operator === '^' ? BINDING.negate : binding + 1)
      if (left === null || right === null) return null
      return [`${left} ${operator === '^' ? '**' : operator} ${right}`, binding]
    }
    case 'call':
      return pythonCall(node.name, operands(node))
  }
}

function pythonCall(
  name: string,
  args: readonly Expression[],
): readonly [text: string, binding: number] | null {
  if (name === 'min' || name === 'max') return pythonNode(extreme(name === 'min' ? '<=' : '>=', args))
  const texts = args.map((arg) => python(arg, 0))
  if (texts.includes(null)) return null
  if (name === 'if') return [`(${texts[1]} if ${texts[0]} else ${texts[2]})`, ATOM]
  return Object.hasOwn(MATH, name) ? [`${MATH[name]}(${texts.join(', ')})`, ATOM] : null
}

/** The least or largest as a choice, as module math has neither. */
function extreme(operator: '<=' | '>=', [first, ...rest]: readonly Expression[]): Expression {
  return rest.reduce(
    (best, next): Expression => ({
      kind: 'call',
      name: 'if',
      args: [{ kind: 'binary', operator, left: best, right: next }, best, next],
      column: 0,
    }),
    first ?? number(0),
  )
}

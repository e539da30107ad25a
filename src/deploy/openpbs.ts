/**
 * Orders as OpenPBS's `job_sort_formula`: an expression of Python over what a job asked for and how long it has been eligible,
 * with the functions of its module `math` and the conditional; the largest value goes first. (OpenPBS Administrator's Guide,
 * "Using a formula for computing job execution priority".)
 */
import { binary, type Expression, namesIn, number } from '../core/expression/ast.js'
import { type Dialect, written } from './dialect.js'
import type { Exported, ExportedFile } from './exported.js'
import { refused } from './exported.js'
import { folded, negated, type OrderForm, printedKey, withoutTime } from './order-form.js'
import { pitfalls } from './pitfalls.js'
import { parsePython } from './python.js'

const NAMES = { wait: 'eligible_time', size: 'ncpus', estimate: 'walltime', area: '(ncpus * walltime)' }

const PYTHON: Dialect = {
  names: NAMES,
  // No key of a job comes near, and PBS has no word for infinity.
  infinity: '1e300',
  functions: {
    abs: (x) => `fabs(${x})`,
    sqrt: (x) => `sqrt(${x})`,
    cbrt: (x) => `copysign(fabs(${x}) ** (1 / 3), ${x})`,
    exp: (x) => `exp(${x})`,
    ln: (x) => `log(${x})`,
    log: (x) => `log(${x})`,
    log2: (x) => `log2(${x})`,
    log10: (x) => `log10(${x})`,
    floor: (x) => `floor(${x})`,
    ceil: (x) => `ceil(${x})`,
    round: (x) => `floor(${x} + 0.5)`,
    min: (...all) => `min(${all.join(', ')})`,
    max: (...all) => `max(${all.join(', ')})`,
  },
  power: (base, exponent) => `(${base} ** ${exponent})`,
  choice: (condition, yes, no) => `(${yes} if ${condition} else ${no})`,
  unequal: '!=',
}

/** A name of PBS's as a variable of formulas. */
export const FROM_PBS: Readonly<Record<string, string>> = {
  eligible_time: 'wait',
  ncpus: 'size',
  walltime: 'estimate',
}

const UNKNOWN: Readonly<Record<string, string>> = {
  submit: 'the submit time, other than as a part of the wait',
  now: 'the time of day',
  group: 'user groups',
  user: 'who submitted a job, as a number',
  queue: 'how many jobs wait',
  free: 'how many processors are free',
  situation: 'the time of the week',
  weekday: 'the day of the week',
  hour: 'the hour',
}

/**
 * @param form of the order's expression
 * @throws QueuewrightError `not-exportable`
 */
export function openPbs(form: OrderForm): Exported {
  const key = overWait(form)
  const foreign = namesIn(key).find((name) => !Object.hasOwn(NAMES, name))
  if (foreign !== undefined) {
    throw refused(
      'a formula of OpenPBS',
      `it knows nothing of ${UNKNOWN[foreign] ?? foreign}`,
      'Groups can have queues of their own there, with priorities (queue_priority)',
    )
  }
  const apart = pitfalls(key)
  const formula = written(upsideDown(key), PYTHON)
  return {
    target: 'openpbs',
    files: filesOf(formula),
    order: printedKey(upsideDown(parsePython(formula, FROM_PBS))),
    exact: apart.length === 0,
    notes: [
      ...(apart.length === 0
        ? []
        : [
            `jobs may have another place where ${apart.join(', or ')}: OpenPBS takes 0 for what Python cannot compute, and 1e300 for infinity`,
          ]),
      'eligible_time counts from when a job may run, and stands still while limits of its user hold it back',
      'a job without a requested time has the walltime of its queue or server: set resources_default.walltime',
    ],
  }
}

/** The same order over the wait: of a key that jobs have for good, the submit time is minus the wait at any instant. */
function overWait(form: OrderForm): Expression {
  if (form.kind === 'rank' || !namesIn(form.key).includes('submit')) return form.key
  const split = withoutTime(form.key, [['submit', null]])
  if (split === null) return form.key
  const wait: Expression = { kind: 'name', name: 'wait', column: 1 }
  const waited = split.slope === 1 ? wait : binary('*', number(split.slope), wait)
  return folded(binary('-', split.rest, waited))
}

/** A difference is turned round: that is minus its value, bit by bit, but for the sign of 0. */
function upsideDown(key: Expression): Expression {
  return key.kind === 'binary' && key.operator === '-' ? binary('-', key.right, key.left) : negated(key)
}

function filesOf(formula: string): readonly ExportedFile[] {
  return [
    {
      name: 'enable.qmgr',
      purpose: 'as a PBS manager: qmgr < enable.qmgr; it goes before job_sort_key of sched_config',
      text: `set server eligible_time_enable = True\nset server job_sort_formula = "${formula}"\n`,
    },
    {
      name: 'disable.qmgr',
      purpose: 'takes it back: qmgr < disable.qmgr',
      text: 'unset server job_sort_formula\n',
    },
  ]
}

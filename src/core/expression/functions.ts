/**
 * The operations of the expression language on columns of numbers: what each operator and function means.
 *
 * A kernel computes out[o + k] for k < n. Operands are an array, a first index and a step: step 1 reads a column,
 * step 0 the same scalar n times. `out` may be one of the operands' arrays at the same index. Arithmetic is IEEE
 * 754 (1/0 is Infinity, 0/0 NaN); a comparison gives 1 or 0, and with NaN only != is 1; min and max of NaN are NaN.
 */
import type { BinaryOperator } from './ast.js'

export type Kernel = (
  n: number,
  out: Float64Array,
  o: number,
  a: Float64Array,
  i: number,
  di: number,
  b: Float64Array,
  j: number,
  dj: number,
  c: Float64Array,
  l: number,
  dl: number,
) => void

export interface FunctionDeclaration {
  /** Fewest and most arguments; a function of two or more is folded from the left over its arguments. */
  readonly least: number
  readonly most: number
  readonly kernel: Kernel
  /** One line for help texts. */
  readonly meaning: string
}

export const OPERATOR_KERNELS: Readonly<Record<BinaryOperator | 'negate', Kernel>> = {
  '+': (n, out, o, a, i, di, b, j, dj) => {
    for (let k = 0; k < n; k++, i += di, j += dj) out[o + k] = a[i] + b[j]
  },
  '-': (n, out, o, a, i, di, b, j, dj) => {
    for (let k = 0; k < n; k++, i += di, j += dj) out[o + k] = a[i] - b[j]
  },
  '*': (n, out, o, a, i, di, b, j, dj) => {
    for (let k = 0; k < n; k++, i += di, j += dj) out[o + k] = a[i] * b[j]
  },
  '/': (n, out, o, a, i, di, b, j, dj) => {
    for (let k = 0; k < n; k++, i += di, j += dj) out[o + k] = a[i] / b[j]
  },
  '^': (n, out, o, a, i, di, b, j, dj) => {
    for (let k = 0; k < n; k++, i += di, j += dj) out[o + k] = a[i] ** b[j]
  },
  '<': (n, out, o, a, i, di, b, j, dj) => {
    for (let k = 0; k < n; k++, i += di, j += dj) out[o + k] = a[i] < b[j] ? 1 : 0
  },
  '<=': (n, out, o, a, i, di, b, j, dj) => {
    for (let k = 0; k < n; k++, i += di, j += dj) out[o + k] = a[i] <= b[j] ? 1 : 0
  },
  '>': (n, out, o, a, i, di, b, j, dj) => {
    for (let k = 0; k < n; k++, i += di, j += dj) out[o + k] = a[i] > b[j] ? 1 : 0
  },
  '>=': (n, out, o, a, i, di, b, j, dj) => {
    for (let k = 0; k < n; k++, i += di, j += dj) out[o + k] = a[i] >= b[j] ? 1 : 0
  },
  '==': (n, out, o, a, i, di, b, j, dj) => {
    for (let k = 0; k < n; k++, i += di, j += dj) out[o + k] = a[i] === b[j] ? 1 : 0
  },
  '!=': (n, out, o, a, i, di, b, j, dj) => {
    for (let k = 0; k < n; k++, i += di, j += dj) out[o + k] = a[i] !== b[j] ? 1 : 0
  },
  negate: (n, out, o, a, i, di) => {
    for (let k = 0; k < n; k++, i += di) out[o + k] = -a[i]
  },
}

/**
 * A product taken with a sum or difference at once, a scalar b times the column c: the same two roundings as one after the
 * other. What reads a column twice costs more than what it computes.
 */
export const PRODUCT_KERNELS = {
  /** a + b·c. */
  plus: (n, out, o, a, i, di, b, j, _dj, c, l) => {
    const factor = b[j]
    if (di === 1) for (let k = 0; k < n; k++) out[o + k] = a[i + k] + factor * c[l + k]
    else for (let k = 0, first = a[i]; k < n; k++) out[o + k] = first + factor * c[l + k]
  },
  /** a − b·c. */
  minus: (n, out, o, a, i, di, b, j, _dj, c, l) => {
    const factor = b[j]
    if (di === 1) for (let k = 0; k < n; k++) out[o + k] = a[i + k] - factor * c[l + k]
    else for (let k = 0, first = a[i]; k < n; k++) out[o + k] = first - factor * c[l + k]
  },
} as const satisfies Record<string, Kernel>

const naturalLogarithm: Kernel = (n, out, o, a, i, di) => {
  for (let k = 0; k < n; k++, i += di) out[o + k] = Math.log(a[i])
}

/** By name. `log` is the natural logarithm, as in the mathematics libraries of C, Python and JavaScript. */
export const FUNCTIONS: Readonly<Record<string, FunctionDeclaration>> = {
  abs: {
    least: 1,
    most: 1,
    meaning: 'abs(x): x without its sign',
    kernel: (n, out, o, a, i, di) => {
      for (let k = 0; k < n; k++, i += di) out[o + k] = Math.abs(a[i])
    },
  },
  sqrt: {
    least: 1,
    most: 1,
    meaning: 'sqrt(x): square root',
    kernel: (n, out, o, a, i, di) => {
      for (let k = 0; k < n; k++, i += di) out[o + k] = Math.sqrt(a[i])
    },
  },
  cbrt: {
    least: 1,
    most: 1,
    meaning: 'cbrt(x): cube root, also of negative numbers',
    kernel: (n, out, o, a, i, di) => {
      for (let k = 0; k < n; k++, i += di) out[o + k] = Math.cbrt(a[i])
    },
  },
  exp: {
    least: 1,
    most: 1,
    meaning: 'exp(x): e to the power of x',
    kernel: (n, out, o, a, i, di) => {
      for (let k = 0; k < n; k++, i += di) out[o + k] = Math.exp(a[i])
    },
  },
  ln: { least: 1, most: 1, meaning: 'ln(x): natural logarithm', kernel: naturalLogarithm },
  log: {
    least: 1,
    most: 1,
    meaning: 'log(x): natural logarithm, the same as ln(x)',
    kernel: naturalLogarithm,
  },
  log2: {
    least: 1,
    most: 1,
    meaning: 'log2(x): logarithm to base 2',
    kernel: (n, out, o, a, i, di) => {
      for (let k = 0; k < n; k++, i += di) out[o + k] = Math.log2(a[i])
    },
  },
  log10: {
    least: 1,
    most: 1,
    meaning: 'log10(x): logarithm to base 10; log10(0) is -Infinity',
    kernel: (n, out, o, a, i, di) => {
      for (let k = 0; k < n; k++, i += di) out[o + k] = Math.log10(a[i])
    },
  },
  floor: {
    least: 1,
    most: 1,
    meaning: 'floor(x): the greatest whole number not above x',
    kernel: (n, out, o, a, i, di) => {
      for (let k = 0; k < n; k++, i += di) out[o + k] = Math.floor(a[i])
    },
  },
  ceil: {
    least: 1,
    most: 1,
    meaning: 'ceil(x): the least whole number not below x',
    kernel: (n, out, o, a, i, di) => {
      for (let k = 0; k < n; k++, i += di) out[o + k] = Math.ceil(a[i])
    },
  },
  round: {
    least: 1,
    most: 1,
    meaning: 'round(x): the nearest whole number, halves upwards',
    kernel: (n, out, o, a, i, di) => {
      for (let k = 0; k < n; k++, i += di) out[o + k] = Math.round(a[i])
    },
  },
  min: {
    least: 2,
    most: Number.POSITIVE_INFINITY,
    meaning: 'min(a, b, …): the least of two or more',
    kernel: (n, out, o, a, i, di, b, j, dj) => {
      for (let k = 0; k < n; k++, i += di, j += dj) out[o + k] = Math.min(a[i], b[j])
    },
  },
  max: {
    least: 2,
    most: Number.POSITIVE_INFINITY,
    meaning: 'max(a, b, …): the greatest of two or more',
    kernel: (n, out, o, a, i, di, b, j, dj) => {
      for (let k = 0; k < n; k++, i += di, j += dj) out[o + k] = Math.max(a[i], b[j])
    },
  },
  if: {
    least: 3,
    most: 3,
    meaning: 'if(condition, a, b): a where the condition is neither 0 nor NaN, else b',
    kernel: (n, out, o, a, i, di, b, j, dj, c, l, dl) => {
      for (let k = 0; k < n; k++, i += di, j += dj, l += dl) out[o + k] = a[i] ? b[j] : c[l]
    },
  },
}

export const FUNCTION_NAMES: readonly string[] = Object.keys(FUNCTIONS)

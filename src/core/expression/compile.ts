/**
 * Compiles a formula into a program over columns of numbers; no code is generated as text and none is evaluated.
 *
 * The tree becomes a list of nodes in evaluation order: constants (subtrees without variables are folded), variables
 * and operations, each once: equal parts of the formula are one node. Evaluation runs node by node over blocks of `BLOCK`
 * rows, which stay in the processor's cache; a node that depends on scalars alone is evaluated once, and where the
 * condition of an `if` is a scalar, it is the same as one of its branches, and what only the other needs is not evaluated. A
 * variable times a scalar that is added to something, or taken from it, is one operation with that: most of what searches of
 * orders evaluate are sums of such. All memory is taken when the program is compiled.
 */
import { QueuewrightError } from '../errors.js'
import { suggestion } from '../suggest.js'
import { type Expression, namesIn, operands, printExpression } from './ast.js'
import { FUNCTIONS, type Kernel, OPERATOR_KERNELS, PRODUCT_KERNELS } from './functions.js'
import { parseExpression } from './parse.js'
import { excerpt, inFormula, type Notation, type PlaceText } from './tokens.js'

/** Values of the variables: a column (at least n values) or one number for all rows. */
export type Scope = Readonly<Record<string, Float64Array | number>>

export interface CompiledExpression {
  /** As given, or printed from the tree. */
  readonly text: string
  readonly tree: Expression
  /** The variables that the formula uses, each once. */
  readonly names: readonly string[]
  /**
   * `out[k]` = value for row k, k < n. `out` may be one of the columns of `scope`. A variable that the scope lacks is
   * a defect of the caller (TypeError). Allocates nothing.
   */
  evaluate(scope: Scope, n: number, out: Float64Array): void
  /** The value for scalars (of a column, its first row). */
  value(scope: Scope): number
}

export interface CompileOptions {
  /** The variables that may be used. */
  readonly variables: readonly string[]
  /** How messages tell a column. */
  readonly place?: PlaceText
  /** How a formula is written; plainly unless somebody says. */
  readonly notation?: Notation
}

/**
 * @param source a formula, or a tree made by `parseExpression` or `linearIn`
 * @throws QueuewrightError `formula-syntax`, `formula-name`
 */
export function compileExpression(source: string | Expression, options: CompileOptions): CompiledExpression {
  const { place, notation } = options
  const tree = typeof source === 'string' ? parseExpression(source, place, notation) : source
  const text = typeof source === 'string' ? source : printExpression(tree)
  requireKnownNames(tree, text, options)
  return new Program(text, tree)
}

/** @throws QueuewrightError `formula-name` at the first variable that is not among those allowed. */
function requireKnownNames(
  tree: Expression,
  text: string,
  { variables, place = inFormula }: CompileOptions,
): void {
  const visit = (node: Expression): void => {
    if (node.kind === 'name' && !variables.includes(node.name)) {
      throw new QueuewrightError('formula-name', `unknown name ${node.name} at ${place(node.column)}`, {
        value: excerpt(text, node.column),
        remedy: suggestion(node.name, variables, 'Variables'),
      })
    }
    operands(node).forEach(visit)
  }
  visit(tree)
}

const BLOCK = 512
const NOTHING = new Float64Array(1)
const CHOICE = FUNCTIONS.if.kernel
const { '+': PLUS, '-': MINUS, '*': TIMES } = OPERATOR_KERNELS

/** A value in the program: a constant, a variable, or an operation on earlier nodes. */
interface Node {
  readonly kernel: Kernel | null
  /** Earlier nodes, by index; −1 where the kernel takes fewer. */
  readonly a: number
  readonly b: number
  readonly c: number
}

class Program implements CompiledExpression {
  readonly names: readonly string[]
  readonly #nodes: Node[] = []
  /** Node of each variable, beside `names`. */
  readonly #inputs: number[] = []
  readonly #result: number
  /** Value of each node that is a scalar. */
  readonly #scalars: Float64Array
  /** Block that holds the value of each operation where it is a column. */
  readonly #blocks: readonly Float64Array[]

  /** Per node, for the evaluation at hand: where its values lie (0 or 1 step apart). */
  readonly #array: Float64Array[]
  readonly #start: Int32Array
  readonly #step: Int32Array
  /** The node whose values it has: another one for an `if` that is one of its branches. */
  readonly #same: Int32Array
  readonly #needed: Uint8Array
  /** The product, a scalar times a variable, that is taken with a sum or difference; −1 where there is none. */
  readonly #product: Int32Array

  constructor(
    readonly text: string,
    readonly tree: Expression,
  ) {
    this.names = namesIn(tree)
    const builder = new Builder(this.names)
    this.#result = builder.add(tree)
    this.#nodes = builder.nodes
    this.#inputs = this.names.map((name) => builder.inputs.get(name) ?? -1)
    this.#scalars = Float64Array.from(builder.constants)
    this.#blocks = blocksFor(this.#nodes)
    this.#array = this.#nodes.map(() => this.#scalars)
    this.#start = Int32Array.from(this.#nodes.keys())
    this.#step = new Int32Array(this.#nodes.length)
    this.#same = Int32Array.from(this.#nodes.keys())
    this.#needed = new Uint8Array(this.#nodes.length)
    this.#product = new Int32Array(this.#nodes.length)
  }

  value(scope: Scope): number {
    const out = this.#scalarOut
    this.evaluate(scope, 1, out)
    return out[0]
  }
  readonly #scalarOut = new Float64Array(1)

  evaluate(scope: Scope, n: number, out: Float64Array): void {
    this.#bind(scope)
    const result = this.#same[this.#result]
    for (let from = 0; from < n; from += BLOCK) {
      const rows = n - from < BLOCK ? n - from : BLOCK
      for (let node = 0; node < result; node++) {
        if (this.#needed[node] === 1) {
          this.#run(node, rows, from, this.#array[node], 0)
        }
      }
      if (this.#step[result] === 1) {
        if (this.#nodes[result].kernel !== null) this.#run(result, rows, from, out, from)
        else copy(this.#array[result], out, from, rows)
      } else out.fill(this.#scalars[result], from, from + rows)
    }
    // The formula may be kept for long; the columns, which can be large, are not its own.
    for (const node of this.#inputs) this.#array[node] = this.#scalars
  }

  /** Finds out which nodes are columns, evaluates those that are scalars, and marks the operations that are needed. */
  #bind(scope: Scope): void {
    for (let k = 0; k < this.names.length; k++) {
      const value = scope[this.names[k]]
      const node = this.#inputs[k]
      if (typeof value === 'number') {
        this.#scalars[node] = value
        this.#array[node] = this.#scalars
        this.#step[node] = 0
      } else if (value !== undefined) {
        this.#array[node] = value
        this.#step[node] = 1
      } else throw new TypeError(`variable ${this.names[k]} has no value`)
    }
    for (let node = 0; node < this.#nodes.length; node++) {
      const { kernel, a, b, c } = this.#nodes[node]
      if (kernel === null) continue
      const step = this.#step
      const same = this.#same
      if (kernel === CHOICE && step[a] === 0) {
        const chosen = same[this.#scalars[same[a]] ? b : c]
        same[node] = chosen
        step[node] = step[chosen]
        continue
      }
      same[node] = node
      const column = step[a] === 1 || (b >= 0 && step[b] === 1) || (c >= 0 && step[c] === 1)
      step[node] = column ? 1 : 0
      this.#array[node] = column ? this.#blocks[node] : this.#scalars
      if (!column) this.#run(node, 1, 0, this.#scalars, node)
    }
    this.#mark()
  }

  /** Marks the operations on columns that the result depends on. */
  #mark(): void {
    const needed = this.#needed
    needed.fill(0)
    const same = this.#same
    const result = same[this.#result]
    needed[result] = 1
    for (let node = result; node >= 0; node--) {
      if (needed[node] === 0) continue
      const { kernel, a, b, c } = this.#nodes[node]
      const product = this.#productIn(node)
      this.#product[node] = product
      if (kernel === null || this.#step[node] === 0) needed[node] = 0
      else if (product >= 0) needed[this.#beside(node, product)] = 1
      else for (const part of [a, b, c]) if (part >= 0) needed[same[part]] = 1
    }
  }

  /** A product of a scalar and a variable that an operation adds or takes from something; −1 where it does not. */
  #productIn(node: number): number {
    const { kernel, a, b } = this.#nodes[node]
    if (this.#step[node] === 0 || (kernel !== PLUS && kernel !== MINUS)) return -1
    if (this.#isProduct(this.#same[b])) return this.#same[b]
    return kernel === PLUS && this.#isProduct(this.#same[a]) ? this.#same[a] : -1
  }

  #isProduct(node: number): boolean {
    const { kernel, a, b } = this.#nodes[node]
    if (kernel !== TIMES) return false
    const left = this.#same[a]
    const right = this.#same[b]
    const variable = this.#step[left] === 0 ? right : left
    return this.#step[left] + this.#step[right] === 1 && this.#nodes[variable].kernel === null
  }

  /** The other operand of a sum or difference with a product. */
  #beside(node: number, product: number): number {
    const { a, b } = this.#nodes[node]
    return this.#same[b] === product ? this.#same[a] : this.#same[b]
  }

  /** Runs one operation for `rows` rows from row `from` of the inputs, into `out` from index `at`. */
  #run(node: number, rows: number, from: number, out: Float64Array, at: number): void {
    const { kernel, a, b, c } = this.#nodes[node]
    if (kernel === null) return
    const product = this.#step[node] === 0 ? -1 : this.#product[node]
    if (product >= 0) {
      const factors = this.#nodes[product]
      const left = this.#same[factors.a]
      const right = this.#same[factors.b]
      const fused = kernel === PLUS ? PRODUCT_KERNELS.plus : PRODUCT_KERNELS.minus
      const other = this.#beside(node, product)
      if (this.#step[left] === 0) this.#apply(fused, rows, from, out, at, other, left, right)
      else this.#apply(fused, rows, from, out, at, other, right, left)
    } else {
      const same = this.#same
      this.#apply(kernel, rows, from, out, at, same[a], b < 0 ? -1 : same[b], c < 0 ? -1 : same[c])
    }
  }

  #apply(
    kernel: Kernel,
    rows: number,
    from: number,
    out: Float64Array,
    at: number,
    a: number,
    b: number,
    c: number,
  ): void {
    const array = this.#array
    const step = this.#step
    kernel(
      rows,
      out,
      at,
      array[a],
      this.#first(a, from),
      step[a],
      b < 0 ? NOTHING : array[b],
      b < 0 ? 0 : this.#first(b, from),
      b < 0 ? 0 : step[b],
      c < 0 ? NOTHING : array[c],
      c < 0 ? 0 : this.#first(c, from),
      c < 0 ? 0 : step[c],
    )
  }

  /** Index of a node's value for row `from`: scalars at their node, registers from 0, columns at the row. */
  #first(node: number, from: number): number {
    if (this.#step[node] === 0) return this.#start[node]
    return this.#nodes[node].kernel === null ? from : 0
  }
}

function copy(column: Float64Array, out: Float64Array, from: number, rows: number): void {
  for (let k = from; k < from + rows; k++) out[k] = column[k]
}

/**
 * A block for each operation. Operations whose values are never wanted at the same time share one; an operation may
 * write where it reads, row by row.
 */
function blocksFor(nodes: readonly Node[]): readonly Float64Array[] {
  const lastUse = new Int32Array(nodes.length)
  for (const [node, { a, b, c }] of nodes.entries()) {
    for (const part of [a, b, c]) if (part >= 0) lastUse[part] = node
  }
  // An `if` may turn out to be one of its branches.
  for (let node = nodes.length - 1; node >= 0; node--) {
    const { kernel, b, c } = nodes[node]
    if (kernel === CHOICE)
      for (const branch of [b, c]) lastUse[branch] = Math.max(lastUse[branch], lastUse[node])
  }
  const blocks: Float64Array[] = []
  const free: Float64Array[] = []
  for (const [node, { kernel, a, b, c }] of nodes.entries()) {
    if (kernel === null) {
      blocks.push(NOTHING)
      continue
    }
    for (const part of new Set([a, b, c])) {
      if (part >= 0 && lastUse[part] === node && nodes[part].kernel !== null) free.push(blocks[part])
    }
    blocks.push(free.pop() ?? new Float64Array(BLOCK))
  }
  return blocks
}

class Builder {
  readonly nodes: Node[] = []
  /** Value of each constant node, beside `nodes`; 0 for the others. */
  readonly constants: number[] = []
  readonly inputs = new Map<string, number>()
  readonly #isConstant: boolean[] = []
  /** Operations by kernel and parts. */
  readonly #operations = new Map<Kernel, Map<string, number>>()

  constructor(names: readonly string[]) {
    for (const name of names) this.inputs.set(name, this.#push(null, [], 0, false))
  }

  /** Adds a tree and returns the node of its value. */
  add(tree: Expression): number {
    switch (tree.kind) {
      case 'number':
        return this.#constant(tree.value)
      case 'name':
        return this.inputs.get(tree.name) ?? -1
      case 'negate':
        return this.#operation(OPERATOR_KERNELS.negate, [this.add(tree.operand)])
      case 'binary':
        return this.#operation(OPERATOR_KERNELS[tree.operator], [this.add(tree.left), this.add(tree.right)])
      case 'call': {
        const { kernel, most } = FUNCTIONS[tree.name]
        const parts = tree.args.map((part) => this.add(part))
        return most < Number.POSITIVE_INFINITY
          ? this.#operation(kernel, parts)
          : parts.reduce((folded, part) => this.#operation(kernel, [folded, part]))
      }
    }
  }

  #constant(value: number): number {
    const known = this.constants.findIndex((each, k) => this.#isConstant[k] && Object.is(each, value))
    return known >= 0 ? known : this.#push(null, [], value, true)
  }

  #operation(kernel: Kernel, parts: readonly number[]): number {
    if (parts.every((part) => this.#isConstant[part])) {
      const [a, b = NOTHING, c = NOTHING] = parts.map((part) => Float64Array.of(this.constants[part]))
      const out = new Float64Array(1)
      kernel(1, out, 0, a, 0, 0, b, 0, 0, c, 0, 0)
      return this.#constant(out[0])
    }
    let known = this.#operations.get(kernel)
    if (known === undefined) {
      known = new Map()
      this.#operations.set(kernel, known)
    }
    const key = parts.join(' ')
    let node = known.get(key)
    if (node === undefined) {
      node = this.#push(kernel, parts, 0, false)
      known.set(key, node)
    }
    return node
  }

  #push(kernel: Kernel | null, parts: readonly number[], value: number, constant: boolean): number {
    const [a = -1, b = -1, c = -1] = parts
    this.nodes.push({ kernel, a, b, c })
    this.constants.push(value)
    this.#isConstant.push(constant)
    return this.nodes.length - 1
  }
}

/**
 * The kernel: simulations of the simplest policies in WebAssembly (kernel/, AssemblyScript). Its bytes are in the sources,
 * so that threads and browsers need no file. Where it may not be compiled, by a content security policy, there is none.
 */
import { KERNEL_BYTES } from './bytes.js'

/** Kinds of keys: none, where jobs go by submit; one each; the coefficients of a linear ranking; or what several queues go by. */
export const KEYS = { none: 0, static: 1, linear: 2, several: 3 } as const
export type Keys = keyof typeof KEYS

/** Why a run came back (kernel/ordered.ts). */
export const DRAINED = 0
export const CHANGING = 2
export const CROWDED = 3
export const ASKED = 4

/** Who makes a pass of one of several members, if one was asked for (kernel/switching.ts). */
export const BY_NOBODY = 0
export const BY_HOST = 1
export const BY_HEAD = 2
export const BY_EASY = 3

/** The kernel's exports (kernel/index.ts). Numbers that change are cells; addresses are in bytes, of columns. */
export interface KernelExports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  begin(
    processors: number,
    most: number,
    backfills: boolean,
    keys: number,
    fixed: number,
    layers: number,
    origin: number,
  ): number
  take(firstRow: number, rows: number): number
  runInOrder(stop: number, backfills: boolean): number
  runOrdered(stop: number, backfills: boolean): number
  openQueue(layer: number, known: boolean): number
  reorder(until: number): void
  nextEnd(): number
  /** Several queues (kernel/switching.ts): the address of a column of the chunk, and what the host decides and does. */
  chunkColumn(k: number): number
  runSwitching(stop: number, pass: number): number
  forgetStarts(): void
  useFixed(column: number): void
  useLinear(): void
  openLinear(): number
  startRow(row: number): number
  anyFits(): number
  keepPlan(): void
  readonly planFirst: Cell
  readonly planEnd: Cell
  readonly waiting: Cell
  readonly waitingFirst: Cell
  readonly waitingEnd: Cell
  readonly waitingSizes: Cell
  readonly waitingCounts: Cell
  /** The state of the system that rules know (kernel/accounts.ts), and how many groups. */
  readonly state: Cell
  readonly MOST_GROUPS: Cell
  /** Columns of fixed keys, at most. */
  readonly MOST_FIXED: Cell
  readonly next: Cell
  /** The chunk. */
  readonly submits: Cell
  readonly runtimes: Cell
  readonly estimates: Cell
  readonly sizes: Cell
  readonly alike: Cell
  readonly cs: Cell
  readonly ps: Cell
  readonly ss: Cell
  readonly qs: Cell
  /** The starts since the last time. */
  readonly started: Cell
  readonly startedRows: Cell
  readonly startedAt: Cell
  /** Layers of coefficients, at most. */
  readonly LAYERS: Cell
  /** The queue, and the first of its places that are to be written. */
  readonly opened: Cell
  readonly waitingRows: Cell
  readonly waitingCs: Cell
  readonly waitingPs: Cell
  readonly waitingSs: Cell
  readonly waitingQs: Cell
  /** Grids: the jobs, and where and when they start (kernel/grid/). */
  beginGrid(jobs: number, sites: number): number
  runSites(shares: boolean): number
  runOneQueue(overhead: number, adapts: boolean): number
  readonly gridSubmits: Cell
  readonly gridRuntimes: Cell
  readonly gridEstimates: Cell
  readonly gridSizes: Cell
  readonly gridHomes: Cell
  readonly gridNodes: Cell
  readonly gridStarts: Cell
  readonly gridEnds: Cell
  readonly gridPlaces: Cell
  readonly gridFragments: Cell
  readonly gridFragmentsEnd: Cell
  /** Fuzzy rules (kernel/rules.ts). */
  rulesFrom(): number
  fireRules(set: number): number
  chooseByRules(set: number): number
}

export interface Cell {
  readonly value: number
}

/** The part of the host's WebAssembly that is needed: not all that a simulation runs in declares it. */
interface Host {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: unknown }
}

/** Memory above which an instance is not kept for the next simulation: it cannot give any back. */
const MOST_KEPT = 2 ** 24

/** Compiled once in a thread; null where it cannot be. */
let compiled: object | null | undefined
/** An instance that nobody uses. */
let idle: KernelExports | null = null

/**
 * Has `use` run with an instance of its own.
 * @returns null where there is no kernel
 */
export function withKernel<T>(use: (kernel: KernelExports) => T): T | null {
  const kernel = idle ?? instantiate()
  if (kernel === null) return null
  idle = null
  const result = use(kernel)
  if (kernel.memory.buffer.byteLength <= MOST_KEPT) idle = kernel
  return result
}

/** A part of a column of the kernel's memory, until that grows. */
export function floats({ memory }: KernelExports, { value }: Cell, length: number, from = 0): Float64Array {
  return new Float64Array(memory.buffer, value + from * Float64Array.BYTES_PER_ELEMENT, length)
}

export function ints({ memory }: KernelExports, { value }: Cell, length: number, from = 0): Int32Array {
  return new Int32Array(memory.buffer, value + from * Int32Array.BYTES_PER_ELEMENT, length)
}

/** A kernel of its own, for what stays in its memory; null where there is none. */
export function instantiate(): KernelExports | null {
  const host = (globalThis as { readonly WebAssembly?: Host }).WebAssembly
  if (host === undefined || compiled === null) return null
  try {
    compiled ??= new host.Module(bytesOf(KERNEL_BYTES))
    return new host.Instance(compiled).exports as KernelExports
  } catch {
    // Not allowed, or no memory: once is enough to know.
    compiled = null
    return null
  }
}

/** The bytes of hexadecimal digits. */
function bytesOf(digits: string): Uint8Array {
  return Uint8Array.from({ length: digits.length / 2 }, (_, k) =>
    Number.parseInt(digits.slice(2 * k, 2 * k + 2), 16),
  )
}

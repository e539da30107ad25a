/** The requests of jobs for nodes, as passes and plans share them. */
import type { Closures } from './closures.js'
import type { Packing } from './pack.js'
import type { NodeRequest } from './request.js'
import type { KeptRooms } from './rooms.js'
import type { NodeStock } from './stock.js'

/** A request, and the nodes that it may be met on; jobs that ask for the same have one. */
export interface Claim {
  /** From 0 on. */
  readonly number: number
  readonly request: NodeRequest
  readonly nodes: Int32Array
  readonly kept: KeptRooms
  /** The partition. */
  readonly home: number
  /** The tasks of a share that is on one node. */
  readonly all: Int32Array
}

export interface Claims {
  /** All that is free now. */
  readonly stock: NodeStock
  readonly packing: Packing
  readonly closures: Closures
  /** The claim of a job in a partition. */
  claimOf(job: number, home: number): Claim
}

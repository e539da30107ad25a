/**
 * The declaration of a queue order: help texts, the documentation and the parser of policies read nothing else.
 * The port of this folder; each family of orders imports it, and index.ts lists the families.
 */
import type { QueueOrder } from '../order.js'

export interface OrderParameter {
  readonly name: string
  readonly meaning: string
  readonly least: number
  readonly most: number
  readonly default: number
  /** Only whole numbers. */
  readonly whole?: true
  /** One value a user group: w1, w2, …; as many groups as are named, at least five. */
  readonly perGroup?: true
  /** May be given for one situation alone: `night.a`; without it the value holds for all three. */
  readonly perTimeClass?: true
}

/** Values that a policy gives, by key as written (`a`, `w1`, `night.K2`), each checked against its declaration. */
export type GivenParameters = ReadonlyMap<string, number>

export interface OrderDeclaration {
  readonly name: string
  readonly aliases: readonly string[]
  /** The key, smaller first unless it says otherwise; r the estimate, n the size, s the submit time, w the wait. */
  readonly formula: string
  /** Paper, section or equation. */
  readonly source: string
  readonly parameters: readonly OrderParameter[]
  /** @param name as written in the policy */
  create(name: string, given: GivenParameters): QueueOrder
}

/** An order that is written by its name, with the parameters that it is given. */
export interface NamedOrder {
  readonly order: OrderDeclaration
  readonly given: GivenParameters
}

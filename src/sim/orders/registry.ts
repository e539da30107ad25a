/**
 * The registry of named orders: adding one takes its file, its test and one line here.
 */
import type { OrderDeclaration } from './declaration.js'
import { FAIRSHARE_ORDER } from './fairshare.js'
import { GREEDY_ORDERS } from './greedy-declarations.js'
import { GROUP_ORDER } from './group.js'
import { LEARNT_ORDERS } from './learnt.js'
import { MULTIFACTOR_ORDER } from './multifactor/index.js'
import { SC17_ORDERS } from './sc17.js'
import { SIMPLE_ORDERS } from './simple.js'
import { SLOWDOWN_ORDERS } from './slowdown.js'

/** All orders with a name, in the order in which help lists them. */
export const ORDERS: readonly OrderDeclaration[] = [
  ...SIMPLE_ORDERS,
  ...SLOWDOWN_ORDERS,
  ...SC17_ORDERS,
  ...LEARNT_ORDERS,
  GROUP_ORDER,
  ...GREEDY_ORDERS,
  FAIRSHARE_ORDER,
  MULTIFACTOR_ORDER,
]

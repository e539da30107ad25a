/** The state of the system as the kernel keeps it up (kernel/accounts.ts), for rules. */
import type { World } from '../order.js'
import type { SlowdownSums, SystemSums } from '../rule-based/index.js'
import { floats, type KernelExports } from './instance.js'

/** Places of the state, those of groups from the last one on. */
const NOW = 0
const FREE = 1
const WAITING = 2
const OLDEST = 3
const RESPONSE = 4
const WORK = 5
const SURPRISED = 6
const ALIKE = 7
const AREA = 8
const AREAS = 9

export class KernelSystem implements SystemSums {
  readonly processors: number
  readonly timeClasses: World['timeClasses']
  /** Whether all that was asked for is kept up. */
  isKnown = true
  readonly #kernel: KernelExports
  readonly #groups: number
  #state: Float64Array

  constructor(
    kernel: KernelExports,
    { processors, timeClasses }: Pick<World, 'processors' | 'timeClasses'>,
    groups: number,
  ) {
    this.#kernel = kernel
    this.processors = processors
    this.timeClasses = timeClasses
    this.#groups = groups
    this.#state = this.#read()
  }

  /** The kernel's memory may have moved. */
  look(): void {
    this.#state = this.#read()
  }

  get now(): number {
    return this.#state[NOW]
  }

  get free(): number {
    return this.#state[FREE]
  }

  get waiting(): number {
    return this.#state[WAITING]
  }

  get longestWait(): number {
    return this.#state[NOW] - this.#state[OLDEST]
  }

  get work(): number {
    return this.#state[AREA]
  }

  workOf(group: number): number {
    return group < this.#groups ? this.#state[AREAS + group] : 0
  }

  slowdowns(seconds: number): () => SlowdownSums {
    if (seconds < Number.POSITIVE_INFINITY) this.isKnown = false
    const system = this
    const sums = {
      get response() {
        return system.#state[RESPONSE]
      },
      get work() {
        return system.#state[WORK]
      },
    }
    return () => sums
  }

  /** Whether jobs have ended at another instant than their estimated end since this was asked last. */
  takeSurprises(): boolean {
    return this.#take(SURPRISED)
  }

  /** Whether jobs were started as all members would have since this was asked last. */
  takeAlike(): boolean {
    return this.#take(ALIKE)
  }

  #take(place: number): boolean {
    const is = this.#state[place] === 1
    this.#state[place] = 0
    return is
  }

  #read(): Float64Array {
    return floats(this.#kernel, this.#kernel.state, AREAS + this.#groups)
  }
}

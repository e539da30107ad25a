/**
 * What a fuzz test of a reader is: inputs that it must take, damage to them, and what must hold of whatever it takes. A
 * reader may refuse what is damaged, with one clean line that says where; it may not crash, hang, or take what breaks a
 * promise of its own. Inputs are made of a seed alone, so that a finding can be made again.
 */
import fc from 'fast-check'
import { QueuewrightError } from '../../src/core/errors.js'

export interface FuzzedReader {
  readonly name: string
  /** Inputs without a fault. */
  readonly valid: fc.Arbitrary<unknown>
  /** The same, damaged; null where nothing is to be damaged. */
  readonly damaged: fc.Arbitrary<unknown> | null
  /** Reads an input, and holds what came of it to its promises. */
  readonly read: (input: unknown) => unknown
}

/** What is done to an input, made apart from it so that both shrink. */
export interface Damage<Input, Plan> {
  readonly plans: fc.Arbitrary<Plan>
  readonly apply: (input: Input, plan: Plan) => Input
}

export interface Fuzzing<Input, Plan> {
  readonly name: string
  readonly valid: fc.Arbitrary<Input>
  readonly damage: Damage<Input, Plan> | null
  readonly read: (input: Input) => unknown
}

export function fuzzed<Input, Plan>({ name, valid, damage, read }: Fuzzing<Input, Plan>): FuzzedReader {
  return {
    name,
    valid,
    damaged: damage && fc.tuple(valid, damage.plans).map(([input, plan]) => damage.apply(input, plan)),
    read: (input) => read(input as Input),
  }
}

/** Longer than any message has to be, also of a name of 10,000 characters that it repeats cut off. */
const LONGEST_MESSAGE = 2000
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a message may not hold
const UNCLEAN = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/

/**
 * Gives a reader an input, and judges a refusal.
 * @param mustTake whether the input has no fault
 */
export async function judge({ read }: FuzzedReader, input: unknown, mustTake: boolean): Promise<void> {
  try {
    await read(input)
  } catch (error) {
    if (!(error instanceof QueuewrightError) || mustTake) throw error
    const { kind, message } = error
    if (kind === 'internal') throw new Error(`refused as a defect: ${message}`)
    if (UNCLEAN.test(message)) throw new Error(`a message that steers terminals: ${JSON.stringify(message)}`)
    if (message.length > LONGEST_MESSAGE)
      throw new Error(`a message of ${message.length}: ${message.slice(0, 300)}`)
  }
  if (Object.hasOwn(Object.prototype, 'polluted')) {
    Reflect.deleteProperty(Object.prototype, 'polluted')
    throw new Error('what was read changed the prototype of all objects')
  }
}

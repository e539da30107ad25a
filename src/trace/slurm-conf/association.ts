/** An account or a user of one, with its shares: a row of the texts that say so. */
import { QueuewrightError } from '../../core/errors.js'
import { LARGEST_WEIGHT } from './settings.js'

/** The account above all others. */
export const ROOT_ACCOUNT = 'root'

export interface Association {
  readonly account: string
  /** Null: the account itself. */
  readonly user: string | null
  /** The account above; null for the root. */
  readonly parent: string | null
  /** Null: `parent`, which is to have none of its own. */
  readonly shares: number | null
  /** The weight by PriorityWeightAssoc, its own or that of the account above; null where nobody has any. */
  readonly priority: number | null
  /** Resource-seconds used, decayed, as Slurm counts them now, of an account with all below it; absent where a text does not say. */
  readonly used?: number
}

/** An association with the line of the text that has it. */
export interface AssociationRow extends Association {
  readonly line: number
}

/** The account above another, as a text names it. */
export function parentOf(account: string, above: string): string | null {
  if (account === ROOT_ACCOUNT) return null
  return above === '' ? ROOT_ACCOUNT : above
}

/** Null where a text does not say, or says that it has none of its own. */
export function priorityOf(text: string, line: number): number | null {
  if (text === '' || Number(text) === LARGEST_WEIGHT) return null
  const priority = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (priority < LARGEST_WEIGHT) return priority
  throw new QueuewrightError('line-number', 'not a priority', {
    ...{ line, field: 'Priority', value: text },
    expected: `a whole number up to ${LARGEST_WEIGHT - 1}`,
  })
}

/** Nothing where a text does not say. */
export function usedOf(text: string, line: number): Pick<Association, 'used'> {
  if (text === '') return {}
  const used = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (Number.isFinite(used)) return { used }
  throw new QueuewrightError('line-number', 'not a usage', {
    ...{ line, field: 'RawUsage', value: text },
    expected: 'a whole number',
  })
}

/** `parent` as the number that Slurm keeps for it. */
const PARENT_SHARES = 2_147_483_647

/** 1 where a text does not say. */
export function sharesOf(text: string, line: number, field: string): number | null {
  if (text === '') return 1
  const shares = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (text === 'parent' || shares === PARENT_SHARES) return null
  if (shares <= LARGEST_WEIGHT) return shares
  throw new QueuewrightError('line-number', 'not a number of shares', {
    line,
    field,
    value: text,
    expected: 'a whole number, or parent',
  })
}

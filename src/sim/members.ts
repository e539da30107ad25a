/** Who may submit: the different pairs of an account and a user among jobs. A site knows them before they do. */

export interface Member {
  /** The account's number, field 13 of a log; −1: none. */
  readonly account: number
  /** The user's number; −1: unknown. */
  readonly user: number
}

/**
 * By account, then by user.
 * @param accounts beside `users`, job by job; undefined where nothing is known of accounts
 */
export function membersOf(users: Int32Array, accounts: Float64Array | undefined): readonly Member[] {
  const usersOf = new Map<number, Set<number>>()
  for (let job = 0; job < users.length; job++) {
    const account = accounts === undefined ? -1 : accounts[job]
    let members = usersOf.get(account)
    if (members === undefined) {
      members = new Set()
      usersOf.set(account, members)
    }
    members.add(users[job])
  }
  const ascending = (a: number, b: number) => a - b
  return [...usersOf.keys()]
    .sort(ascending)
    .flatMap((account) =>
      [...(usersOf.get(account) ?? [])].sort(ascending).map((user) => ({ account, user })),
    )
}

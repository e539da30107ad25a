/**
 * Why a waiting job does not start: what a pass says of it after it has run (`Pass.blocks`, `Pass.why`). Jobs are rows of the table.
 */
export type WaitingReason =
  /** Fewer processors than it needs are free: of the machine, or where that has partitions of each that the job may run in. */
  | { readonly kind: 'processors'; readonly free: number }
  /** Enough processors of a partition are free, but not on nodes that have what it asks for. */
  | { readonly kind: 'nodes' }
  /** Nodes that would do are free, and reservations of these names keep them for others while it would run. */
  | { readonly kind: 'reserved'; readonly by: string }
  /** It would be over a limit, which these jobs fill that run. */
  | { readonly kind: 'limit'; readonly limit: string; readonly held: readonly number[] }
  /** It would run into maintenance; after that it may begin, at an instant. */
  | { readonly kind: 'maintenance'; readonly until: number }
  /** It would fit, and another comes before it in the order which does not. */
  | { readonly kind: 'order'; readonly of: number }
  /** It would fit now, and the reservation of another, at an instant, would come later. */
  | { readonly kind: 'reservation'; readonly of: number; readonly at: number }
  /**
   * It would fit now and delay nobody, and only what ends before the reservation of another may go first
   * (`--admit before-shadow`).
   */
  | { readonly kind: 'admission'; readonly of: number; readonly at: number }
  /** It would fit now, and keeps the reservation that it has until somebody ends. */
  | { readonly kind: 'kept'; readonly at: number }
  /** Only so many jobs are looked at, and it is not among them. */
  | { readonly kind: 'sight' }
  /** Nothing keeps it but that the next pass is still to come. */
  | { readonly kind: 'cycle' }

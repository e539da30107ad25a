/**
 * Why a waiting job does not start: what a pass says of it after it has run (`Pass.why`). Jobs are rows of the table.
 */
export type WaitingReason =
  /** Fewer processors than it needs are free. */
  | { readonly kind: 'processors'; readonly free: number }
  /** It would fit, and another comes before it in the order which does not. */
  | { readonly kind: 'order'; readonly of: number }
  /** It would fit now, and the reservation of another, at an instant, would come later. */
  | { readonly kind: 'reservation'; readonly of: number; readonly at: number }
  /** It would fit now, and keeps the reservation that it has until somebody ends. */
  | { readonly kind: 'kept'; readonly at: number }
  /** Only so many jobs are looked at, and it is not among them. */
  | { readonly kind: 'sight' }
  /** Nothing keeps it but that the next pass is still to come. */
  | { readonly kind: 'cycle' }

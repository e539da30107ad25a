/** A published value beside what was computed here. */

/** One cell of a source's table. */
export interface PublishedValue {
  /** Which table of the source, or what else the rows have in common. */
  readonly table: string
  /** Unique within the table. */
  readonly row: string
  readonly column: string
  /** As printed in the source; null where it has none. */
  readonly published: number | null
  /** Computed in this run: the median where chance has a part in it; null where there is none. */
  readonly ours: number | null
  /** The least and the largest of our draws; both `ours` where chance has no part. */
  readonly least: number | null
  readonly most: number | null
  /** Decimals to show of ours. */
  readonly decimals: number
  /** Whether it is a percentage itself: the difference is then in points, not relative. */
  readonly percentage?: boolean
}

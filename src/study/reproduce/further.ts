/** Columns for orders that a study does not have of itself. */
import type { FurtherOrder } from './study.js'

/** Under names that no column of the study has, nor another of them: `saf (2)`. */
export function furtherColumns(
  orders: readonly FurtherOrder[],
  taken: readonly string[],
): readonly FurtherOrder[] {
  const columns: FurtherOrder[] = []
  for (const { name, order } of orders) {
    let free = name
    for (let k = 2; taken.includes(free) || columns.some((column) => column.name === free); k++) {
      free = `${name} (${k})`
    }
    columns.push({ name: free, order })
  }
  return columns
}

/** What is shown of a result, apart from its looks. Pure. */
import type { Scene } from './scene.js'

/** A name and what is said of it. */
export type Fact = readonly [name: string, value: string]

/** Values under named columns, unrounded. */
export interface DataTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number | null)[])[]
}

/** A picture with the values that it draws. */
export interface Picture {
  /** Short and plain, for the names of files; unique on its page. */
  readonly name: string
  readonly scene: Scene
  readonly data: DataTable
}

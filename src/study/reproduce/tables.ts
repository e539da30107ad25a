/** Tables of a study's values and logs, whatever its form. */

import { type Codec, object, text, whole } from '../../core/codec.js'
import { csvField } from '../../core/csv.js'
import type { StudyFacts, StudyValue } from './study.js'

/** A file as it was read. */
export interface ReproducedFile {
  readonly name: string
  readonly file: string
  /** Processors; null where it is no log. */
  readonly machine: number | null
  readonly digest: string
}

/** A log as it was read. */
export interface ReproducedLog extends ReproducedFile {
  readonly machine: number
}

export const REPRODUCED_LOG: Codec<ReproducedLog> = object({
  name: text,
  file: text,
  machine: whole(1),
  digest: text,
})

export function tableCsv(values: readonly StudyValue[]): string {
  const lines = values.map(({ table, row, column, published, ours, log }) =>
    [table, row, column, published ?? '', ours ?? '', log ?? ''].map((cell) => csvField(String(cell))),
  )
  return `${[['table', 'row', 'column', 'published', 'ours', 'log'], ...lines].join('\n')}\n`
}

/** The JSON records of a study's values. `row` is unique for its `column`; `data` is the digest of the log as read. */
export function valueRecords(
  { uniqueRows }: StudyFacts,
  values: readonly StudyValue[],
  logs: ReadonlyMap<string, Pick<ReproducedLog, 'digest'>>,
) {
  return values.map(({ table, row, column, published, ours, least, most, log }) => ({
    row: uniqueRows ? row : `${table}: ${row}`,
    column,
    published,
    ours,
    least,
    most,
    log,
    data: (log === null ? null : logs.get(log)?.digest) ?? null,
  }))
}

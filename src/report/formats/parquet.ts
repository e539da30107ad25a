/**
 * A result table as Parquet, by hyparquet-writer, an optional dependency that is loaded on the first call: axes,
 * objective and unit as strings, values as doubles, null where there is none. The same table gives the same bytes.
 * No files are touched.
 */
import { QueuewrightError } from '../../core/errors.js'
import { type ResultTable, resultColumns } from '../../evaluation/results/result-table.js'

type ParquetModule = Pick<typeof import('hyparquet-writer'), 'parquetWriteBuffer'>

/**
 * @throws QueuewrightError `usage` where hyparquet-writer is not installed
 */
export async function resultParquet(
  table: ResultTable,
  load: () => Promise<ParquetModule> = loadWriter,
): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await load().catch((cause: unknown) => {
    throw new QueuewrightError('usage', 'Parquet files need the optional package hyparquet-writer', {
      remedy: 'Install it (npm install hyparquet-writer) or ask for a .csv or .json file.',
      cause,
    })
  })
  const columnData = resultColumns(table).map(({ name, type, data }) => ({
    name,
    type,
    data: [...data],
    nullable: type === 'DOUBLE',
  }))
  return new Uint8Array(parquetWriteBuffer({ columnData, createdBy: 'Queuewright' }))
}

function loadWriter(): Promise<ParquetModule> {
  return import('hyparquet-writer')
}

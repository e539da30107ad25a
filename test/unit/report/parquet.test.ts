import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { describe, expect, it } from 'vitest'
import { QueuewrightError } from '../../../src/core/errors.js'
import { type ResultTable, resultRecords } from '../../../src/evaluation/results/result-table.js'
import { resultParquet } from '../../../src/report/formats/parquet.js'

const TABLE: ResultTable = {
  keys: ['trace', 'window', 'policy'],
  rows: Array.from({ length: 2500 }, (_, k) => ({
    key: [k % 2 === 0 ? 'CTC' : 'KTH, "odd" é', String(k), 'easy'],
    objective: 'AVEbsld',
    unit: '1',
    value: k % 7 === 3 ? null : Math.exp(k / 300) / 3,
  })),
}

const installed = await import('hyparquet-writer').then(
  () => true,
  () => false,
)

function fileOf({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  const copy = new ArrayBuffer(byteLength)
  new Uint8Array(copy).set(new Uint8Array(buffer, byteOffset, byteLength))
  return copy
}

describe('resultParquet', () => {
  it.skipIf(!installed)('reads back as it was, numbers to the last bit', async () => {
    const file = fileOf(await resultParquet(TABLE))
    expect(await parquetReadObjects({ file })).toEqual(resultRecords(TABLE))
    const { schema } = parquetMetadata(file)
    expect(schema.slice(1).map(({ name, type, converted_type }) => [name, type, converted_type])).toEqual([
      ['trace', 'BYTE_ARRAY', 'UTF8'],
      ['window', 'BYTE_ARRAY', 'UTF8'],
      ['policy', 'BYTE_ARRAY', 'UTF8'],
      ['objective', 'BYTE_ARRAY', 'UTF8'],
      ['unit', 'BYTE_ARRAY', 'UTF8'],
      ['value', 'DOUBLE', undefined],
    ])
  })

  it.skipIf(!installed)('has a schema without rows, and without values', async () => {
    const empty = fileOf(await resultParquet({ keys: ['policy'], rows: [] }))
    expect(
      parquetMetadata(empty)
        .schema.map(({ name }) => name)
        .slice(1),
    ).toEqual(['policy', 'objective', 'unit', 'value'])
    expect(await parquetReadObjects({ file: empty })).toEqual([])
    const rows = [{ key: ['easy'], objective: 'AWRT', unit: 's', value: null }]
    const none = fileOf(await resultParquet({ keys: ['policy'], rows }))
    expect(await parquetReadObjects({ file: none })).toEqual(resultRecords({ keys: ['policy'], rows }))
  })

  it.skipIf(!installed)('gives the same bytes for the same table', async () => {
    expect(await resultParquet(TABLE)).toEqual(await resultParquet(TABLE))
  })

  it('says what to do where the writer is not installed', async () => {
    const failure = await resultParquet(TABLE, () => Promise.reject(new Error('Cannot find package'))).catch(
      (error) => error,
    )
    expect(failure).toBeInstanceOf(QueuewrightError)
    expect(failure.kind).toBe('usage')
    expect(failure.message).toContain('npm install hyparquet-writer')
    expect(failure.message).toContain('.csv')
  })
})

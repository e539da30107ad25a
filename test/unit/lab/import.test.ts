/** Files of partitions: names of strangers lead to no folder, are no longer than file systems take, and stay different. */
import { expect, it } from 'vitest'
import { partitionFileNames } from '../../../src/lab/logs/import.js'

const filesOf = (names: readonly (string | null)[]) => [...partitionFileNames(names).values()]

it.each([
  ['batch', 'batch'],
  ['gpu-a100.long', 'gpu-a100.long'],
  ['../../etc/passwd', '%2e.%2f..%2fetc%2fpasswd'],
  ['..', '%2e.'],
  ['.hidden', '%2ehidden'],
  ['', '%'],
  ['no-partition', '%no-partition'],
  ['\u001b[31mred', '%1b%5b31mred'],
  ['a%2fb', 'a%252fb'],
  ['大', '%u5927'],
  [null, 'no-partition'],
])('a partition %j is the file %s', (partition, file) => {
  expect(filesOf([partition])).toEqual([file])
})

it('names that are longer than a file may be are cut, and stay different', () => {
  const long = ['x'.repeat(300), `${'x'.repeat(299)}y`, '\u0001'.repeat(300), 'x'.repeat(160)]
  const files = filesOf(long)
  expect(new Set(files).size).toBe(long.length)
  for (const file of files) expect(file.length).toBeLessThanOrEqual(160)
  expect(files[3]).toBe(long[3])
  expect(files[0]).toMatch(/^x{142}%-[0-9a-f]{16}$/)
})

it('different names have different files where their parts could be taken for each other', () => {
  const names = ['Ā', '\u00100', '\u00010', '\u0010', '%', '%25', '大', '%u5927', '寧2', '', 'no-partition']
  expect(new Set(filesOf(names)).size).toBe(names.length)
})

it('names that differ by case alone have files that do not, on a disk that knows no cases', () => {
  const files = filesOf(['Batch', 'batch', 'BATCH', 'gpu'])
  expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(4)
  expect(files[0]).toMatch(/^Batch%-[0-9a-f]{16}$/)
  expect(files[3]).toBe('gpu')
})

import { describe, expect, it } from 'vitest'
import { csvField, csvLines } from '../../../src/core/csv.js'

describe('fields of CSV', () => {
  it.each([
    ['easy:saf', 'easy:saf'],
    ['a "b", c', '"a ""b"", c"'],
    ['two\nlines', '"two\nlines"'],
    ['-1.5e3', '-1.5e3'],
    ['+7', '+7'],
    ['-', '-'],
    ['', ''],
    ['=cmd|"/c calc"!A1', '"\'=cmd|""/c calc""!A1"'],
    ['@SUM(1)', "'@SUM(1)"],
    ['-2+3', "'-2+3"],
    ['\t=1', "'\t=1"],
    ['red\u001b[31m\u202e\u009b', 'red�[31m��'],
  ])('%j is %j', (text, field) => {
    expect(csvField(text)).toBe(field)
  })

  it('are numbers as they are', () => {
    expect(csvLines([[-1, 2.5, -1e-9]])).toBe('-1,2.5,-1e-9\n')
  })
})

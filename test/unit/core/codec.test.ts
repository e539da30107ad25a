import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  above,
  added,
  byType,
  type Codec,
  described,
  exact,
  flag,
  floats,
  ints,
  json,
  list,
  literal,
  mapped,
  nullable,
  number,
  object,
  oneOf,
  optional,
  record,
  tagged,
  text,
  textOrNumber,
  tuple,
  whole,
  words,
} from '../../../src/core/codec.js'
import { readDocument, versioned } from '../../../src/core/documents.js'
import { Place } from '../../../src/core/place.js'
import { setting, settingsCodec, whole as wholeSetting } from '../../../src/core/settings/index.js'
import { failureOf } from '../../support/failures.js'

const POINT = object({ x: number(), y: optional(number(0, 1)), tags: record(text) })
const SHAPES = tagged('kind', {
  point: object({ kind: literal('point'), at: tuple(number(), number()) }),
  path: object({ kind: literal('path'), bits: floats(), closed: flag }),
})
const read = <Value>(codec: Codec<Value>, value: unknown) => codec.decode(value, Place.of('d.json'))
const again = <Value>(codec: Codec<Value>, value: Value): Value =>
  readDocument(codec, JSON.stringify(codec.encode(value)), 'd.json')

describe('a codec', () => {
  it('reads what it has written, numbers bit for bit', () => {
    const any = fc.double({ noNaN: true })
    fc.assert(
      fc.property(
        fc.array(any),
        any,
        fc.array(fc.integer()),
        fc.dictionary(fc.string(), fc.string()),
        (many, one, some, tags) => {
          const same = again(floats(), Float64Array.from(many))
          expect([...same].every((value, k) => Object.is(value, many[k]))).toBe(true)
          expect(Object.is(again(exact, one), one)).toBe(true)
          expect([...again(ints(), Int32Array.from(some))]).toEqual(some)
          const x = Number.isFinite(one) ? one + 0 : 0
          expect(again(POINT, { x, tags })).toEqual({ x, tags })
        },
      ),
      { seed: 48 },
    )
  })

  it('writes members in its own order, and leaves out what would not be read', () => {
    const value = { tags: { b: '1', a: '2' }, y: undefined, x: 3, z: 4 }
    expect(JSON.stringify(POINT.encode(value as never))).toBe('{"x":3,"tags":{"b":"1","a":"2"}}')
  })

  it('has own members only', () => {
    const tags = JSON.parse('{"__proto__": "mine", "constructor": "yours"}')
    const value = read(POINT, { x: 1, tags })
    expect(Object.keys(value.tags)).toEqual(['__proto__', 'constructor'])
    expect(Object.getPrototypeOf(value.tags)).toBe(Object.prototype)
    expect(JSON.stringify(POINT.encode(value))).toBe(
      '{"x":1,"tags":{"__proto__":"mine","constructor":"yours"}}',
    )
    expect(failureOf(() => read(POINT, Object.create({ x: 1, tags: {} }))).message).toContain(
      'a key is missing',
    )
    expect(failureOf(() => read(POINT, JSON.parse('{"x":1,"tags":{},"__proto__":1}'))).message).toContain(
      'd.json: an unknown key (field __proto__)',
    )
  })

  it('takes any value as it is, but none that a reader of it could not go through', () => {
    const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}{"a":1}${']'.repeat(depth)}`)
    expect(read(json, nested(499))).toEqual(nested(499))
    expect(failureOf(() => read(json, nested(500))).message).toContain('no more than 500 values within')
  })

  it('takes −0 for 0 where it is not exact', () => {
    expect(Object.is(read(number(), -0), 0)).toBe(true)
    expect(Object.is(read(oneOf([0, 1]), -0), 0)).toBe(true)
  })

  it('writes no number that would not be read', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => number().encode(value)).toThrow(RangeError)
    expect(() => exact.encode(Number.NaN)).toThrow(RangeError)
    expect(() => number(0, 1).encode(-5.6e-17)).toThrow('cannot be written')
    expect(exact.encode(Number.NEGATIVE_INFINITY)).toBe('-Infinity')
  })

  it('chooses by the tag', () => {
    const path = { kind: 'path' as const, bits: Float64Array.of(-0, Infinity), closed: true }
    expect(again(SHAPES, path)).toEqual(path)
    expect(again(SHAPES, { kind: 'point', at: [1, 2] })).toEqual({ kind: 'point', at: [1, 2] })
  })

  it('makes other values of them', () => {
    const date = mapped(
      whole(0),
      (seconds) => new Date(seconds * 1000),
      (date) => date.getTime() / 1000,
    )
    expect(again(date, new Date(5000))).toEqual(new Date(5000))
  })

  it.each<[Codec<unknown>, unknown, string]>([
    [POINT, 3, 'an unexpected value (field (document), value 3, expected an object)'],
    [POINT, { x: 1 }, 'a key is missing (field tags, expected x, y, tags)'],
    [POINT, { x: 1, tags: {}, Y: 2 }, 'an unknown key (field Y). Did you mean y? Keys: x, y, tags'],
    [POINT, { x: '1', tags: {} }, '(field x, value "1", expected a number)'],
    [POINT, { x: 1, y: 2, tags: {} }, '(field y, value 2, expected a number from 0 to 1)'],
    [POINT, { x: 1, tags: { 'a b': [] } }, '(field tags["a b"], value "an array", expected a string)'],
    [list(POINT), [{ x: 1, tags: { b: 7 } }], '(field [0].tags.b, value 7, expected a string)'],
    [list(flag, 2), [true], '(field (document), value "an array", expected an array of 2)'],
    [list(flag, { least: 1 }), [], 'expected 1 or more values'],
    [list(flag, { most: 2 }), [true, 0], '(field [1], value 0, expected true or false)'],
    [list(flag, { most: 1 }), [true, 0], 'expected 0 to 1 values'],
    [tuple(flag, words), [true, ' '], '(field [1], value " ", expected a text that is not empty)'],
    [words, 'n\u0000de', 'expected a text without control characters)'],
    [words, 'two\u001b[2Jlines', 'expected a text without control characters)'],
    [SHAPES, { kind: 'circle' }, '(field kind, value "circle", expected "point", "path")'],
    [SHAPES, { at: [1, 2] }, 'a value is missing (field kind, expected "point", "path")'],
    [
      SHAPES,
      { kind: 'path', bits: [1, 'NaN'], closed: true },
      '(field bits[1], value "NaN", expected a number)',
    ],
    [ints(), [2 ** 31], 'expected a whole number below 2^31'],
    [nullable(whole(1)), 0.5, 'expected a whole number from 1'],
    [above(0), 0, 'expected a number above 0'],
    [textOrNumber, null, 'expected a number or a text'],
    [text, 'x'.repeat(99).split(''), 'value "an array", expected a string'],
  ])('%# refuses %j', (codec, value, message) => {
    const failure = failureOf(() => read(codec, value))
    expect(failure.kind).toBe('input-document')
    expect(failure.message).toContain(message)
  })

  it('tells values of several kinds apart by what they are', () => {
    const size = byType('all, or a number', { string: oneOf(['all']), number: whole(1), object: POINT })
    for (const value of ['all' as const, 7, { x: 1, tags: {} }]) expect(again(size, value)).toEqual(value)
    const refusal = (value: unknown) => failureOf(() => read(size, value)).message
    expect(refusal('al')).toContain('(field (document), value "al", expected "all"). Did you mean all?')
    expect(refusal(0)).toContain('expected a whole number from 1')
    for (const value of [[], null, true]) expect(refusal(value)).toContain('expected all, or a number')
    expect(() => size.encode([] as never)).toThrow(RangeError)
  })

  it('has what is usual in the place of what is left out, and tells of the first fault', () => {
    const job = object({ name: text, size: added(whole(1), 4), user: optional(whole(0)) })
    expect(read(job, { name: 'a' })).toEqual({ name: 'a', size: 4 })
    expect(job.encode({ name: 'a', size: 4 })).toEqual({ name: 'a', size: 4 })
    expect(failureOf(() => read(job, { user: -1, size: 0, name: 3 })).detail.field).toBe('user')
    expect(failureOf(() => read(job, { size: 0, user: -1, name: 3 })).detail.field).toBe('size')
    expect(Object.keys(read(job, { user: 1, name: 'a', size: 2 }))).toEqual(['size', 'name', 'user'])
    expect(described('A job', job).schema).toMatchObject({
      description: 'A job',
      properties: { size: { type: 'integer', minimum: 1, default: 4 } },
      required: ['name'],
    })
  })

  it('reads settings by their declarations, under the names of their options', () => {
    const declared = {
      jobs: setting(wholeSetting(1, 9), { meaning: 'number of jobs', usual: 2 }),
      mostUsers: setting(wholeSetting(), { meaning: 'users', usual: 1 }),
    }
    const settings = settingsCodec(declared)
    expect(read(settings, { 'most-users': 3 })).toEqual({ mostUsers: 3 })
    expect(settings.encode({ jobs: 1, mostUsers: 3 })).toEqual({ jobs: 1, 'most-users': 3 })
    const failure = failureOf(() => read(settings, { jobs: 10 }))
    expect(failure.message).toContain('(field jobs, value 10, expected a whole number from 1 to 9)')
    expect(settings.schema).toMatchObject({ properties: { 'most-users': { description: 'users' } } })
  })

  it('says what it takes as a JSON schema', () => {
    expect(POINT.schema).toEqual({
      type: 'object',
      properties: {
        x: { type: 'number' },
        y: { type: 'number', minimum: 0, maximum: 1 },
        tags: { type: 'object', additionalProperties: { type: 'string' } },
      },
      required: ['x', 'tags'],
      additionalProperties: false,
    })
    expect(list(whole(1), 3).schema).toEqual({
      type: 'array',
      items: { type: 'integer', minimum: 1 },
      minItems: 3,
      maxItems: 3,
    })
  })
})

describe('a versioned document', () => {
  type Note = { readonly format: 'note'; readonly version: 2 | 3; readonly said: string }
  const NOTE = versioned<Note>(
    { what: 'a note', tag: 'format', name: 'note', remedy: 'Write one' },
    {
      2: object({ format: literal('note'), version: literal(2), said: text }),
      3: object({ format: literal('note'), version: literal(3), said: words }),
    },
  )

  it('is read in each of its versions', () => {
    for (const version of [2, 3] as const)
      expect(again(NOTE, { format: 'note', version, said: 'x' })).toEqual({
        format: 'note',
        version,
        said: 'x',
      })
  })

  it.each([
    ['{', /^n\.json: not a JSON document: .*\. Check that the file is whole$/],
    ['[]', /no note \(field format, expected "note"\)\. Write one$/],
    ['{"format":"poem"}', /no note \(field format, value "poem", expected "note"\)\. Write one$/],
    ['{"format":"note"}', /a value is missing \(field version, expected 2 or 3\)\. Write one$/],
    [
      '{"format":"note","version":1}',
      /an unexpected value \(field version, value 1, expected 2 or 3\)\. Write one$/,
    ],
    [
      '{"format":"note","version":4}',
      /a note of a newer version of the format \(field version, value 4, expected 2 or 3\)\. Use the Queuewright/,
    ],
  ])('%s is refused', (document, message) => {
    expect(failureOf(() => readDocument(NOTE, document, 'n.json')).message).toMatch(message)
  })
})

/** The example of docs/front-geometry.md has the types that it needs, and runs. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { COMPILED_URL } from '../../support/compiled.js'
import { PROJECT_ROOT } from '../../support/data.js'
import { typeErrorsIn, withoutTypes } from '../../support/example-types.js'

const page = readFileSync(join(PROJECT_ROOT, 'docs', 'front-geometry.md'), 'utf8')
const [example] = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, text]) => text)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'queuewright-geometry-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('has the types that it needs', () => {
  const file = join(folder, 'example.mts')
  writeFileSync(file, example)
  const source = join(PROJECT_ROOT, 'src', 'geometry', 'index.ts')
  const messages = typeErrorsIn([file], [{ name: './geometry', source }])
  expect(messages).toEqual([])
})

it('runs: the fit brings the fronts nearer, and the interpolation lies among its points', () => {
  const file = join(folder, 'example.mjs')
  const from = `'${COMPILED_URL}geometry/index.js'`
  writeFileSync(file, withoutTypes(example.replace("'queuewright/geometry'", from)))
  const { stdout, stderr, status } = spawnSync(process.execPath, [file], { encoding: 'utf8' })
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  const numberAfter = (text: RegExp) => Number(new RegExp(`${text.source}([-\\d.e]+)`).exec(stdout)?.[1])
  expect(numberAfter(/EASY is /)).toBeGreaterThan(0)
  expect(numberAfter(/\] at /)).toBeLessThan(numberAfter(/before: /) / 2)
  const utilization = numberAfter(/UTIL at 7000 s, 7000 s: /)
  expect(utilization).toBeGreaterThan(0.5)
  expect(utilization).toBeLessThan(0.75)
})

/** How sources say what things are: a docstring leads with the noun. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PROJECT_ROOT } from '../support/data.js'

it('docstrings lead with the noun, not with What or Of', () => {
  const sources = join(PROJECT_ROOT, 'src')
  const found = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .flatMap((name) => {
      const text = readFileSync(join(sources, name), 'utf8')
      return [...text.matchAll(/\/\*\*\s+(?:\* )?(?:What|Of) .*/g)].map(([first]) => `${name}: ${first}`)
    })
  expect(found).toEqual([])
})

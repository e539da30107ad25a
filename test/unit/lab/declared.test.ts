/** What is declared of settings: learners of the registry, and a document that says what the declarations say. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checked, schemaOf, settled, usualText } from '../../../src/core/settings/index.js'
import { DECLARED } from '../../../src/lab/faces/declared.js'
import { LEARNERS } from '../../../src/learn/index.js'
import { PROJECT_ROOT } from '../../support/data.js'
import { settingsDocument } from '../../support/settings-document.js'

const commands = DECLARED.map(({ command }) => command)

describe('declared settings', () => {
  it('are of every learner, each under a command of its own', () => {
    for (const { name } of LEARNERS) {
      const [family, method] = name.split('-')
      const command =
        family === 'template'
          ? 'tune'
          : family === 'rules'
            ? `learn ${method}`
            : `learn ${family} --method ${method}`
      expect(commands).toContain(command)
    }
    expect(new Set(commands).size).toBe(commands.length)
  })

  it.each(DECLARED)('of $command fit themselves as they usually are', ({ declarations }) => {
    const entries = Object.entries(declarations)
    const needed = entries.filter(([, { usual }]) => usual === undefined).map(([name]) => name)
    const examples: Readonly<Record<string, unknown>> = {
      ...{
        share: 0.5,
        to: 64,
        template: 'easy:({a}*wait)',
        model: 'tsafrir',
        sites: '8,8',
        engine: 'redis://host',
      },
      policy: 'easy:spt',
      parameters: [{ name: 'a', least: 0, most: 1, scale: 'linear' }],
    }
    const given = Object.fromEntries(needed.map((name) => [name, examples[name]]))
    const settings = settled(declarations, given)
    expect(checked(declarations, settings)).toBe(settings)
    expect(Object.keys(settings)).toEqual(Object.keys(declarations))
    expect(schemaOf(declarations).required ?? []).toEqual(needed)
    // What help says of a usual value is a value, if it is one that an option can name.
    for (const [name, { form, usual, usually }] of entries) {
      if (usually !== undefined || usualText(declarations[name]) === null) continue
      expect(form.read(form.text(usual)), name).toEqual(usual)
    }
  })

  // Renewed by `npx vitest -u`.
  it('are what docs/settings.md says', async () => {
    await expect(settingsDocument(DECLARED)).toMatchFileSnapshot(join(PROJECT_ROOT, 'docs', 'settings.md'))
  })
})

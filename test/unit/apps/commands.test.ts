/** The families of commands: each declares those that it is called for, and help comes in two lengths. */
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { PURPOSES } from '../../../src/apps/cli/commands.js'
import { programFor } from '../../../src/apps/cli/program.js'
import { type Stream, terminalOf } from '../../../src/apps/cli/terminal.js'

const printed: string[] = []
const output: Stream = { write: (text) => printed.push(text) }
const terminal = terminalOf(
  output,
  output,
  {},
  {
    blocking: (work) => Promise.resolve(work()),
    interruptible: (work) => work(new AbortController().signal),
  },
)
const program = (called: string | null) => programFor(terminal, '', called)
const namesOf = ({ commands }: Command) => commands.map((command) => command.name())
const FAMILIES = PURPOSES.flatMap(({ families }) => families)

/** The text that a call prints before it ends. */
async function told(...words: string[]): Promise<string> {
  printed.length = 0
  const asked = await program(words[0])
  await asked.parseAsync(words, { from: 'user' }).catch(() => {})
  return printed.join('')
}

describe('commands', () => {
  it('are declared by the family that is called for them, and by no other', async () => {
    for (const { names } of FAMILIES) {
      for (const name of names) expect(namesOf(await program(name)).sort()).toEqual([...names].sort())
    }
  })

  it('are all declared where none of them is called, under what they are for', async () => {
    const all = await program(null)
    expect(namesOf(all).sort()).toEqual(FAMILIES.flatMap(({ names }) => names).sort())
    const help = all.helpInformation()
    const at = PURPOSES.map(({ heading }) => help.indexOf(`\n${heading}\n`))
    expect(at.every((place, k) => place > (at[k - 1] ?? 0))).toBe(true)
  })
})

describe('help', () => {
  it('leaves out what few calls need, and says so', async () => {
    const [short, whole] = [await told('compare', '--help'), await told('compare', '--help-all')]
    for (const option of ['--policies', '--machine', '--objective', '--report']) {
      expect(short).toContain(`  ${option}`)
      expect(whole).toContain(`  ${option}`)
    }
    for (const option of ['--bad-lines', '--sizes', '--overrun', '--slurm-conf', '--feedback']) {
      expect(short).not.toContain(option)
      expect(whole).toContain(`  ${option}`)
    }
    const [, hidden] = /(\d+) further options \(.*\n?.*\):\s--help-all/.exec(short) ?? []
    const count = (help: string) => help.split('\n').filter((line) => /^ {2}(-., )?--\w/.test(line)).length
    expect(count(whole) - count(short)).toBe(Number(hidden))
    expect(Number(hidden)).toBeGreaterThan(20)
  })

  it('is whole where little would be left out', async () => {
    expect(await told('policies', '--help')).not.toContain('--help-all')
  })

  it('has both lengths in every command, and those that have commands below them', async () => {
    const lengths: string[] = []
    const look = async (command: Command, path: readonly string[]): Promise<void> => {
      const [short, whole] = [await told(...path, '--help'), await told(...path, '--help-all')]
      expect(short, path.join(' ')).toContain(`Usage: ${['queuewright', ...path].join(' ')}`)
      if (short.includes('--help-all')) expect(whole.length, path.join(' ')).toBeGreaterThan(short.length)
      else expect(whole, path.join(' ')).toBe(short)
      lengths.push(path.join(' '))
      for (const each of command.commands) await look(each, [...path, each.name()])
    }
    await look(await program(null), [])
    expect(lengths).toEqual(expect.arrayContaining(['', 'import', 'import sacct', 'live predict', 'compare']))
  })
})

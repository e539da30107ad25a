/** No file of a call is two: what would be written over is refused before anything is read. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, describe, expect, it } from 'vitest'
import { checkFiles, READ, refuseSecondFiles, WRITTEN } from '../../../src/apps/cli/files.js'
import { programFor } from '../../../src/apps/cli/program.js'
import { terminalOf } from '../../../src/apps/cli/terminal.js'
import { failureOf } from '../../support/failures.js'

const folder = mkdtempSync(join(tmpdir(), 'queuewright-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const log = join(folder, 'log.swf')
writeFileSync(log, '')
symlinkSync(log, join(folder, 'link.swf'))

function called(...words: string[]): Command {
  const command = new Command('simulate').argument('[log]').option('--site <file>').exitOverride()
  command.option('-o, --out <file>', '', '-').option('--csv <file>').option('--report <file>')
  command.option('--policy <text>')
  refuseSecondFiles(command)
  return command.parse(words, { from: 'user' })
}

describe('files of a call', () => {
  it.each([
    [['--csv', 'x', '--report', 'x'], '--report', 'another file than --csv'],
    [['--csv', './x', '--report', `${process.cwd()}/y/../x`], '--report', 'another file than --csv'],
    [[log, '-o', log], '--out', 'another file than what is read'],
    [[log, '-o', join(folder, 'link.swf')], '--out', 'another file than what is read'],
    [['--site', 'site.yaml', '--csv', 'site.yaml'], '--csv', 'another file than --site'],
    [['x.swf', '-o', 'x.swf'], '--out', 'another file than what is read'],
  ])('%j is refused', (words, field, expected) => {
    const { kind, detail } = failureOf(() => checkFiles(called(...words)))
    expect({ kind, field: detail.field, expected: detail.expected }).toEqual({
      kind: 'usage',
      field,
      expected,
    })
  })

  it.each([
    [log, '-o', join(folder, 'other.swf'), '--csv', join(folder, 'other.csv')],
    ['-', '-o', '-', '--csv', 'x'],
    [log, '--site', log],
    [log, '-o', 'x.swf', '--csv', 'x', '--policy', 'easy', '--policy', 'fcfs'],
  ])('%j is not', (...words) => {
    expect(() => checkFiles(called(...words))).not.toThrow()
  })

  it.each([
    [['--csv', 'x', '--csv', 'y'], '--csv', 'y', 'one file, and x is named already'],
    [['-o', 'x', '--out=x'], '--out', 'x', 'one file, and x is named already'],
    [['--site', 'a', '--csv', 'x', '--site', 'b'], '--site', 'b', 'one file, and a is named already'],
  ])('%j is refused, as one option names two', (words, field, value, expected) => {
    const { kind, detail } = failureOf(() => called(...words))
    expect({ kind, ...detail }).toMatchObject({ kind: 'usage', field, value, expected })
  })

  it('an argument that is written is none that is read', () => {
    const convert = (...words: string[]) =>
      new Command('convert').argument('<input>').argument('[output]').parse(words, { from: 'user' })
    expect(() => checkFiles(convert(log))).not.toThrow()
    expect(() => checkFiles(convert(log, '-'))).not.toThrow()
    expect(() => checkFiles(convert('-', '-'))).not.toThrow()
    expect(() => checkFiles(convert(log, join(folder, 'other.swf')))).not.toThrow()
    const { kind, detail } = failureOf(() => checkFiles(convert(log, join(folder, 'link.swf'))))
    expect(kind).toBe('usage')
    expect(detail).toMatchObject({ field: 'OUTPUT', expected: 'another file than what is read' })
  })

  it('are of one kind each, all options that name one', async () => {
    const signals = {
      blocking: <Result>(work: () => Result) => Promise.resolve(work()),
      interruptible: <Result>(work: (signal: AbortSignal) => Promise<Result>) =>
        work(new AbortController().signal),
    }
    const terminal = terminalOf(process.stdout, process.stderr, {}, signals)
    const program = await programFor(terminal, '', null)
    const all = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(all)]
    const options = all(program).flatMap((command) => command.options)
    const files = new Set(
      options.filter(({ flags }) => flags.includes('<file>')).map((option) => option.attributeName()),
    )
    // What a server listens on, and keeps its key in.
    const others = ['socket', 'tokenFile']
    expect([...files].filter((name) => ![...WRITTEN, ...READ, ...others].includes(name))).toEqual([])
    expect([...WRITTEN, ...READ].filter((name) => !files.has(name))).toEqual([])
  })
})

/** Options before the name of a method are the method's. */
import { describe, expect, it } from 'vitest'
import { methodFirst } from '../../../src/apps/cli/method-first.js'
import { programFor } from '../../../src/apps/cli/program.js'
import type { Signals } from '../../../src/apps/cli/signals.js'
import { terminalOf } from '../../../src/apps/cli/terminal.js'

const nowhere = { write: () => true, on: () => {}, isTTY: false, columns: 80 }

async function ordered(line: string): Promise<string> {
  const words = line.split(' ')
  const terminal = terminalOf(nowhere as never, nowhere as never, {}, {} as Signals)
  return methodFirst(await programFor(terminal, line, words[0]), words).join(' ')
}

describe('the name of a method', () => {
  it.each([
    ['learn --objective AWRT greedy --seed 2 log.swf', 'learn greedy --objective AWRT --seed 2 log.swf'],
    // A value that is called like a method, and an option with its value in one word.
    ['learn --run greedy --seed=3 cca', 'learn cca --run greedy --seed=3'],
    ['learn --json greedy', 'learn greedy --json'],
  ])('goes before its options: %s', async (line, expected) => {
    expect(await ordered(line)).toBe(expected)
  })

  it.each([
    'learn greedy --objective AWRT',
    'learn --objective',
    'learn --objective AWRT log.swf greedy',
    'learn --help',
    'tune --objective greedy log.swf',
    '--version',
  ])('is left where it is: %s', async (line) => {
    expect(await ordered(line)).toBe(line)
  })
})

import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Signals } from '../../../src/apps/cli/signals.js'
import { terminalOf } from '../../../src/apps/cli/terminal.js'

/** A stream that says of itself what a terminal would. */
function stream(facts: Partial<NodeJS.WriteStream> = {}): NodeJS.WriteStream {
  return Object.assign(new PassThrough(), facts) as unknown as NodeJS.WriteStream
}

const SIGNALS: Signals = {
  blocking: async (work) => work(),
  interruptible: (work) => work(new AbortController().signal),
}
const TTY = { isTTY: true, columns: 120 } as const
const UTF8 = { LANG: 'en_US.UTF-8' }
const styleOf = (facts: Partial<NodeJS.WriteStream>, environment: Record<string, string>) =>
  terminalOf(stream(facts), stream(), environment, SIGNALS).style

describe('terminalOf', () => {
  it('uses colours in a terminal, unless it is told not to', () => {
    expect(styleOf(TTY, UTF8)).toEqual({ width: 120, unicode: true, colour: true })
    expect(styleOf(TTY, { ...UTF8, NO_COLOR: '1' }).colour).toBe(false)
    expect(styleOf(TTY, { ...UTF8, TERM: 'dumb' }).colour).toBe(false)
    expect(styleOf({}, UTF8).colour).toBe(false)
  })

  it('keeps to ASCII where the locale of a terminal is not UTF-8', () => {
    expect(styleOf(TTY, { LANG: 'C' }).unicode).toBe(false)
    expect(styleOf(TTY, { LANG: 'C', LC_ALL: 'de_DE.utf8' }).unicode).toBe(true)
    expect(styleOf({}, { LANG: 'C' }).unicode).toBe(true)
  })

  it('has a width also where the terminal has none', () => {
    expect(styleOf({}, UTF8).width).toBe(100)
    expect(styleOf({ ...TTY, columns: 0 }, UTF8).width).toBe(100)
    expect(styleOf({ ...TTY, columns: 10 }, UTF8).width).toBe(40)
  })

  it('ends what it prints with one line end, results and notices apart', () => {
    const [output, errors] = [stream(), stream()]
    const terminal = terminalOf(output, errors, UTF8, SIGNALS)
    terminal.print('one')
    terminal.print('two\n')
    terminal.notice('note: three')
    expect(String((output as unknown as PassThrough).read())).toBe('one\ntwo\n')
    expect(String((errors as unknown as PassThrough).read())).toBe('note: three\n')
  })

  it('tells so many notes and no more, and the beginning of long ones', () => {
    const told: string[] = []
    const terminal = terminalOf(stream(), { write: (text) => told.push(text) }, UTF8, SIGNALS)
    for (let k = 1; k <= 5000; k++) terminal.note(`${k} ${'x'.repeat(10_000)}`)
    expect(told).toHaveLength(101)
    expect(told[0]).toBe(`note: 1 ${'x'.repeat(1498)}…\n`)
    expect(told[100]).toBe('note: further notes are not shown\n')
  })
})

describe('progress where there is no terminal', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('leaves a line of each step that ends when the work has taken long, and of long steps on their way', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const lines: string[] = []
    const errors = { write: (text: string) => lines.push(text) }
    const bar = terminalOf(stream(), errors, {}, SIGNALS).steps('simulating', 3)
    bar.step('easy: meanWait 1 h')
    expect(lines).toEqual([])
    vi.advanceTimersByTime(6_000)
    bar.part('cons', 0.25)
    expect(lines).toEqual([])
    bar.step('cons: meanWait 2 h')
    vi.advanceTimersByTime(5_000)
    for (const share of [0.5, 0.51, 0.52]) bar.part('fcfs', share)
    vi.advanceTimersByTime(10_000)
    bar.part('fcfs', 0.9)
    bar.stop()
    expect(lines).toEqual([
      'simulating 2/3, 6 s: cons: meanWait 2 h\n',
      'simulating 3/3: fcfs 50.0 %\n',
      'simulating 3/3: fcfs 90.0 %\n',
    ])
  })
})

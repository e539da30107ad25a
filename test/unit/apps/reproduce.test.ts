/** `qw reproduce`: help tells what a run takes where nobody says. */
import { expect, it } from 'vitest'
import { programFor } from '../../../src/apps/cli/program.js'
import { terminalOf } from '../../../src/apps/cli/terminal.js'
import { RUN_STUDIES } from '../../../src/study/reproduce/run-studies.js'

it('tells the usual budget of every study that is a run', async () => {
  const signals = {
    blocking: <Result>(work: () => Result) => Promise.resolve(work()),
    interruptible: <Result>(work: (signal: AbortSignal) => Promise<Result>) =>
      work(new AbortController().signal),
  }
  const program = await programFor(terminalOf(process.stdout, process.stderr, {}, signals), '', [])
  const reproduce = program.commands.find((command) => command.name() === 'reproduce')
  const budget = reproduce?.options.find(({ long }) => long === '--budget')
  const [, told] = /default: ((?:[\w-]+ [\d.]+(?:, )?)+)/.exec(budget?.description ?? '') ?? []
  const usual = RUN_STUDIES.map(({ name, usualBudget }) => `${name} ${usualBudget}`)
  expect(told?.split(', ').filter((each) => each !== '')).toEqual(usual)
})

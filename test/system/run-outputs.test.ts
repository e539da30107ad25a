/** Files that a command was asked for beside its run: written by whoever brings the run to its end. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { WRITTEN } from '../../src/apps/cli/files.js'
import { EXIT_CODES } from '../../src/core/errors.js'
import { OWED_OPTIONS } from '../../src/lab/runs/owed.js'
import { scheduleAsTrace, writeSwf } from '../../src/trace/swf/index.js'
import { demoTrace } from '../../src/workload/demo.js'
import { declaredProgram } from '../support/declared-program.js'
import { useSandbox } from '../support/sandbox.js'

const box = useSandbox((made) => {
  const demo = demoTrace({ jobs: 2500 })
  made.write('log.swf', [...writeSwf(scheduleAsTrace(demo, demo.jobs.submit))].join(''))
})

const POLICY = 'easy:({a}*log(estimate + 1) + log(size) - wait/estimate)'
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  advise: ['advise', 'log.swf', '--minutes', '0', '--policies', 'fcfs,easy:saf'],
  learn: ['learn', 'greedy', 'log.swf', '--first', '300', '--evaluations', '24'],
  tune: [
    ...['tune', 'log.swf', '--first', '300', '--policy', POLICY],
    ...['--over', 'a=0..3', '--evaluations', '24'],
  ],
  multicluster: ['multicluster', '--workloads', '1', '--jobs', '40', '--algorithms', 'metl'],
}
const FILES: Readonly<Record<string, readonly string[]>> = {
  multicluster: ['report.md', 'csv.csv', 'gantt.svg'],
}

/** Cuts off the last batch of a run, as if it had been killed before that was done. */
function interrupt(run: string): void {
  for (const name of ['result.json', 'checkpoint.jsonl']) rmSync(box.path(join(run, name)), { force: true })
  const journal = box.path(join(run, 'journal.jsonl'))
  const lines = readFileSync(journal, 'utf8').trimEnd().split('\n')
  expect(lines.length).toBeGreaterThan(0)
  writeFileSync(
    journal,
    lines
      .slice(0, -1)
      .map((line) => `${line}\n`)
      .join(''),
  )
}

describe.each(Object.keys(COMMANDS))('qw %s', (command) => {
  const files = FILES[command] ?? ['report.md']
  const asked = (folder: string) => files.flatMap((name) => [`--${name.split('.')[0]}`, join(folder, name)])
  const read = (folder: string) =>
    files.map((name) =>
      readFileSync(box.path(join(folder, name)), 'utf8').replaceAll(/(?:whole|cut|ended)-\w+/g, 'RUN'),
    )
  const begin = (run: string, folder: string) =>
    box.run(...COMMANDS[command], '--engine', 'inline', '--run', run, ...asked(folder))

  it.each(['cut', 'ended'])(
    'leaves what it could not write to those who resume a run that was %s',
    async (state) => {
      const whole = `whole-${command}`
      if (!existsSync(box.path(whole))) {
        mkdirSync(box.path(`${whole}-files`))
        expect((await begin(whole, `${whole}-files`)).code).toBe(0)
        expect(existsSync(box.path(join(whole, 'owed.json')))).toBe(false)
      }
      const run = `${state}-${command}`
      const folder = `${run}-files`
      // There is no such folder yet: the run comes to its end, and nothing can be written beside it.
      expect((await begin(run, folder)).code).toBe(EXIT_CODES['output-unwritable'])
      if (state === 'cut') interrupt(run)
      mkdirSync(box.path(folder))
      const { stdout } = await box.good('resume', run, '--engine', 'inline')
      for (const name of files) expect(stdout).toContain(box.path(join(folder, name)))
      expect(read(folder)).toEqual(read(`${whole}-files`))
      expect(existsSync(box.path(join(run, 'owed.json')))).toBe(false)
      const again = await box.good('resume', run, '--engine', 'inline')
      expect(again.stdout).toContain('was finished already')
    },
  )
})

it('is so for every file that a command which does a run writes beside it', async () => {
  const program = await declaredProgram()
  const writing = (command: Command, path: string): readonly string[] => [
    ...(command.options.some((option) => option.long === '--run')
      ? command.options
          .map((option) => option.attributeName())
          .filter((name) => WRITTEN.includes(name) && name !== 'groupsOut')
          .map((name) => `${path} ${name}`)
      : []),
    ...command.commands.flatMap((each) => writing(each, `${path} ${each.name()}`.trim())),
  ]
  const found = writing(program, '')
  expect(
    found.filter((each) => !(OWED_OPTIONS as readonly string[]).includes(each.split(' ').at(-1) ?? '')),
  ).toEqual([])
  expect(new Set(found.map((each) => each.split(' ')[0]))).toEqual(new Set(Object.keys(COMMANDS)))
})

it('of which nobody knows any longer what they are is no reason not to go on', async () => {
  const run = 'damaged'
  expect((await box.run(...COMMANDS['tune'], '--engine', 'inline', '--run', run)).code).toBe(0)
  writeFileSync(box.path(join(run, 'owed.json')), '{"files": 3}')
  const { stdout, stderr } = await box.good('resume', run, '--engine', 'inline')
  expect(stdout).toContain('was finished already')
  expect(stderr).toContain('note: which files were asked for beside the run is not known any longer')
})

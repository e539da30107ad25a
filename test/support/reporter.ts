/**
 * The closing lines of a test run: which files took longest, which tests were repeated, which were left out and why, then the
 * counts in one plain line.
 * Under CI=true a test that was left out is a failure.
 */
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { requirements } from './data.js'

/** Files that take longer than all the others, so that growth is seen. */
const SHOWN = 12
/** Of what went wrong in a test that passed when it was repeated. */
const MOST_LINES = 30

export default class ClosingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 }
    const leftOut: TestCase[] = []
    const repeated: TestCase[] = []
    for (const module of modules) {
      if (module.state() === 'failed' && [...module.children.allTests()].length === 0) counts.failed++
      for (const test of module.children.allTests()) {
        const state = test.result().state
        if (test.diagnostic()?.flaky) repeated.push(test)
        if (state === 'passed') counts.passed++
        else if (state === 'failed') counts.failed++
        else {
          counts.skipped++
          leftOut.push(test)
        }
      }
    }
    const lines: string[] = ['', ...slowest(modules)]
    if (repeated.length > 0) {
      lines.push('Passed only when repeated, which is a defect of the program or of the test:')
      for (const test of repeated) {
        lines.push(`  ${test.module.relativeModuleId}: ${test.fullName}`)
        // What went wrong the first time: nobody may see it again soon.
        for (const { message, diff } of test.result().errors ?? [])
          lines.push(
            ...stripVTControlCharacters(`${message}\n${diff ?? ''}`)
              .split('\n')
              .slice(0, MOST_LINES)
              .map((line) => `    ${line}`),
          )
      }
    }
    if (leftOut.length > 0) {
      lines.push(`Left out: ${leftOut.length} tests`)
      for (const test of leftOut) lines.push(`  ${test.module.relativeModuleId}: ${test.fullName}`)
      for (const { name, remedy } of Object.values(requirements).filter(({ present }) => !present)) {
        lines.push(`Missing: ${name}; ${remedy}.`)
      }
      if (process.env['CI'] === 'true') {
        process.exitCode = 1
        lines.push('Under CI every test has to run: this is a failure.')
      }
    }
    lines.push(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`, '')
    process.stdout.write(lines.join('\n'))
  }
}

function slowest(modules: readonly TestModule[]): string[] {
  const timed = modules.map((module) => ({ name: module.relativeModuleId, ms: module.diagnostic().duration }))
  const total = timed.reduce((sum, { ms }) => sum + ms, 0)
  const longest = timed.sort((a, b) => b.ms - a.ms).slice(0, SHOWN)
  return [
    `Tests took ${seconds(total)} in all, longest in`,
    ...longest.map(({ name, ms }) => `${seconds(ms).padStart(9)}  ${name}`),
    '',
  ]
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/support/longest-first.js'
import { TRANSPILED, transpiledSources } from './test/support/transpiled.js'

const plugins = [transpiledSources(import.meta.dirname)]

/** Files that are about processes: they start and kill them, hold connections, count threads. */
const OWN_PROCESS = [
  'test/{fuzz,web}/**/*.test.ts',
  'test/system/{cli,containers,docs,import,instance,library,realm,redis,runs,serve,slurm-lab,threads}*.test.ts',
]

/** Settings of all test files; those of the run are below. */
const files = {
  // What is compiled runs as it is shipped.
  server: { deps: { external: [/\/dist\//, TRANSPILED] } },
  // Small workloads by the hundred thousand are soon forgotten: the less often they are collected, the fewer are copied.
  execArgv: ['--max-semi-space-size=64'],
  testTimeout: 180_000,
  hookTimeout: 180_000,
}

export default defineConfig({
  test: {
    projects: [
      // What these wait for is up to other processes, on machines that others may keep busy. A test that passes only when
      // it is repeated is named at the end of the run.
      { plugins, test: { ...files, name: 'program', include: OWN_PROCESS, retry: 1 } },
      {
        plugins,
        test: {
          ...files,
          name: 'library',
          include: ['test/{unit,property,conformance,golden,system}/**/*.test.ts'],
          exclude: OWN_PROCESS,
          // A process for each file costs half a second of processor time, hundreds of times.
          isolate: false,
        },
      },
    ],
    // Two more than processors, since tests of queues, browsers and commands wait for most of their time.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    globalSetup: './test/support/refresh.ts',
    reporters: ['default', './test/support/reporter.ts'],
    coverage: { include: ['src/**/*.ts'], reporter: ['text-summary', 'html'] },
  },
})

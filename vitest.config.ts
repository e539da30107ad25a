import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { TRANSPILED, transpiledSources } from './test/support/transpiled.js'

const plugins = [transpiledSources(import.meta.dirname)]

/** Settings of all test files; those of the run are below. */
const files = {
  // What is compiled runs as it is shipped.
  server: { deps: { external: [/\/dist\//, TRANSPILED] } },
  testTimeout: 180_000,
  hookTimeout: 180_000,
}

export default defineConfig({
  test: {
    projects: [
      { plugins, test: { ...files, name: 'program', include: ['test/{system,fuzz,web}/**/*.test.ts'] } },
      {
        plugins,
        test: {
          ...files,
          name: 'library',
          include: ['test/{unit,property,conformance,golden}/**/*.test.ts'],
          // A process for each file costs half a second of processor time, hundreds of times.
          isolate: false,
        },
      },
    ],
    // One more than processors, since tests of queues wait for most of their time; Vitest would leave one idle.
    maxWorkers: availableParallelism() + 1,
    globalSetup: './test/support/refresh.ts',
    reporters: ['default', './test/support/reporter.ts'],
    coverage: { include: ['src/**/*.ts'], reporter: ['text-summary', 'html'] },
  },
})

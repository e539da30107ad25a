import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Vitest would leave one processor idle.
    maxWorkers: availableParallelism(),
    // A process of tests that ends while V8 compiles in the background can abort in Node 20 (see task-pool.ts).
    execArgv: ['--no-concurrent-recompilation'],
    // What is compiled runs as it is shipped.
    server: { deps: { external: [/\/dist\//] } },
    globalSetup: './test/support/refresh.ts',
    testTimeout: 180_000,
    hookTimeout: 180_000,
    reporters: ['default', './test/support/reporter.ts'],
    coverage: { include: ['src/**/*.ts'], reporter: ['text-summary', 'html'] },
  },
})

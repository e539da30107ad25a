/**
 * The order in which test files run: those that have processes of their own first, since they wait for servers, browsers and
 * clocks for part of their time, which the others then use; of both kinds the longest first, so that none is left alone at
 * the end. How long a file takes Vitest remembers; of a fresh clone it knows nothing, and goes by the list below.
 */
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files of half a minute and more, the longest first, as the closing lines of a run of all tests have them. */
const LONG = [
  'test/system/docs.test.ts',
  'test/web/workbench.test.ts',
  'test/system/redis-faults.test.ts',
  'test/system/slurm-lab.test.ts',
  'test/system/redis.test.ts',
  'test/conformance/engine.test.ts',
  'test/system/reproduce.test.ts',
  'test/system/runs.test.ts',
  'test/web/runs.test.ts',
  'test/golden/sc17-trials.test.ts',
  'test/unit/study/thesis-rules.test.ts',
  'test/system/learn-rules.test.ts',
  'test/system/cli-failures.test.ts',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files)
    const place = ({ moduleId, project }: TestSpecification): number => {
      const known = LONG.indexOf(relative(this.ctx.config.root, moduleId))
      return (project.config.isolate ? 0 : LONG.length + 1) + (known < 0 ? LONG.length : known)
    }
    const places = new Map(usual.map((file) => [file, place(file)]))
    return usual.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0))
  }
}

/** The figures of docs/bounds.md are those that the program gives, and bounds hold on real logs. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatPercent } from '../../src/core/format.js'
import { roomLeft } from '../../src/report/pages/bounds.js'
import { boundsFor } from '../../src/sim/bounds/index.js'
import { compileObjective, objectiveNames } from '../../src/sim/objectives/index.js'
import { DEFAULT_PREPARATION, prepareJobs } from '../../src/sim/prepare.js'
import { simulate } from '../../src/sim/simulate.js'
import { groupTrace } from '../../src/trace/index.js'
import { missing, PROJECT_ROOT, requirements } from '../support/data.js'
import { plainPolicy } from '../support/policies.js'
import { cleanLog } from '../support/real-logs.js'

const [head, , ...rows] = readFileSync(join(PROJECT_ROOT, 'docs', 'bounds.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
const FORMULA = '10*AWRT1 + 4*AWRT2'

describe.skipIf(missing(requirements.traces))('bounds of real logs', () => {
  it('are in a table', () => {
    expect(rows.length).toBe(5)
    expect(head.slice(2)).toContain(FORMULA)
  })

  it.each(rows)('%s on %s processors', async (log, machine, ...cells) => {
    const { trace } = groupTrace(await cleanLog(`${log}.swf.gz`))
    const processors = Number(machine)
    const { jobs } = prepareJobs(trace.jobs, { ...DEFAULT_PREPARATION, processors })
    const names = [...objectiveNames(5), FORMULA]
    const bounds = boundsFor(jobs, null, processors, names)
    const schedules = ['fcfs', 'easy', 'cons'].map((written) =>
      simulate({ jobs, processors, policy: plainPolicy(written) }),
    )
    const rooms: Record<string, string> = {}
    for (const name of names) {
      const objective = compileObjective(name)
      const { sense } = objective
      const bound = bounds[name]
      if (bound === null) throw new Error(`${name} has no bound`)
      const values = schedules.map((schedule) => objective.measure(schedule, null))
      const best = sense === 'min' ? Math.min(...values) : Math.max(...values)
      if (sense === 'min') expect(bound.value, name).toBeLessThanOrEqual(best)
      else expect(bound.prompt?.value ?? bound.value, name).toBeGreaterThanOrEqual(best)
      rooms[name] = formatPercent(roomLeft(best, bound, sense) ?? Number.NaN)
    }
    expect(head.slice(2).map((name) => rooms[name])).toEqual(cells)
  })
})

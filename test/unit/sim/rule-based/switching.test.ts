/** When a controller is asked, and what happens where it is not. */
import { describe, expect, it } from 'vitest'
import { ALGORITHMS } from '../../../../src/sim/algorithms/index.js'
import { SwitchingPass } from '../../../../src/sim/algorithms/switching.js'
import { Engine } from '../../../../src/sim/engine/engine.js'
import { parseMember } from '../../../../src/sim/policy.js'
import { DEFAULT_SEMANTICS, type Semantics } from '../../../../src/sim/semantics.js'
import { plainWorld } from '../../../../src/sim/world.js'
import { jobsOf, type PartialJob } from '../../../support/worlds.js'

const PROCESSORS = 10
const MEMBERS = ['head', 'cons', 'easy']
/** Seconds for which one of them holds. */
const TURN = 10

/** Fails where a job starts again; the engine would never come to an end. */
function once(): (job: number) => void {
  const started = new Set<number>()
  return (job) => {
    if (started.has(job)) throw new Error(`job ${job} has started before`)
    started.add(job)
  }
}

/** The starts by members taken in turn, and the instants at which one was asked for. */
function inTurn(jobs: readonly PartialJob[], always: boolean, rules: Partial<Semantics> = {}) {
  const table = jobsOf(jobs)
  const members = MEMBERS.map(parseMember)
  const ranking = members[0].order.bind(plainWorld(table, PROCESSORS))
  const asked: number[] = []
  const decide = ({ now }: { readonly now: number }) => {
    asked.push(now)
    return Math.floor(now / TURN) % MEMBERS.length
  }
  const nothing = () => {}
  const told = { queued: nothing, started: nothing, ended: nothing, withdrawn: nothing }
  const engine = new Engine({
    jobs: table,
    processors: PROCESSORS,
    rules: { ...DEFAULT_SEMANTICS, ...rules },
    origin: 0,
    live: null,
    scheduler: {
      queues: [{ ranking, asksHead: true }],
      rankings: [ranking],
      plans: true,
      immediate: false,
      accounts: [{ started: once() }],
      pass: (view) => {
        const passes = members.map(({ algorithm }) => ({
          pass: ALGORITHMS[algorithm].pass(view, null),
          queue: 0,
        }))
        return new SwitchingPass(view, passes, { always, ...told, decide })
      },
    },
  })
  return { starts: [...(engine.run(null) ?? [])], asked }
}

const job = (submit: number, size: number, runtime: number): PartialJob => ({
  ...{ submit, size, runtime },
  estimate: runtime,
})

/** Alone; alone and too large; beside another; beside others, none of which fits; alone again. */
const JOBS = [
  job(0, 6, 100),
  job(10, 8, 50),
  job(20, 2, 30),
  job(30, 9, 10),
  job(300, 10, 10),
  job(301, 3, 5),
]
const STARTS = [0, 100, 20, 150, 300, 310]

describe('members in turn', () => {
  it('are asked for where they may differ: two jobs or more wait, and one of them fits', () => {
    const { starts, asked } = inTurn(JOBS, false)
    expect(starts).toEqual(STARTS)
    // At 20 the third job fits beside the second; at 30 and 50 nothing does; at 100 the second fits.
    expect(asked).toEqual([20, 100])
  })

  it('are asked for at every pass with a processor free, if all decisions are wanted', () => {
    const { starts, asked } = inTurn(JOBS, true)
    expect(starts).toEqual(STARTS)
    expect(asked).toEqual([0, 10, 20, 30, 50, 100, 150, 300, 310])
  })

  it('are asked for at every pass where a head may be committed', () => {
    const committed = { commit: true }
    expect(inTurn(JOBS, false, committed)).toEqual(inTurn(JOBS, true, committed))
  })

  it('plan anew after a job that started without them', () => {
    // cons is asked at 12 and plans the second job; that one and the fourth start alone; cons is asked again at 16.
    const jobs = [job(10, 6, 3), job(11, 8, 2), job(12, 2, 1), job(14, 1, 3), job(15, 10, 1), job(16, 2, 1)]
    expect(inTurn(jobs, false)).toEqual({ starts: [10, 13, 12, 14, 17, 16], asked: [12, 16] })
    expect(inTurn(jobs, false).starts).toEqual(inTurn(jobs, true).starts)
  })
})

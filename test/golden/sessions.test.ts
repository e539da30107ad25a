/**
 * Sessions of real logs: how many there are by each rule, that recorded ends and think times tell every recorded
 * submit, and that the rules differ as their authors found: by think time some sessions last for weeks, as their jobs
 * do; by pauses in submitting people go home (Zakay and Feitelson, JSSPP 2012).
 */
import { describe, expect, it } from 'vitest'
import {
  describeSessions,
  extractSessions,
  SESSION_RULES,
  type SessionRule,
} from '../../src/workload/sessions/index.js'
import { missing, requirements } from '../support/data.js'
import { cleanLog } from '../support/real-logs.js'

const DAY = 86_400

/** Sessions, batches and dependent jobs. */
const COUNTS: Record<string, Record<SessionRule, [number, number, number]>> = {
  'KTH-SP2-1996-2.1-cln': {
    max: [7340, 12_895, 9665],
    last: [8271, 14_830, 10_530],
    arrival: [10_292, 16_481, 9214],
  },
  'CTC-SP2-1996-3.1-cln': {
    max: [19_281, 28_123, 20_208],
    last: [20_917, 31_348, 22_167],
    arrival: [26_688, 36_175, 18_162],
  },
  'SDSC-SP2-1998-4.2-cln': {
    max: [14_047, 26_320, 19_765],
    last: [15_248, 29_630, 21_763],
    arrival: [18_723, 32_623, 20_436],
  },
}

describe.skipIf(missing(requirements.traces)).each(Object.keys(COUNTS))('sessions of %s', (log) => {
  it('are as many as ever, and tell every submit exactly', async () => {
    const trace = await cleanLog(`${log}.swf.gz`)
    const longest: Partial<Record<SessionRule, number>> = {}
    for (const by of Object.keys(SESSION_RULES) as SessionRule[]) {
      const facts = describeSessions(trace, extractSessions(trace, { by }))
      expect([by, facts.sessions, facts.batches, facts.dependent]).toEqual([by, ...COUNTS[log][by]])
      expect(facts.unknownEnds).toBe(0)
      expect(facts.replay).toEqual({ checked: facts.dependent, moved: 0, largest: 0 })
      expect(facts.thinkTimes?.max).toBeLessThanOrEqual(SESSION_RULES[by])
      longest[by] = facts.activity!.max
    }
    expect(longest.max).toBeGreaterThan(20 * DAY)
    expect(longest.arrival).toBeLessThan(2 * DAY)
  })
})

/**
 * What docs/published.md says of strategies that were learnt holds of the strategies themselves, which lie in learnt/: ours, with
 * as many candidates as the cheapest genetic fuzzy system, free and with a bound; and what Michigan learnt from CTC with the
 * published settings, whole and reduced to what decides there.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mean } from '../../src/core/statistics.js'
import { ANCHORS } from '../../src/evaluation/results/anchors.js'
import { simulatedPolicy } from '../../src/evaluation/scenarios/plain-policy.js'
import { stageOf } from '../../src/evaluation/scenarios/scenario.js'
import { compileObjective } from '../../src/sim/objectives/index.js'
import { policyOf, readStrategy } from '../../src/strategy/index.js'
import { THESIS_LOGS, type ThesisLog, thesisLog } from '../../src/study/reproduce/thesis-logs.js'
import { DEFAULT_GROUPING, datasetOf, groupTrace } from '../../src/trace/index.js'
import { missing, PROJECT_ROOT, requirements } from '../support/data.js'
import { cleanLog } from '../support/real-logs.js'
import { scenarioOn } from '../support/scenarios.js'

const OBJECTIVE = '10*AWRT1 + 4*AWRT2'

function learnt(name: string) {
  const file = `${name}.json`
  return readStrategy(readFileSync(join(PROJECT_ROOT, 'test', 'golden', 'learnt', file), 'utf8'), file)
}

async function groundOf(name: ThesisLog) {
  const { file, size, machine } = thesisLog(name)
  const cleaned = await cleanLog(file, { size })
  const dataset = datasetOf(groupTrace(cleaned, DEFAULT_GROUPING).trace)
  const stage = stageOf(scenarioOn(dataset, { machine }), dataset)
  const measured = (policy: string, objectives: readonly string[]) => {
    const schedule = stage.run(simulatedPolicy(policy))
    return objectives.map((text) => compileObjective(text).measure(schedule, stage.judged)!)
  }
  const [easy, longest] = measured('easy', [OBJECTIVE, 'maxWait'])
  /** Better than EASY, %. */
  const gain = (policy: string) => 100 - (100 * measured(policy, [OBJECTIVE])[0]) / easy
  return { measured, longest, gain }
}

describe.skipIf(missing(requirements.traces))('strategies that were learnt', () => {
  it('are ahead of all one-line rules on every log, and on the mean with a bound that these break', async () => {
    const bounded: number[] = []
    const lines: number[][] = []
    for (const name of THESIS_LOGS) {
      const { measured, longest, gain } = await groundOf(name)
      for (const kind of ['free', 'bounded']) {
        const { strategy, evidence } = learnt(`${name}-${kind}`)
        const [{ objectives }] = evidence!.measured
        const values = measured(policyOf(strategy), Object.keys(objectives))
        expect(values).toEqual(Object.values(objectives))
      }
      const rules = ANCHORS.map(gain)
      expect(gain(policyOf(learnt(`${name}-free`).strategy))).toBeGreaterThan(Math.max(...rules))
      const policy = policyOf(learnt(`${name}-bounded`).strategy)
      expect(measured(policy, ['maxWait'])[0]).toBeLessThanOrEqual(2 * longest)
      for (const rule of ANCHORS) expect(measured(rule, ['maxWait'])[0]).toBeGreaterThan(2 * longest)
      bounded.push(gain(policy))
      lines.push(rules)
    }
    for (const [k] of ANCHORS.entries())
      expect(mean(bounded)).toBeGreaterThan(mean(lines.map((each) => each[k])))
  }, 180_000)

  it('hold elsewhere if only those rules are left that decide where they were learnt', async () => {
    const [whole, reduced] = ['michigan-CTC', 'michigan-CTC-reduced'].map((name) =>
      policyOf(learnt(name).strategy),
    )
    const ctc = await groundOf('CTC')
    expect(ctc.measured(reduced, [OBJECTIVE, 'maxWait'])).toEqual(ctc.measured(whole, [OBJECTIVE, 'maxWait']))
    const { gain } = await groundOf('KTH')
    expect(gain(whole)).toBeCloseTo(-556.85, 2)
    expect(gain(reduced)).toBeCloseTo(14.93, 2)
  }, 60_000)
})

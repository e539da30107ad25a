/** Settings of a simulation, whatever the log and the policy, and forms of what is asked of one. */
import { type Given, headed, optional, setting, settled, written } from '../../core/settings/index.js'
import { parseMargin, type Trimming } from '../../sim/breakdown.js'
import { parseJobClass } from '../../sim/objectives/index.js'
import { PREPARING, SCHEDULING, semanticsOf } from '../../sim/rule-settings.js'
import { ESTIMATE_SOURCES, parseEstimateSource } from './estimate-source.js'
import { FEEDBACK_SETTINGS, feedbackOf } from './feedback.js'
import type { Scenario } from './scenario.js'

export const FORMULA = written('an objective, or a formula of objectives', { shown: 'formula' })
export const POLICY = written('a policy', { shown: 'policy' })
export const POLICIES = written('policies, separated by commas', { shown: 'list' })

function margin(which: string) {
  const check = (text: string) => {
    parseMargin(text, '')
  }
  return setting(optional(written('a part such as 5%, 16 jobs or 7d', { shown: 'part', check })), {
    meaning: `leave the ${which} jobs out of all measures: 5%, 16 jobs, or 7d`,
    usual: null,
  })
}

export const TRIMMING_SETTINGS = headed('Measures:', { warmUp: margin('first'), coolDown: margin('last') })

const CLASS = 'a condition on jobs such as size <= 8'
const JUDGING = headed('Measures:', {
  judge: setting(
    optional(
      written(CLASS, {
        shown: 'class',
        check: (text) => {
          parseJobClass(text)
        },
      }),
    ),
    {
      meaning: 'simulate all jobs and judge these alone, as "size<=8" or "queue=2 & estimate>4h"',
      usual: null,
    },
  ),
})

const ESTIMATES = [...ESTIMATE_SOURCES, 'tsafrir', 'factor:F', 'uniform:f'].join(', ')

export const JOB_SETTINGS = {
  ...headed('Jobs as simulated:', {
    estimates: setting(
      written(`one of ${ESTIMATES}`, {
        shown: 'which',
        check: (text) => {
          parseEstimateSource(text)
        },
      }),
      {
        meaning: `what the scheduler takes for run times: ${ESTIMATES} (user: requested times)`,
        usual: 'user',
      },
    ),
  }),
  ...PREPARING,
}

/** All that a simulation depends on but the log and the policy. */
export const SCENARIO_SETTINGS = {
  ...JOB_SETTINGS,
  ...SCHEDULING,
  ...FEEDBACK_SETTINGS,
  ...TRIMMING_SETTINGS,
  ...JUDGING,
}

/**
 * @param seed of what a model of estimates draws
 * @throws QueuewrightError `usage` for what does not fit
 */
export function scenarioSettingsOf(
  given: Given<typeof SCENARIO_SETTINGS>,
  seed = 0,
): Omit<Scenario, 'data' | 'window' | 'machine'> {
  const { estimates, overrun, oversize, warmUp, coolDown, judge } = settled(SCENARIO_SETTINGS, given)
  const feedback = feedbackOf(given)
  const trimming: Trimming = {
    ...(warmUp !== null && { warmUp: parseMargin(warmUp, '--warm-up') }),
    ...(coolDown !== null && { coolDown: parseMargin(coolDown, '--cool-down') }),
  }
  return {
    estimates,
    seed,
    overrun,
    oversize,
    rules: semanticsOf(given),
    trimming,
    ...(judge !== null && { judge }),
    ...(feedback && { feedback }),
  }
}

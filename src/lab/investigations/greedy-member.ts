/**
 * The greedy strategy that rules may choose beside those of the sources: the one that is named, else the one that was learnt
 * last for the same objective from the same jobs, else the usual one.
 */
import { join } from 'node:path'
import { QueuewrightError } from '../../core/errors.js'
import type { LearntLog } from '../../evaluation/searches/final-measurement.js'
import { STRATEGY_FILE } from '../../evaluation/searches/search-history.js'
import { LEARN, type LearnSpec, learnSpecOf, USUAL_GREEDY } from '../../learn/index.js'
import { loadStrategy } from '../../runtime/index.js'
import { listRuns, readRequest } from '../../runtime/runs/index.js'
import { parseMember } from '../../sim/policy.js'
import { policyOf } from '../../strategy/index.js'
import { namedPolicy } from '../inputs/policies.js'
import type { Ports } from '../ports.js'
import { RUNS_FOLDER } from '../runs/folder.js'

const OPTION = '--greedy'

/**
 * The policy that the option names.
 * @throws QueuewrightError as `namedPolicy` and `parseMember`
 */
export async function namedGreedy(written: string): Promise<string> {
  try {
    const { text } = await namedPolicy(written)
    parseMember(text)
    return text
  } catch (error) {
    throw error instanceof QueuewrightError ? error.with({ field: OPTION }) : error
  }
}

/**
 * The policy where the option names none; the user is told which it is.
 * @param sought objective and logs of the learning that it is for
 * @throws QueuewrightError where a run that is to have it cannot be read
 */
export async function usualGreedy(
  sought: Pick<LearnSpec, 'objective' | 'logs'>,
  ports: Ports,
): Promise<string> {
  const folder = await greedyRunFor(sought)
  if (folder === null) {
    ports.note(
      `the greedy strategy is ${USUAL_GREEDY}, as ${RUNS_FOLDER} has none that was learnt for this objective from these jobs; ${OPTION} names another`,
    )
    return USUAL_GREEDY
  }
  const { strategy } = await loadStrategy(join(folder, STRATEGY_FILE))
  ports.note(
    `the greedy strategy is the one of ${folder}, learnt for this objective from these jobs; ${OPTION} names another`,
  )
  return policyOf(strategy)
}

/** The folder of the newest such run that is finished; null where there is none. */
async function greedyRunFor(sought: Pick<LearnSpec, 'objective' | 'logs'>): Promise<string | null> {
  const runs = (await listRuns(RUNS_FOLDER)) ?? []
  const newest = runs
    .filter(({ kind, state }) => kind === LEARN.kind && state === 'finished')
    .sort((a, b) => (b.started ?? '').localeCompare(a.started ?? ''))
  for (const { folder } of newest) {
    const { learner, objective, logs } = learnSpecOf((await readRequest(folder)).spec)
    const same = unspaced(objective) === unspaced(sought.objective) && jobsIn(logs) === jobsIn(sought.logs)
    if (same && learner.learner.startsWith('greedy-')) return folder
  }
  return null
}

function unspaced(formula: string): string {
  return formula.replace(/\s/g, '')
}

/**
 * The jobs that are learnt from, whatever their name: a strategy learnt from more jobs would have seen those of the test.
 */
function jobsIn(logs: readonly LearntLog[]): string {
  return logs
    .map(({ scenario, train }) => `${scenario.data} ${train}`)
    .sort()
    .join(', ')
}

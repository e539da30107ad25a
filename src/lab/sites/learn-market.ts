/** Functions of a market learnt for an objective: what `qw learn market` does. */
import {
  choice,
  type Declarations,
  type Given,
  real,
  seed,
  setting,
  settled,
  whole,
} from '../../core/settings/index.js'
import { learnMarketJson, MARKET_LEARNERS } from '../../learn/index.js'
import type { RunRequest } from '../../runtime/runs/index.js'
import { compileObjective } from '../../sim/objectives/index.js'
import { RESERVATIONS } from '../../sites/index.js'
import { optionNames, usage, withOptionName } from '../failures.js'
import type { LogOptions } from '../inputs/log.js'
import type { Ports } from '../ports.js'
import { preparedMarket } from './market.js'
import { MARKET_LAB_SETTINGS } from './market-settings.js'

const {
  machineFunctions: _,
  utilityFunctions: __,
  against: ___,
  reservations: ____,
  ...KEPT
} = MARKET_LAB_SETTINGS

export const LEARN_MARKET_SETTINGS = {
  method: setting(choice(Object.fromEntries(MARKET_LEARNERS.map(({ name, about }) => [name, about]))), {
    meaning: 'what searches the weights',
    usual: MARKET_LEARNERS[0].name,
  }),
  evaluations: setting(whole(1, 10_000_000), {
    meaning: 'markets that are simulated, about; rounded up to whole generations',
    usual: 200,
  }),
  train: setting(real({ above: 0, most: 100, shown: 'percent' }), {
    meaning: 'how many of 100 jobs are learnt from, the first ones; the others are for the test',
    usual: 50,
  }),
  seed: setting(seed(), { meaning: 'start of the random numbers', usual: 1 }),
  reservations: setting(choice(RESERVATIONS, 'which'), {
    meaning: 'what happens to reservations when jobs end before their estimates',
    usual: 'move-up',
  }),
  ...KEPT,
} satisfies Declarations

export interface LearnMarketOptions extends LogOptions, Given<typeof LEARN_MARKET_SETTINGS> {
  readonly domains?: string
  readonly requests?: string
  readonly objective: string
}

/** @throws QueuewrightError as `preparedMarket`; for an objective that is none */
export async function learnMarketRequest(
  paths: readonly string[],
  options: LearnMarketOptions,
  ports: Ports,
): Promise<RunRequest> {
  compileObjective(options.objective)
  try {
    const settings = settled(LEARN_MARKET_SETTINGS, options)
    const { trace, dataset, market, alone } = await preparedMarket(paths, options, settings, ports)
    if (alone) throw usage('--requests', options.requests ?? '', 'a log whose jobs are traded')
    for (const notice of trace.notices) ports.note(notice)
    const jobs = trace.jobs.length
    const train = Math.max(1, Math.floor((jobs * settings.train) / 100))
    const { maxOffers, steps, overhead, latency, hops, timeToLive, budget, deadline, reservations } = settings
    const spec = learnMarketJson({
      ...{ trace: trace.name, digest: trace.digest, objective: options.objective },
      train: { ...market, window: [0, train] },
      test: train < jobs ? { ...market, window: [train, jobs] } : null,
      rules: {
        ...{ machineFunction: 'MF1', utilityFunction: 'UF1', maxOffers, steps, overhead, latency },
        ...{ hops, timeToLive, budget, deadline, reservations },
      },
      ...{ learner: settings.method, evaluations: settings.evaluations, seed: settings.seed },
    })
    const datasets = new Map([[dataset.digest, dataset]])
    return { name: `learn-market-${trace.name}`, spec, seed: settings.seed, datasets }
  } catch (error) {
    throw withOptionName(error, optionNames(LEARN_MARKET_SETTINGS))
  }
}

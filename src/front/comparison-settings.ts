/** How two fronts are compared. */
import { choice, optional, seed, setting, whole, written } from '../core/settings/index.js'

const THESIS = 'Franke 2006'
const MOST_GOALS = 10_000_000
const MOST_GENERATIONS = 100_000

export const FRONT_COMPARISON = {
  objectives: setting(optional(written('names of objectives, separated by commas', { shown: 'list' })), {
    meaning: 'only these, separated by commas',
    usual: null,
    usually: 'all that both fronts have',
  }),
  normalise: setting(
    choice(
      {
        together: 'by the range of both',
        each: 'each by its own range',
        maximum: 'each by its own largest values',
        fit: 'the second laid upon the first, then together',
      },
      'how',
    ),
    {
      meaning: 'the units of the axes, before anything is measured',
      source: `${THESIS}, 8.13 to 8.15`,
      usual: 'together',
    },
  ),
  reduce: setting(
    choice(
      {
        none: 'all',
        easy: "a point less than EASY's at most",
        highest: 'a point less than the highest at most',
      },
      'how',
    ),
    {
      meaning: 'the utilization of the schedules that are compared',
      source: `${THESIS}, 8.1.6`,
      usual: 'none',
    },
  ),
  generations: setting(whole(1, MOST_GENERATIONS), {
    meaning: 'generations of the evolution strategy (25+170) that lays the second front upon the first',
    source: `${THESIS}, 8.1.4`,
    usual: 100,
    only: { normalise: 'fit' },
  }),
  goals: setting(whole(1, MOST_GOALS), {
    meaning: 'random goals of which it is told which front attains them',
    usual: 100_000,
  }),
  seed: setting(seed(), { meaning: 'start of the random numbers', usual: 1 }),
}

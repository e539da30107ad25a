/**
 * The parameters of `multifactor` and where their values come from: the policy, else the site's slurm.conf, else (for
 * a site that gave none) the weights of the sample configuration in Slurm's documentation (Multifactor Priority
 * Plugin, "Configuration Example") and Slurm's defaults for the rest. Slurm's own default weights are all 0, which is
 * first come, first served.
 */
import { QueuewrightError } from '../../../core/errors.js'
import {
  LARGEST_SHORT,
  LARGEST_WEIGHT,
  type PrioritySettings,
  SHORTEST_HALF_LIFE,
  SLURM_DEFAULTS,
} from '../../../trace/slurm-conf/index.js'
import type { Site } from '../../site.js'
import type { GivenParameters, OrderParameter } from '../declaration.js'

const DAY = 86_400
const MINUTE = 60

const SAMPLE: PrioritySettings = {
  ...SLURM_DEFAULTS,
  age: 1_000,
  fairshare: 10_000,
  size: 1_000,
  partition: 1_000,
}

/** One setting as a parameter of a policy, which is a number. */
interface Parameter {
  readonly key: keyof PrioritySettings
  readonly declared: OrderParameter
  /** From the parameter's unit to the setting's. */
  readonly setting: (value: number) => number | boolean
}

const same = (value: number) => value

function weight(
  name: 'age' | 'assoc' | 'fairshare' | 'size' | 'partition' | 'qos',
  meaning: string,
): Parameter {
  const declared = {
    name,
    meaning,
    least: 0,
    most: LARGEST_WEIGHT,
    default: SAMPLE[name],
    whole: true,
  } as const
  return { key: name, declared, setting: same }
}

function duration(
  name: string,
  key: 'maxAge' | 'halfLife' | 'period',
  meaning: string,
  [least, most]: readonly [number, number],
  unit: number,
): Parameter {
  const declared = { name, meaning, least, most, default: SAMPLE[key] / unit }
  return { key, declared, setting: (value) => value * unit }
}

function choice(name: string, key: 'favorSmall' | 'relativeToTime' | 'fairTree', meaning: string): Parameter {
  const declared = { name, meaning, least: 0, most: 1, default: Number(SAMPLE[key]), whole: true } as const
  return { key, declared, setting: (value) => value === 1 }
}

const MULTIFACTOR: readonly Parameter[] = [
  weight('age', 'weight of the wait'),
  weight('assoc', "weight of the association's priority"),
  weight('fairshare', 'weight of the fair share'),
  weight('size', 'weight of the size'),
  weight('partition', "weight of the partition's factor"),
  weight('qos', "weight of the QOS's priority"),
  duration('maxage', 'maxAge', 'days of waiting at which the age factor is 1', [0, 3_650], DAY),
  duration('halflife', 'halfLife', 'days in which usage counts half; 0: for ever', [0, 3_650], DAY),
  duration('period', 'period', 'minutes between computations of the priorities', [0.1, 10_080], MINUTE),
  choice('favorsmall', 'favorSmall', '1: small jobs have the larger size factor'),
  choice('relative', 'relativeToTime', '1: the size is divided by the requested minutes'),
  choice('tree', 'fairTree', '1: Fair Tree, 0: the classic formula'),
  {
    key: 'dampening',
    declared: {
      name: 'dampening',
      meaning: 'FairShareDampeningFactor of the classic formula',
      least: 1,
      most: LARGEST_SHORT,
      default: SAMPLE.dampening,
      whole: true,
    },
    setting: same,
  },
]

export const PARAMETERS: readonly OrderParameter[] = MULTIFACTOR.map(({ declared }) => declared)

/** The settings that the policy says itself. */
export type GivenSettings = Partial<PrioritySettings>

/** @throws QueuewrightError `policy-parameter` for a half-life too short for Slurm's decay */
export function givenSettings(given: GivenParameters): GivenSettings {
  const settings: GivenSettings = Object.fromEntries(
    MULTIFACTOR.flatMap(({ key, declared, setting }) => {
      const value = given.get(declared.name)
      return value === undefined ? [] : [[key, setting(value)]]
    }),
  )
  const { halfLife = 0 } = settings
  if (halfLife > 0 && halfLife < SHORTEST_HALF_LIFE) {
    throw new QueuewrightError('policy-parameter', 'a half-life shorter than a minute', {
      field: 'halflife',
      value: halfLife / DAY,
      expected: '0, or at least 0.0007 days',
    })
  }
  return settings
}

export function settingsFor(given: GivenSettings, site: Site | null): PrioritySettings {
  return { ...(site?.priority ?? SAMPLE), ...given }
}

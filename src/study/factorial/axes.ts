/** Windows, machines and rules as a study file says them. */
import {
  above,
  byType,
  type Decoded,
  described,
  literal,
  number,
  object,
  optional,
  refined,
} from '../../core/codec.js'
import { QueuewrightError } from '../../core/errors.js'
import { optionOf, settingsCodec, settled } from '../../core/settings/index.js'
import { FEEDBACK_SETTINGS, feedbackOf } from '../../evaluation/scenarios/feedback.js'
import { parseMargin } from '../../sim/breakdown.js'
import { PREPARING, SCHEDULING, semanticsOf } from '../../sim/rule-settings.js'
import { DIALECTS } from '../../sim/semantics.js'
import { USUAL_COPIED } from '../../workload/scale.js'
import type { CutRule, MachineRule, RuleSet, WindowRule } from './design.js'
import { choice, count, inUse, listOf, parsed, said } from './said.js'
import { checkSeveral, SEVERAL_MEMBERS, severalRule } from './several.js'

// Windows

const WINDOW = 'whole, or a mapping with length'
const LENGTH = 'a length such as 15d or 1024 jobs'
const STARTS = listOf(count, 'numbers of jobs from 1')

function margin(option: string) {
  return optional(parsed('a part such as 16 jobs, 5% or 7d', (text) => parseMargin(text, option)))
}

function lengthOf(text: string): CutRule['length'] {
  const length = parseMargin(text, 'length')
  const size = 'jobs' in length ? length.jobs : 'seconds' in length ? length.seconds : 0
  if (!('percent' in length) && size > 0) return length
  throw new QueuewrightError('usage', 'not the length of a window', { expected: LENGTH })
}

const window = object({
  whole: optional(described('All of the trace', literal(true))),
  length: optional(described('15d, 36h, 1024 jobs', parsed(LENGTH, lengthOf))),
  count: optional(described('So many windows at most, from the beginning', count)),
  random: optional(described('Instead: so many windows at random places', count)),
  starts: optional(described('Instead: where windows begin; 1 is the first job', STARTS)),
  'warm-up': margin('warm-up'),
  'cool-down': margin('cool-down'),
})

export const WINDOW_SAID = byType(WINDOW, {
  string: choice(['whole']),
  object: refined(window, ({ whole, length, count, random, starts }, at) => {
    const places = Object.entries({ count, random, starts }).filter(([, value]) => value !== undefined)
    if ((whole === undefined) === (length === undefined)) throw at.fault('no window', { expected: WINDOW })
    if (whole !== undefined && places.length > 0)
      throw at.at(places[0][0]).fault('this is of windows with a length', { expected: WINDOW })
    if (places.length > 1) {
      const expected = 'one of count, random, starts'
      throw at.at(places[1][0]).fault('windows that are placed in two ways', { expected })
    }
    if (starts !== undefined && length !== undefined && !('jobs' in lengthOf(length))) {
      const expected = 'a length such as 1024 jobs'
      throw at.at('starts').fault('starts are for windows of jobs', { expected })
    }
  }),
})

export function windowRule(given: Decoded<typeof WINDOW_SAID>): WindowRule {
  if (typeof given === 'string') return { kind: 'whole', trimming: {} }
  const { length, count, random, starts, 'warm-up': warmUp, 'cool-down': coolDown } = given
  const trimming = {
    ...(warmUp && { warmUp: parseMargin(warmUp, 'warm-up') }),
    ...(coolDown && { coolDown: parseMargin(coolDown, 'cool-down') }),
  }
  if (length === undefined) return { kind: 'whole', trimming }
  return {
    kind: starts ? 'starts' : random === undefined ? 'consecutive' : 'random',
    text: length,
    length: lengthOf(length),
    count: count ?? random ?? null,
    starts: starts ?? [],
    trimming,
  }
}

// Machines

const MACHINE = 'own, a number of processors, or a mapping with one of scale, site, sites, clusters'
const SCALING = {
  scale: optional(described('Scale the log to so many processors', count)),
  factor: optional(above(0)),
  copied: optional(number(0, 100, 'a percentage from 0 to 100')),
}

const SITE = {
  site: optional(
    described(
      'The machine as it is, by a document or slurm.conf (docs/machine.md)',
      said('the path of a site'),
    ),
  ),
}

export const MACHINE_SAID = byType(MACHINE, {
  string: choice(['own']),
  number: count,
  object: refined(
    object({ ...SCALING, ...SITE, ...SEVERAL_MEMBERS }),
    ({ scale, factor, copied, site, ...several }, at) => {
      const kinds = [scale, site, several.sites, several.clusters].filter((each) => each !== undefined)
      if (kinds.length !== 1) throw at.fault('no machine', { expected: MACHINE })
      const isSingle = scale !== undefined || site !== undefined
      const [ofScaled] = scale === undefined ? Object.keys(there({ factor, copied })) : []
      const [ofSeveral] = isSingle ? Object.keys(there(several)) : []
      const stray = ofScaled ?? ofSeveral
      if (stray !== undefined) {
        const remedy = 'Leave it out'
        throw at
          .at(stray)
          .fault(`this is of ${ofScaled === undefined ? 'several machines' : 'scaled logs'}`, { remedy })
      }
      if (!isSingle) checkSeveral(several, at)
    },
  ),
})

function there(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
}

export function machineRule(given: Decoded<typeof MACHINE_SAID>): MachineRule {
  if (typeof given === 'string') return { kind: 'own' }
  if (typeof given === 'number') return { kind: 'size', processors: given }
  const { scale, factor = null, copied = USUAL_COPIED, site, ...several } = given
  if (site !== undefined) return { kind: 'site', from: site, document: null }
  return scale === undefined ? severalRule(several) : { kind: 'scale', to: scale, factor, copied }
}

// Rules

const DIALECT = choice(Object.keys(DIALECTS))
export const RULES_EXPECTED = `a mapping of rules, or one of ${Object.keys(DIALECTS).join(', ')}`

const SETTINGS = {
  ...SCHEDULING,
  window: { ...SCHEDULING.window, option: 'sight' },
  ...PREPARING,
  ...FEEDBACK_SETTINGS,
}

export const RULES_SAID = byType(RULES_EXPECTED, {
  string: DIALECT,
  object: inUse(SETTINGS, settingsCodec(SETTINGS, { name: optional(said('a name')) })),
})

/** Rules by the settings that a file says, which name them where it has no name for them. */
export function ruleSet(said: Decoded<typeof RULES_SAID>): RuleSet {
  const { name, ...given } = typeof said === 'string' ? { dialect: said } : said
  const { dialect = 'default', ...changes } = given
  const { sight, ...rules } = semanticsOf(given)
  const { overrun, oversize } = settled(PREPARING, given)
  const feedback = feedbackOf(given)
  const changed = Object.entries(SETTINGS).flatMap(([key, declared]) => {
    const value = Object.hasOwn(changes, key) ? changes[key as keyof typeof changes] : undefined
    return value === undefined ? [] : [`${optionOf(key, declared).slice(2)} ${value}`]
  })
  return {
    name: name ?? [dialect, ...changed].join(', '),
    rules: { ...rules, sight: Number.isFinite(sight) ? sight : null },
    ...{ overrun, oversize },
    ...(feedback && { feedback }),
  }
}

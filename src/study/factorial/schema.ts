/**
 * What a study file may say, as a zod schema that reads it into a `StudyDesign`, and as a JSON Schema for editors. The
 * message of an issue is what was expected, but for those of `custom`, which say what is wrong and carry the details.
 */
import { z } from 'zod'
import { parseDuration } from '../../core/duration.js'
import { type FailureDetail, QueuewrightError } from '../../core/errors.js'
import { type Declarations, type Given, optionOf } from '../../core/settings/index.js'
import { parseEstimateSource } from '../../evaluation/estimate-source.js'
import { FEEDBACK_SOURCES } from '../../evaluation/feedback.js'
import { parseMargin, type Trimming } from '../../sim/breakdown.js'
import { compileObjective } from '../../sim/objectives/index.js'
import { parsePolicy, policyName } from '../../sim/policy.js'
import { DEFAULT_PREPARATION } from '../../sim/prepare.js'
import { DEFAULT_SEMANTICS, DIALECTS } from '../../sim/semantics.js'
import { OWN_GROUP_FIELDS, parseFilter } from '../../trace/index.js'
import { DEMO } from '../../workload/demo.js'
import { LUBLIN } from '../../workload/lublin/index.js'
import { USUAL_COPIED } from '../../workload/scale.js'
import {
  type MachineRule,
  machineLabel,
  OUTPUT_KINDS,
  type RuleSet,
  type SiteFiles,
  type Split,
  type StudyDesign,
  type TraceReading,
  type TraceSource,
  type WindowRule,
} from './design.js'

/** Of the issues of kind `custom`. */
export type FaultParams = Pick<FailureDetail, 'value' | 'expected' | 'remedy'>

/** Objectives of a study that names none. */
const USUAL_OBJECTIVES = ['AVEbsld', 'AWRT', 'meanWait', 'p95Wait', 'maxWait', 'UTIL'] as const
const USUAL_TRAIN = '60%'
const LONGEST_NAME = 80

const text = (expected: string) => z.string({ error: expected }).trim().min(1, { error: expected })
/** Texts that are all digits are numbers in YAML. */
const textOrNumber = (expected: string) =>
  z.union([text(expected), z.number()], { error: expected }).transform(String)
const whole = (least: number) => {
  const error = `a whole number from ${least}`
  return z.int({ error }).min(least, { error })
}
const positive = () => z.number({ error: 'a number above 0' }).positive({ error: 'a number above 0' })
const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: words.join(', ') })
const truth = () => z.boolean({ error: 'true or false' })

/** A mapping of these keys and no others. */
function mapping<Shape extends z.core.$ZodLooseShape>(shape: Shape, expected = 'a mapping') {
  const keys = Object.keys(shape).join(', ')
  return z.strictObject(shape, { error: ({ code }) => (code === 'unrecognized_keys' ? keys : expected) })
}

/** Settings, under the names of their options; those that are left out are as usual. */
function settingsOf<D extends Declarations>(declarations: D) {
  const names = Object.keys(declarations)
  const keyOf = (name: string) => optionOf(name, declarations[name]).slice(2)
  const shape = Object.fromEntries(
    names.map((name) => {
      const { form, meaning } = declarations[name]
      const value = z.unknown().refine((given) => form.fits(given, {}), { error: form.expected() })
      return [keyOf(name), value.meta({ ...form.schema, description: meaning }).optional()]
    }),
  )
  return mapping(shape).transform((given): Given<D> => {
    const known = names.filter((name) => given[keyOf(name)] !== undefined)
    return Object.fromEntries(known.map((name) => [name, given[keyOf(name)]])) as Given<D>
  })
}

function listOf<Item extends z.ZodType>(item: Item, what: string) {
  const error = `a list of ${what}`
  return z.array(item, { error }).min(1, { error })
}

/** A text that `read` makes something of, whose failures are those of the value. */
function read<Value>(expected: string, parse: (text: string) => Value) {
  return textOrNumber(expected).transform((value, context): Value => {
    try {
      return parse(value)
    } catch (error) {
      context.addIssue(issueOf(error, value))
      return z.NEVER
    }
  })
}

function issueOf(error: unknown, value: string) {
  if (!(error instanceof QueuewrightError)) throw error
  const { expected, remedy } = error.detail
  const brackets = value.split('(').length === value.split(')').length
  const hint = brackets ? remedy : 'Write "quotes" around a text with a comma in a [list]'
  const params: FaultParams = { value, ...(expected && { expected }), ...(hint && { remedy: hint }) }
  return { code: 'custom' as const, message: error.what, params }
}

function fault(message: string, path: PropertyKey[] = [], params: FaultParams = {}) {
  return { code: 'custom' as const, message, path, params }
}

// Traces

const processors = whole(1)

const demo = settingsOf(DEMO)
const lublin = settingsOf(LUBLIN)

const filters = {
  span: textOrNumber('FROM..TO, such as 15d..30d'),
  users: textOrNumber('a list such as 4,7,10-20'),
  groups: textOrNumber('a list such as 1,2'),
  sizes: textOrNumber('a list such as 1-16,64-'),
  partitions: textOrNumber('a list such as 1,3'),
  queues: textOrNumber('a list such as 1,3'),
  days: textOrNumber('LENGTH:NUMBER, such as 15d:3'),
  first: textOrNumber('a number of jobs'),
  last: textOrNumber('a number of jobs'),
}

const TRACE = 'the path of a log, demo, or a mapping with one of log, demo, lublin'

const siteFile = (what: string) =>
  text('the path of a file').optional().describe(`${what}; from the folder of this file`)

const traceMapping = mapping(
  {
    log: text('the path of a log').optional().describe('Path of a log, from the folder of this file'),
    demo: demo.optional().describe('The demonstration workload'),
    lublin: lublin.optional().describe('A workload by the model of Lublin and Feitelson (2003)'),
    name: text('a name').optional(),
    machine: processors.optional().describe("Processors of the machine; else the log's header says"),
    size: oneOf(['requested', 'allocated']).default('requested'),
    'bad-lines': oneOf(['error', 'drop']).default('error'),
    'keep-cancelled': truth().default(false),
    'group-by': oneOf(['share', ...OWN_GROUP_FIELDS]).default('share'),
    'group-shares': textOrNumber('descending percentages such as 8,2,1,0.1').optional(),
    'slurm-conf': siteFile('slurm.conf, or what scontrol show config and partition print'),
    'slurm-qos': siteFile('What sacctmgr -P show qos format=Name,Priority,UsageFactor prints'),
    'slurm-shares': siteFile(
      'What sacctmgr -P show assoc format=Cluster,Account,User,ParentName,Share prints',
    ),
    'salt-file': siteFile("The secret of the log's import"),
    ...(Object.fromEntries(Object.entries(filters).map(([key, filter]) => [key, filter.optional()])) as {
      [Key in keyof typeof filters]: z.ZodOptional<(typeof filters)[Key]>
    }),
  },
  TRACE,
)

const trace = z
  .union([text(TRACE), traceMapping], { error: TRACE })
  .transform((given, context): Omit<TraceSource, 'line'> => {
    if (typeof given === 'string') {
      const from = given === 'demo' ? ({ kind: 'demo', options: {} } as const) : logAt(given)
      return { name: null, from, reading: { size: 'requested', badLines: 'error', groupBy: 'share' } }
    }
    const named = (['log', 'demo', 'lublin'] as const).filter((kind) => given[kind] !== undefined)
    if (named.length !== 1) {
      context.addIssue(fault('a trace has to say where it comes from, once', [], { expected: TRACE }))
      return z.NEVER
    }
    const { name = null } = given
    const site = siteOf(given)
    return {
      ...{ name, from: sourceOf(given), reading: readingOf(given, context) },
      ...(site && { site }),
    }
  })

function siteOf(given: z.output<typeof traceMapping>): SiteFiles | null {
  const files = {
    slurmConf: given['slurm-conf'],
    slurmQos: given['slurm-qos'],
    slurmShares: given['slurm-shares'],
    saltFile: given['salt-file'],
  }
  const named = Object.entries(files).filter(([, file]) => file !== undefined)
  return named.length === 0 ? null : Object.fromEntries(named)
}

function logAt(path: string): TraceSource['from'] {
  return { kind: 'log', path }
}

function sourceOf({ log, demo, lublin }: z.output<typeof traceMapping>): TraceSource['from'] {
  if (log !== undefined) return logAt(log)
  return lublin === undefined ? { kind: 'demo', options: demo ?? {} } : { kind: 'lublin', options: lublin }
}

function readingOf(given: z.output<typeof traceMapping>, context: z.core.$RefinementCtx): TraceReading {
  for (const key of Object.keys(filters) as (keyof typeof filters)[]) {
    const value = given[key]
    if (value === undefined) continue
    try {
      parseFilter({ [key === 'days' ? 'window' : key]: value }, { unixStart: null, zone: 0 })
    } catch (error) {
      context.addIssue({ ...issueOf(error, value), path: [key] })
    }
  }
  const { machine, size, 'group-shares': groupShares } = given
  const { span, users, groups, sizes, partitions, queues, days, first, last } = given
  const texts = { groupShares, span, users, groups, sizes, partitions, queues, days, first, last }
  return {
    size,
    badLines: given['bad-lines'],
    groupBy: given['group-by'],
    ...(machine !== undefined && { machine }),
    ...(given['keep-cancelled'] && { keepCancelled: true as const }),
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined)),
  }
}

// Windows

const LENGTH = 'a length such as 15d or 1024 jobs'
const MARGIN = 'a part such as 16 jobs, 5% or 7d'

const cut = mapping(
  {
    length: read(LENGTH, (value) => {
      const length = parseMargin(value, 'length')
      const size = 'jobs' in length ? length.jobs : 'seconds' in length ? length.seconds : 0
      if ('percent' in length || !(size > 0)) {
        throw new QueuewrightError('usage', 'not the length of a window', { expected: LENGTH })
      }
      return { value, length }
    }).describe('15d, 36h, 1024 jobs'),
    count: whole(1).optional().describe('So many windows at most, from the beginning'),
    random: whole(1).optional().describe('Instead: so many windows at random places'),
    starts: listOf(whole(1), 'numbers of jobs from 1')
      .optional()
      .describe('Instead: where windows begin; 1 is the first job'),
    'warm-up': read(MARGIN, (value) => parseMargin(value, 'warm-up')).optional(),
    'cool-down': read(MARGIN, (value) => parseMargin(value, 'cool-down')).optional(),
  },
  'whole, or a mapping with length',
)

const wholeTrace = mapping({
  whole: z.literal(true, { error: 'true' }),
  'warm-up': cut.shape['warm-up'],
  'cool-down': cut.shape['cool-down'],
})

const WINDOW = 'whole, or a mapping with length'

const windowRule = z
  .union([oneOf(['whole']), cut, wholeTrace], { error: WINDOW })
  .transform((given, context): WindowRule => {
    if (given === 'whole') return { kind: 'whole', trimming: {} }
    const trimming: Trimming = {
      ...(given['warm-up'] && { warmUp: given['warm-up'] }),
      ...(given['cool-down'] && { coolDown: given['cool-down'] }),
    }
    if ('whole' in given) return { kind: 'whole', trimming }
    const { length, count, random, starts } = given
    const places = Object.entries({ count, random, starts }).filter(([, value]) => value !== undefined)
    if (places.length > 1) {
      context.addIssue(
        fault('windows that are placed in two ways', [places[1][0]], {
          expected: 'one of count, random, starts',
        }),
      )
      return z.NEVER
    }
    if (starts !== undefined && !('jobs' in length.length)) {
      context.addIssue(
        fault('starts are for windows of jobs', ['starts'], { expected: 'a length such as 1024 jobs' }),
      )
      return z.NEVER
    }
    return {
      kind: starts ? 'starts' : random === undefined ? 'consecutive' : 'random',
      text: length.value,
      length: length.length,
      count: count ?? random ?? null,
      starts: starts ?? [],
      trimming,
    }
  })

// Machines

const MACHINE = 'own, a number of processors, or a mapping with scale'

const machine = z
  .union(
    [
      oneOf(['own']),
      processors,
      mapping({
        scale: processors.describe('Scale the log to so many processors'),
        factor: positive().optional(),
        copied: z
          .number({ error: 'a percentage from 0 to 100' })
          .min(0, { error: 'a percentage from 0 to 100' })
          .max(100, { error: 'a percentage from 0 to 100' })
          .default(USUAL_COPIED),
      }),
    ],
    { error: MACHINE },
  )
  .transform((given): MachineRule => {
    if (given === 'own') return { kind: 'own' }
    if (typeof given === 'number') return { kind: 'size', processors: given }
    return { kind: 'scale', to: given.scale, factor: given.factor ?? null, copied: given.copied }
  })

// Rules

const dialectNames = Object.keys(DIALECTS) as [string, ...string[]]
const RULES = `a mapping of rules, or one of ${dialectNames.join(', ')}`

const ruleMapping = mapping(
  {
    name: text('a name').optional(),
    dialect: oneOf(dialectNames).default('default'),
    events: oneOf(['instant', 'single']).optional(),
    'free-at-estimate': truth().optional(),
    sight: whole(1).optional().describe('The scheduler sees only so many waiting jobs'),
    commit: truth().optional(),
    lead: whole(0).optional(),
    ties: oneOf(['earliest', 'latest']).optional(),
    'pass-interval': read('a duration such as 30s', (value) =>
      parseDuration(value, 'pass-interval'),
    ).optional(),
    admit: oneOf(['shadow-or-spare', 'before-shadow']).optional(),
    resort: truth().optional(),
    compress: oneOf(['queue', 'none']).optional(),
    overrun: oneOf(['extend', 'kill', 'keep']).optional(),
    oversize: oneOf(['error', 'drop', 'cap']).optional(),
    feedback: oneOf(FEEDBACK_SOURCES)
      .optional()
      .describe('Jobs that users submitted when others had ended are submitted so here too'),
    'think-limit': read('a duration such as 20m', (value) => parseDuration(value, 'think-limit'))
      .optional()
      .describe('With feedback: sessions, the pause after an end up to which a submit waited for it'),
  },
  RULES,
)

const ruleSet = z
  .union([oneOf(dialectNames), ruleMapping], { error: RULES })
  .transform((given, context): RuleSet => {
    if (typeof given === 'string') return rulesOf({ dialect: given })
    if (given['think-limit'] !== undefined && given.feedback !== 'sessions') {
      const remedy = 'Leave it out, or say feedback: sessions'
      context.addIssue(fault('a think limit is for sessions', ['think-limit'], { remedy }))
    }
    return rulesOf(given)
  })

function rulesOf({ name, dialect, ...given }: z.output<typeof ruleMapping>): RuleSet {
  const base = DIALECTS[dialect] ?? DEFAULT_SEMANTICS
  const changes = Object.entries(given).filter(([, value]) => value !== undefined)
  const sight = given.sight ?? base.sight
  const { feedback: source, 'think-limit': thinkLimit } = given
  return {
    name: name ?? [dialect, ...changes.map(([key, value]) => `${key} ${value}`)].join(', '),
    rules: {
      events: given.events ?? base.events,
      freeAtEstimate: given['free-at-estimate'] ?? base.freeAtEstimate,
      sight: Number.isFinite(sight) ? sight : null,
      commit: given.commit ?? base.commit,
      lead: given.lead ?? base.lead,
      ties: given.ties ?? base.ties,
      passInterval: given['pass-interval'] ?? base.passInterval,
      backfill: {
        admit: given.admit ?? base.backfill.admit,
        resort: given.resort ?? base.backfill.resort,
      },
      compress: given.compress ?? base.compress,
    },
    overrun: given.overrun ?? DEFAULT_PREPARATION.overrun,
    oversize: given.oversize ?? DEFAULT_PREPARATION.oversize,
    ...(source && { feedback: { source, ...(thinkLimit !== undefined && { thinkLimit }) } }),
  }
}

// Split

const objective = read('an objective such as AWRT, or a formula such as 10*AWRT1 + 4*AWRT2', (value) => {
  compileObjective(value)
  return value
})

const SHARE = 'a percentage above 0, below 100, such as 60%'

const split = mapping({
  by: oneOf(['time', 'trace']),
  train: read(SHARE, (value) => {
    const [, percent] = /^(\d+(?:\.\d+)?)\s*%$/.exec(value) ?? []
    if (Number(percent) > 0 && Number(percent) < 100) return Number(percent) / 100
    throw new QueuewrightError('usage', 'not a share of the time', { expected: SHARE })
  })
    .optional()
    .describe(`With by: time, the share of each trace's span that trains; ${USUAL_TRAIN} if not given`),
  choose: z
    .union([objective, listOf(objective, 'objectives')], {
      error: 'one of the objectives, or a list of them',
    })
    .optional()
    .describe('The objective by which the best policy is chosen; the first if not given'),
})

// The file

const OUTPUT = `all, or a list of ${OUTPUT_KINDS.join(', ')}`

export const studySchema = mapping(
  {
    name: text('a name')
      .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._+-]*$/u, { error: 'letters, digits, blanks and ._+-' })
      .max(LONGEST_NAME, { error: `at most ${LONGEST_NAME} characters` })
      .optional()
      .describe('What the study is called; the name of the file if not given'),
    traces: listOf(trace, 'logs').describe('Axis: job logs'),
    windows: listOf(windowRule, 'windows')
      .prefault(['whole'])
      .describe('Axis: stretches of each log, each on an empty machine'),
    machines: listOf(machine, 'machines').prefault(['own']).describe('Axis: the machine'),
    policies: listOf(read('a policy such as easy:saf', policyText), 'policies').describe(
      'Axis: what is compared',
    ),
    estimates: listOf(read('a source of estimates such as user', estimateName), 'sources of estimates')
      .prefault(['user'])
      .describe('Axis: what the scheduler takes for run times'),
    rules: z
      .union([ruleSet, listOf(ruleSet, 'rules')], { error: `${RULES}; or a list of these` })
      .prefault('default')
      .describe('Axis: rules of the simulation'),
    objectives: listOf(objective, 'objectives')
      .prefault([...USUAL_OBJECTIVES])
      .describe('What is measured'),
    baseline: text('one of the policies').optional().describe('The policy that others are measured against'),
    seed: whole(0).default(1).describe('Of all that depends on chance'),
    split: split.optional().describe('Choose a policy on one part of the data, judge it on the rest'),
    output: z
      .union([z.literal('all', { error: OUTPUT }), listOf(oneOf(OUTPUT_KINDS), 'outputs')], { error: OUTPUT })
      .prefault(['csv', 'json', 'html'])
      .describe('Files to write'),
  },
  'a mapping with traces and policies',
).transform(
  (given, context): Omit<StudyDesign, 'name' | 'traces'> & Pick<typeof given, 'name' | 'traces'> => {
    const rules = Array.isArray(given.rules) ? given.rules : [given.rules]
    const { policies, objectives } = given
    const unique = (path: string, names: readonly string[]) => {
      const twice = names.findIndex((name, k) => names.indexOf(name) !== k)
      if (twice < 0) return
      const params = { value: names[twice], remedy: 'Leave one out, or give them different names' }
      context.addIssue(fault('this stands twice', [path, twice], params))
    }
    unique(
      'windows',
      given.windows.map((rule) => JSON.stringify(rule)),
    )
    unique('machines', given.machines.map(machineLabel))
    unique('policies', policies)
    unique('estimates', given.estimates)
    unique(
      'rules',
      rules.map(({ name }) => name),
    )
    unique('objectives', objectives)
    const baseline = given.baseline ?? (policies.includes('easy') ? 'easy' : policies[0])
    if (!policies.includes(baseline)) {
      const params = { value: baseline, expected: policies.map(policyName).join(', ') }
      context.addIssue(fault('the baseline is none of the policies', ['baseline'], params))
    }
    const { split = null, ...rest } = given
    return {
      ...rest,
      rules,
      baseline,
      split: split && splitOf(split, objectives, given.traces.length, context),
      output:
        given.output === 'all' ? OUTPUT_KINDS : OUTPUT_KINDS.filter((kind) => given.output.includes(kind)),
    }
  },
)

function splitOf(
  { by, train, choose }: z.output<typeof split>,
  objectives: readonly string[],
  traces: number,
  context: z.core.$RefinementCtx,
): Split {
  const chosen = typeof choose === 'string' ? [choose] : (choose ?? [objectives[0]])
  const unknown = chosen.find((name) => !objectives.includes(name))
  if (unknown !== undefined) {
    const params = { value: unknown, expected: objectives.join(', ') }
    context.addIssue(fault('this is none of the objectives', ['split', 'choose'], params))
  }
  if (by === 'time') return { by, train: train ?? 0.6, choose: chosen }
  if (train !== undefined) {
    context.addIssue(fault('train is for a split by time', ['split', 'train'], { remedy: 'Leave it out' }))
  }
  if (traces < 2) {
    const params = { value: traces, expected: 'two traces or more', remedy: 'Add traces, or split by time' }
    context.addIssue(fault('there are no other traces to choose on', ['split', 'by'], params))
  }
  return { by, choose: chosen }
}

function policyText(value: string): string {
  parsePolicy(value)
  return value.trim()
}

function estimateName(value: string): string {
  parseEstimateSource(value)
  return value
}

/** For editors, which complete and check study files by it. */
export function studyJsonSchema(): object {
  return z.toJSONSchema(studySchema, { io: 'input' })
}

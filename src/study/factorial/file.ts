/** Reads a study file (docs/studies.md): YAML, and every fault with its line. */
import {
  added,
  byType,
  type Codec,
  type Decoded,
  described,
  type JsonSchema,
  object,
  optional,
  refined,
  whole,
} from '../../core/codec.js'
import { QueuewrightError } from '../../core/errors.js'
import { fieldOf, Place } from '../../core/place.js'
import { parseEstimateSource } from '../../evaluation/scenarios/estimate-source.js'
import { severalMeasure } from '../../evaluation/tasks/several.js'
import { compileObjective, parseJobClass } from '../../sim/objectives/index.js'
import { policyName } from '../../sim/policy.js'
import {
  MACHINE_SAID,
  machineRule,
  RULES_EXPECTED,
  RULES_SAID,
  ruleSet,
  WINDOW_SAID,
  windowRule,
} from './axes.js'
import {
  type MachineRule,
  machineLabel,
  OUTPUT_KINDS,
  type SeveralRule,
  type Split,
  type StudyDesign,
  type StudyPolicy,
} from './design.js'
import { choice, listOf, parsed, said } from './said.js'
import { POLICY_SAID, studyPolicy, wayNames } from './several.js'
import { TRACE_SAID, traceSource } from './trace-source.js'
import { readYaml } from './yaml-document.js'

/** Objectives of a study that names none. */
const USUAL_OBJECTIVES = ['AVEbsld', 'AWRT', 'meanWait', 'p95Wait', 'maxWait', 'UTIL']
const USUAL_TRAIN = '60%'
const LONGEST_NAME = 80
const STUDY = 'a mapping with traces and policies'
const OUTPUT = `all, or a list of ${OUTPUT_KINDS.join(', ')}`

const name = refined(said('a name'), (text, at) => {
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._+-]*$/u.test(text)) throw at.bad(text, 'letters, digits, blanks and ._+-')
  if (text.length > LONGEST_NAME) throw at.bad(text, `at most ${LONGEST_NAME} characters`)
})
const estimates = parsed('a source of estimates such as user', parseEstimateSource)
const OBJECTIVE = 'an objective such as AWRT, a formula such as 10*AWRT1 + 4*AWRT2, or @FILE of a preference'
/** Files are read by whoever has the study file. */
const objective = parsed(OBJECTIVE, (text) => {
  if (!text.startsWith('@') && severalMeasure(text) === undefined) compileObjective(text)
})

// The split

const SHARE = 'a percentage above 0, below 100, such as 60%'

function shareOf(text: string): number {
  const [, percent] = /^(\d+(?:\.\d+)?)\s*%$/.exec(text) ?? []
  if (Number(percent) > 0 && Number(percent) < 100) return Number(percent) / 100
  throw new QueuewrightError('usage', 'not a share of the time', { expected: SHARE })
}

const chosen = byType('one of the objectives, or a list of them', {
  ...{ string: objective, number: objective },
  array: listOf(objective, 'objectives'),
})
const train = `With by: time, the share of each trace's span that trains; ${USUAL_TRAIN} if not given`
const choose = 'The objective by which the best policy is chosen; the first if not given'

const split = object({
  by: choice(['time', 'trace']),
  train: described(train, optional(parsed(SHARE, shareOf))),
  choose: described(choose, optional(chosen)),
})

function splitOf(
  { by, train, choose }: Decoded<typeof split>,
  objectives: readonly string[],
  traces: number,
  at: Place,
): Split {
  const chosen = typeof choose === 'string' ? [choose] : (choose ?? [objectives[0]])
  const unknown = chosen.find((name) => !objectives.includes(name))
  if (unknown !== undefined) {
    const detail = { value: unknown, expected: objectives.join(', ') }
    throw at.at('choose').fault('this is none of the objectives', detail)
  }
  if (by === 'time') return { by, train: shareOf(train ?? USUAL_TRAIN), choose: chosen }
  if (train !== undefined)
    throw at.at('train').fault('train is for a split by time', { remedy: 'Leave it out' })
  if (traces < 2) {
    const detail = { value: traces, expected: 'two traces or more', remedy: 'Add traces, or split by time' }
    throw at.at('by').fault('there are no other traces to choose on', detail)
  }
  return { by, choose: chosen }
}

// The file

/** Values of which none may stand twice, by what they are called. */
function distinct<Item>(
  item: Codec<Item>,
  what: string,
  called: (item: Item) => string = String,
): Codec<readonly Item[]> {
  return refined(listOf(item, what), (items, at) => {
    const names = items.map(called)
    const twice = names.findIndex((name, k) => names.indexOf(name) !== k)
    if (twice < 0) return
    const remedy = 'Leave one out, or give them different names'
    throw at.at(twice).fault('this stands twice', { value: names[twice], remedy })
  })
}

const windows = distinct(WINDOW_SAID, 'windows', (said) => JSON.stringify(windowRule(said)))
const policies = refined(
  distinct(POLICY_SAID, 'policies', (said) => studyPolicy(said).text),
  (said, at) => {
    const names = said.map(studyPolicy).map(({ text, name }) => name ?? policyName(text))
    const twice = names.findIndex((name, k) => names.indexOf(name) !== k)
    if (twice >= 0) throw at.at(twice).fault('two policies of one name', { value: names[twice] })
  },
)
const machines = distinct(MACHINE_SAID, 'machines', (said) => machineLabel(machineRule(said)))
const ruleSets = distinct(RULES_SAID, 'rules', (said) => ruleSet(said).name)
const rules = byType(`${RULES_EXPECTED}; or a list of these`, {
  ...{ string: RULES_SAID, object: RULES_SAID },
  array: ruleSets,
})
const seeds = byType('a whole number from 0, or a list of them', {
  number: whole(0),
  array: distinct(whole(0), 'seeds'),
})
const output = byType(OUTPUT, { string: choice(['all']), array: listOf(choice(OUTPUT_KINDS), 'outputs') })

const mapping = object({
  name: described('What the study is called; the name of the file if not given', optional(name)),
  traces: described('Axis: job logs', listOf(TRACE_SAID, 'logs')),
  windows: described(
    'Axis: stretches of each log, each on an empty machine',
    added<Decoded<typeof windows>>(windows, ['whole']),
  ),
  machines: described('Axis: the machine', added<Decoded<typeof machines>>(machines, ['own'])),
  policies: described('Axis: what is compared', policies),
  estimates: described(
    'Axis: what the scheduler takes for run times',
    added(distinct(estimates, 'sources of estimates'), ['user']),
  ),
  rules: described('Axis: rules of the simulation', added<Decoded<typeof rules>>(rules, 'default')),
  objectives: described('What is measured', added(distinct(objective, 'objectives'), USUAL_OBJECTIVES)),
  judge: described(
    'Simulate all jobs and judge these alone, as size<=8 or queue=2 & estimate>4h',
    optional(parsed('a condition on jobs such as size <= 8', parseJobClass)),
  ),
  baseline: described('The policy that others are measured against', optional(said('one of the policies'))),
  seed: described(
    'Of all that depends on chance; of a list each draws anew for the jobs of a window, and the first draws windows',
    added<Decoded<typeof seeds>>(seeds, 1),
  ),
  split: described('Choose a policy on one part of the data, judge it on the rest', optional(split)),
  output: described('Files to write', added<Decoded<typeof output>>(output, ['csv', 'json', 'html'])),
})
type StudyFile = Decoded<typeof mapping>

/** The kind of the machines, where they are several; null where all are single ones. */
function severalOf(machines: readonly MachineRule[], at: Place): SeveralRule['of'] | null {
  const kinds = machines.map((machine) => (machine.kind === 'several' ? machine.of : null))
  const other = kinds.findIndex((kind) => kind !== kinds[0])
  if (other < 0) return kinds[0]
  throw at
    .at('machines')
    .at(other)
    .fault('single machines, sites and clusters do not stand in one study', {
      value: machineLabel(machines[other]),
      remedy: 'Nothing could be compared: take a study for each',
    })
}

/** Refuses settings of several machines beside single ones, and the reverse. */
function checkWays(
  of: SeveralRule['of'] | null,
  policies: readonly StudyPolicy[],
  { rules, estimates, objectives, judge }: StudyFile,
  at: Place,
): void {
  const stray = policies.findIndex(({ way }) => (way?.of ?? null) !== of)
  if (stray >= 0) {
    const machines = of === null ? 'single machines' : of
    const remedy =
      of === null
        ? 'Name several, such as machines: [{sites: m128-4}]'
        : `${capital(of)} go by ${wayNames(of)}`
    const value = policies[stray].text
    throw at.at('policies').at(stray).fault(`this is nothing that ${machines} go by`, { value, remedy })
  }
  const own = objectives.findIndex((text) => severalMeasure(text) !== undefined)
  if (of === null) {
    if (own < 0) return
    throw at
      .at('objectives')
      .at(own)
      .fault('this is an objective of several machines', { value: objectives[own] })
  }
  if (judge !== undefined) {
    const remedy = 'Leave it out, or ask for single machines'
    throw at.at('judge').fault(`${of} are judged by all jobs`, { value: judge, remedy })
  }
  const sets = (Array.isArray(rules) ? rules : [rules]).map(ruleSet)
  if (sets.length > 1 || JSON.stringify(sets[0]) !== JSON.stringify(ruleSet('default'))) {
    throw at.at('rules').fault(`${of} have rules of their own`, { remedy: 'Leave rules out' })
  }
  const takes = (source: string) =>
    of === 'clusters' ? source === 'actual' || source === 'user' : parseEstimateSource(source).model === null
  const wrong = estimates.findIndex((source) => !takes(source))
  if (wrong >= 0 || (of === 'clusters' && estimates.length > 1)) {
    const place = at.at('estimates').at(Math.max(0, wrong))
    const expected = of === 'clusters' ? 'none: run times are known there' : 'user, actual, or predictions'
    throw place.fault(`${of} do not take these estimates`, { value: estimates[Math.max(0, wrong)], expected })
  }
}

function capital(text: string): string {
  return text[0].toUpperCase() + text.slice(1)
}

/** @param at the file, of which what does not go together is told */
function designOf(given: StudyFile, at: Place, usualName: string): Omit<StudyDesign, 'traces'> {
  const { objectives } = given
  const asked = given.policies.map(studyPolicy)
  const machines = given.machines.map(machineRule)
  const seeds = typeof given.seed === 'number' ? [given.seed] : given.seed
  const of = severalOf(machines, at)
  checkWays(of, asked, given, at)
  const policies = asked.map(({ text }) => text)
  const named = Object.fromEntries(asked.flatMap(({ text, name }) => (name === null ? [] : [[text, name]])))
  const wanted = given.baseline ?? (policies.includes('easy') ? 'easy' : policies[0])
  const baseline = asked.find(({ text, name }) => text === wanted || name === wanted)?.text
  if (baseline === undefined) {
    const expected = policies.map((text) => named[text] ?? policyName(text)).join(', ')
    const detail = { value: wanted, expected }
    throw at.at('baseline').fault('the baseline is none of the policies', detail)
  }
  const said = given.split
  return {
    name: given.name ?? usualName,
    windows: given.windows.map(windowRule),
    machines,
    policies,
    ...(Object.keys(named).length > 0 && { named }),
    ...(of !== null && { ways: asked.flatMap(({ way }) => (way === null ? [] : [way.policy])) }),
    // Over clusters run times are known.
    estimates: of === 'clusters' ? ['actual'] : given.estimates,
    rules: (Array.isArray(given.rules) ? given.rules : [given.rules]).map(ruleSet),
    objectives,
    ...(given.judge !== undefined && { judge: given.judge }),
    ...{ baseline, baselineNamed: given.baseline !== undefined },
    ...{ seed: seeds[0], seeds },
    split: said === undefined ? null : splitOf(said, objectives, given.traces.length, at.at('split')),
    output:
      given.output === 'all' ? OUTPUT_KINDS : OUTPUT_KINDS.filter((kind) => given.output.includes(kind)),
  }
}

/**
 * @param file what the text is called in messages
 * @param usualName the study's name where the text does not say
 * @throws QueuewrightError `study-file`, of the first fault in the file
 */
export function parseStudyFile(text: string, file: string, usualName: string): StudyDesign {
  const document = readYaml(text, file)
  if (document.value === null || document.value === undefined)
    throw new QueuewrightError('study-file', 'this study file is empty', {
      file,
      expected: 'at least traces and policies',
    })
  const at = Place.in((what, path, detail) => {
    const where = { file, line: document.lineOf(path), ...(path.length > 0 && { field: fieldOf(path) }) }
    return new QueuewrightError('study-file', what, { ...detail, ...where })
  })
  const given = byType(STUDY, { object: mapping }).decode(document.value, at)
  const traces = given.traces.map((said, k) => ({
    ...traceSource(said),
    line: document.lineOf(['traces', k]),
  }))
  return { ...designOf(given, at, usualName), traces }
}

/** For editors, which complete and check study files by it. */
export function studyJsonSchema(): JsonSchema {
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...mapping.schema }
}

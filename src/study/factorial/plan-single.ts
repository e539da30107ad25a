/**
 * One machine in the plan of a study: a log on it, with what cannot be simulated there left out, each with the reason, and
 * policies refused that the rules do not go with.
 */
import { QueuewrightError } from '../../core/errors.js'
import { plural } from '../../core/format.js'
import { Random } from '../../core/random.js'
import { parseEstimateSource } from '../../evaluation/scenarios/estimate-source.js'
import { dependenciesBy } from '../../evaluation/scenarios/feedback.js'
import { checkSemantics } from '../../sim/bound-policy.js'
import { checkFacility, type Facility, prepareJobsFor, processorsOf } from '../../sim/facility/index.js'
import { parsePolicy, policyName, RECORDED } from '../../sim/policy.js'
import { simulate } from '../../sim/simulate.js'
import { siteJson } from '../../sim/site-codec.js'
import { datasetOf, JobTableBuilder, rowsFrom, selectRows, type Trace, traceWith } from '../../trace/index.js'
import { defaultMaximum, TSAFRIR_LEAST } from '../../workload/estimates/index.js'
import { scaleTrace } from '../../workload/scale.js'
import { machineLabel, type RuleSet, type SingleRule, type StudyDesign } from './design.js'
import { studyFields, studyNames } from './fields.js'
import { judgedWindows, windowsOf } from './judged-windows.js'
import { type MadeBlock, NO_REQUESTS, needsRequests, type StudiedLog } from './made-block.js'
import { groupedByPast } from './past-groups.js'
import { type Block, type LeftOut, type StudyWindow, withSiteRules } from './spec.js'
import { partsOf } from './windows.js'

export function singleBlock(design: StudyDesign, log: StudiedLog, machine: SingleRule): MadeBlock {
  const label = machineLabel(machine)
  const where = `${log.name}${machine.kind === 'own' ? '' : `, machine ${label}`}`
  const leftOut: LeftOut[] = []
  const placed = onMachine(design, log, machine)
  if (placed instanceof QueuewrightError) {
    return { block: null, leftOut: [{ what: where, reason: placed.what, simulations: null }] }
  }
  const { processors } = placed
  const parts = partsOf(placed.trace.jobs.submit, design.split, log.name)
  const trace =
    design.split?.by === 'time' ? groupedByPast(placed.trace, log.grouping, parts[0].to).trace : placed.trace
  const { jobs } = trace

  const largest = jobs.size.reduce((most, size) => Math.max(most, size), 0)
  const fits = (set: RuleSet) => largest <= processors || set.oversize !== 'error'
  const of = siteOf(machine, log)
  if (of instanceof QueuewrightError)
    return { block: null, leftOut: [{ what: where, reason: of.message, simulations: null }] }
  const { facility, siteRules } = of
  const fitting = design.rules.filter(fits)
  const barred =
    facility === undefined
      ? null
      : siteLack({ ...design, rules: fitting }, facility, siteRules, { ...placed, trace })
  if (barred !== null) return { block: null, leftOut: [{ what: where, reason: barred, simulations: null }] }
  const unknowable = new Map(fitting.flatMap((set) => feedbackLack(set, trace)))
  const rules = fitting.filter(({ name }) => !unknowable.has(name))
  const requested = jobs.estimate.some((estimate) => estimate >= 0)
  const estimates = design.estimates.filter((source) => requested || !needsRequests(source))
  const recorded = recordedLack(trace, processors, machine)
  const policies = design.policies.filter((policy) => policy !== RECORDED || recorded === null)

  const perWindow = estimates.length * rules.length * policies.length
  const windows: StudyWindow[] = []
  for (const part of parts) {
    const of = part.name === null ? where : `${where}, ${part.name}`
    const random = new Random(design.seed)
      .fork('windows')
      .fork(log.name)
      .fork(part.name ?? 'whole')
    const cut = windowsOf(design, trace, processors, rules, part, random)
    for (const { count, text, reason } of cut.missing) {
      leftOut.push({ what: `${of}, ${count} ${text}`, reason, simulations: count * perWindow })
    }
    const checked = withLacks(cut.windows, trace, estimates)
    for (const each of lackingEstimates(checked, estimates, of, rules.length * policies.length))
      leftOut.push(each)
    for (const each of checked) windows.push(each)
  }
  const at = windows.length
  const lacks = (what: string, reason: string, each: number) =>
    leftOut.push({ what: `${where}${what}`, reason, simulations: at * each })
  for (const { name } of design.rules.filter((set) => !fits(set))) {
    const reason = `the log has a job of ${largest} processors, and there are ${processors} (oversize: drop or cap takes it)`
    const what = design.rules.length === 1 ? '' : `, rules ${name}`
    lacks(what, reason, design.estimates.length * design.policies.length)
  }
  for (const [name, reason] of unknowable) {
    lacks(`, rules ${name}`, reason, design.estimates.length * design.policies.length)
  }
  for (const source of design.estimates.filter((each) => !estimates.includes(each))) {
    lacks(`, estimates ${source}`, NO_REQUESTS, rules.length * design.policies.length)
  }
  if (recorded !== null && design.policies.includes(RECORDED)) {
    lacks(`, policy ${RECORDED}`, recorded, rules.length * estimates.length)
  }
  if (at * perWindow === 0) return { block: null, leftOut }
  const site = log.site ? siteJson(log.site) : undefined
  const dataset = datasetOf(trace, studyFields(design), site, log.namesAt?.(studyNames(design)))
  const block: Block = {
    trace: log.name,
    machine: label,
    processors,
    ...(facility && { facility, siteRules }),
    data: dataset.digest,
    windows,
    estimates,
    rules: rules.map((set) => set.name),
    policies,
  }
  const { windows: kept, missing } = judgedWindows(design, block, dataset)
  for (const [reason, count] of missing) {
    const what = `${where}, ${count} of ${at} windows`
    leftOut.push({ what, reason, simulations: count * perWindow })
  }
  return kept.length === 0
    ? { block: null, leftOut }
    : { block: { ...block, windows: kept }, dataset, leftOut }
}

/** The site at a log; the failure where that cannot be. */
function siteOf(
  machine: SingleRule,
  { facilityAt = (facility) => facility }: StudiedLog,
): Pick<Block, 'facility' | 'siteRules'> | QueuewrightError {
  if (machine.kind !== 'site' || machine.document === null) return {}
  const { facility, scheduling } = machine.document
  const { compress, 'pass-interval': passInterval } = scheduling
  try {
    return {
      facility: facilityAt(facility),
      siteRules: { ...(compress !== null && { compress }), ...(passInterval !== null && { passInterval }) },
    }
  } catch (error) {
    if (error instanceof QueuewrightError) return error
    throw error
  }
}

/**
 * Why the jobs of a log cannot be simulated on a site; null where they can.
 * @throws QueuewrightError `study-file` for policies and rules that have no meaning there
 */
function siteLack(
  { policies, rules, estimates }: StudyDesign,
  facility: Facility,
  siteRules: Block['siteRules'],
  { trace, processors }: { readonly trace: Trace; readonly processors: number },
): string | null {
  for (const { name, rules: set, overrun, oversize } of rules) {
    for (const source of estimates) {
      const { predictor, estimates } = parseEstimateSource(source)
      const preparation = { processors, estimates, overrun, oversize }
      const { jobs, rows } = prepareJobsFor(facility, trace.jobs, trace.fields, preparation)
      const { fields } = rows === null ? trace : selectRows(trace, rows)
      for (const [k, written] of policies.entries()) {
        const policy = parsePolicy(written)
        if (policy.algorithm === RECORDED) continue
        const sight = set.sight ?? Number.POSITIVE_INFINITY
        const meant = { ...withSiteRules(set, siteRules ?? {}), sight }
        try {
          const simulation = { policy, rules: meant, predictor: predictor ?? undefined }
          checkSemantics(meant, policy, simulation.predictor, true)
          checkFacility(facility, simulation, jobs, fields)
        } catch (error) {
          if (!(error instanceof QueuewrightError)) throw error
          if (error.kind !== 'usage') return error.message
          throw new QueuewrightError('study-file', `${error.what} (rules ${name})`, {
            ...error.detail,
            field: `policies[${k}]`,
            value: policyName(written),
          })
        }
      }
    }
  }
  return null
}

/** The log as it is on a machine; the failure where it cannot be scaled to it because of its jobs. */
function onMachine(
  { seed }: StudyDesign,
  { name, trace, grouping }: StudiedLog,
  machine: SingleRule,
): { readonly trace: Trace; readonly processors: number } | QueuewrightError {
  if (machine.kind === 'size') return { trace, processors: machine.processors }
  if (machine.kind === 'site') {
    if (machine.document === null) throw new TypeError(`nobody has read ${machine.from}`)
    return { trace, processors: processorsOf(machine.document.facility) }
  }
  if (trace.processors === null) {
    throw new QueuewrightError('machine-unknown', 'the log does not say how large the machine is', {
      file: name,
      field: 'machine',
      remedy: 'Say so at this log of the study file: machine: N',
    })
  }
  if (machine.kind === 'own') return { trace, processors: trace.processors }
  const { to, factor, copied } = machine
  try {
    const scaled = scaleTrace(trace, { to, copied, seed, ...(factor !== null && { factor }) }, grouping)
    return { trace: scaled.trace, processors: to }
  } catch (error) {
    if (error instanceof QueuewrightError && error.kind === 'job-oversize') return error
    throw error
  }
}

/** Why a rule set's feedback cannot be told from the log; none where it can. */
function feedbackLack({ name, feedback }: RuleSet, trace: Trace): readonly (readonly [string, string])[] {
  if (feedback === undefined) return []
  try {
    dependenciesBy(feedback, trace)
    return []
  } catch (error) {
    if (error instanceof QueuewrightError) return [[name, error.what]]
    throw error
  }
}

/** Why there is no recorded schedule; null where there is one. */
function recordedLack(trace: Trace, processors: number, machine: SingleRule): string | null {
  if (machine.kind === 'scale' || trace.processors !== processors) {
    return 'what really happened is only known of the machine of the log'
  }
  const missing =
    trace.fields.wait?.reduce((count, wait) => count + (wait < 0 ? 1 : 0), 0) ?? trace.jobs.length
  if (missing === 0) return null
  return `${missing} of ${plural(trace.jobs.length, 'job')} ${missing === 1 ? 'has' : 'have'} no recorded wait`
}

/** The windows, each with the sources of estimates that its jobs do not suffice for. */
function withLacks(
  windows: readonly Omit<StudyWindow, 'without'>[],
  trace: Trace,
  estimates: readonly string[],
): readonly StudyWindow[] {
  const modal = estimates.filter((source) => parseEstimateSource(source).model?.kind === 'tsafrir')
  // A task knows no header, which might tell a maximum.
  const plain = traceWith(trace, { header: [], fields: {} })
  return windows.map((window): StudyWindow => {
    const { from, to } = window
    const enough =
      modal.length === 0 ||
      (to - from >= TSAFRIR_LEAST.jobs &&
        defaultMaximum(selectRows(plain, rowsFrom(from, to))).seconds >= TSAFRIR_LEAST.maximum)
    return { ...window, without: enough ? [] : modal }
  })
}

function lackingEstimates(
  windows: readonly StudyWindow[],
  estimates: readonly string[],
  where: string,
  each: number,
): readonly LeftOut[] {
  const { jobs, maximum } = TSAFRIR_LEAST
  return estimates.flatMap((source) => {
    const count = windows.filter(({ without }) => without.includes(source)).length
    if (count === 0) return []
    return {
      what: `${where}, estimates ${source}, ${count} of ${windows.length} windows`,
      reason: `the model takes ${jobs} jobs or more, and a longest request of ${maximum} s or more`,
      simulations: count * each,
    }
  })
}

/** Simulates a log of one job by each policy, rule set and source of estimates: what does not go together is refused. */
export function checkRules({ policies, rules, estimates }: StudyDesign): void {
  const builder = new JobTableBuilder(1)
  builder.add({ id: 1, submit: 0, runtime: 1, estimate: 1, size: 1, user: 1, group: 1 })
  const { table: jobs } = builder.finish()
  const predictors = new Set(estimates.map((source) => parseEstimateSource(source).predictor))
  for (const [k, written] of policies.entries()) {
    const policy = parsePolicy(written)
    if (policy.algorithm === RECORDED) continue
    for (const { name, rules: set } of rules) {
      for (const predictor of predictors) {
        try {
          const sight = set.sight ?? Number.POSITIVE_INFINITY
          simulate({ jobs, processors: 1, policy, rules: { ...set, sight }, ...(predictor && { predictor }) })
        } catch (error) {
          if (!(error instanceof QueuewrightError)) throw error
          const { cause: _, ...detail } = error.detail
          throw new QueuewrightError('study-file', `${error.what} (rules ${name})`, {
            ...detail,
            field: `policies[${k}]`,
            value: policyName(written),
          })
        }
      }
    }
  }
}

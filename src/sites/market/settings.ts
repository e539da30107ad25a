/** The settings of a market, declared once: options, help, checks and the document of settings derive from them. */
import { duration, type Form, optional, real, setting, someOf, whole } from '../../core/settings/index.js'
import { machineFunction, utilityFunction } from './functions.js'
import { RESERVATIONS, USUAL_MARKET } from './simulate.js'

/** Formulas between commas; those inside parentheses are the formulas' own. */
function formulas(shown: string, names: string, check: (text: string) => unknown): Form<readonly string[]> {
  const fits = (value: unknown): value is readonly string[] =>
    Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')
  return {
    shown,
    told: `: ${names}, or formulas, between commas`,
    schema: { type: 'array', items: { type: 'string' }, minItems: 1 },
    expected: () => `${names}, or a formula`,
    fits,
    read: (text) => {
      const found = splitFormulas(text)
      for (const each of found) check(each)
      return found
    },
    text: (value) => value.join(','),
  }
}

function splitFormulas(text: string): readonly string[] {
  const found: string[] = []
  let [depth, from] = [0, 0]
  for (let at = 0; at <= text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')') depth--
    if (at < text.length && (text[at] !== ',' || depth > 0)) continue
    found.push(text.slice(from, at).trim())
    from = at + 1
  }
  return found
}

export const MARKET_SETTINGS = {
  machineFunctions: setting(formulas('formulas', 'MF1 to MF6', machineFunction), {
    meaning: 'what providers charge, each side by side',
    usual: [USUAL_MARKET.machineFunction],
    source: 'THESIS 11.4.6.1',
  }),
  utilityFunctions: setting(formulas('formulas', 'UF1 to UF5', utilityFunction), {
    meaning: 'what users like, each side by side',
    usual: [USUAL_MARKET.utilityFunction],
    source: 'THESIS 11.4.6.2',
  }),
  reservations: setting(someOf(RESERVATIONS), {
    meaning: 'what happens to reservations when jobs end before their estimates',
    usual: RESERVATIONS,
  }),
  maxOffers: setting(whole(1, 10_000), {
    meaning: 'offers that a machine makes at most',
    usual: USUAL_MARKET.maxOffers,
  }),
  steps: setting(whole(1, 1_000), {
    meaning: 'parts of an offer that starts are tried in, coarse then fine',
    usual: USUAL_MARKET.steps,
  }),
  overhead: setting(whole(0, 10_000), {
    meaning: 'percent that a job over several machines takes longer',
    usual: 30,
    unit: '%',
  }),
  latency: setting(duration(), { meaning: 'what forwarding a request takes', usual: 0, unit: 's' }),
  hops: setting(optional(whole(0)), {
    meaning: 'forwardings of a request at most',
    usual: null,
    usually: 'no limit',
  }),
  timeToLive: setting(optional(duration()), {
    meaning: 'time that forwardings may take',
    usual: null,
    usually: 'no limit',
    unit: 's',
  }),
  budget: setting(optional(real({})), { meaning: 'what a job may cost', usual: null, usually: 'no limit' }),
  deadline: setting(optional(duration()), {
    meaning: 'time after its submit by which a job has to end, by its estimate',
    usual: null,
    usually: 'none',
    unit: 's',
  }),
}

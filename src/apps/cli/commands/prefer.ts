/** `qw prefer`: a preference made on a front, and what it says. */
import { createInterface } from 'node:readline'
import { QueuewrightError } from '../../../core/errors.js'
import { formatValue } from '../../../core/format.js'
import { optionOf } from '../../../core/settings/index.js'
import { largestOf } from '../../../core/statistics.js'
import type { FrontDocument } from '../../../front/document.js'
import type { OwnPoliciesOptions } from '../../../lab/preference/policies.js'
import { type PreferOptions as Asked, type Preferred, prefer } from '../../../lab/preference/prefer.js'
import { type Answered, type Ask, type AskedPair, answerOf } from '../../../lab/preference/questions.js'
import { preferenceDigest, writePreference } from '../../../preference/index.js'
import { writeOutput } from '../../../runtime/index.js'
import { version } from '../../../runtime/version.js'
import { requireObjective } from '../../../sim/objectives/index.js'
import { objectiveInfo } from '../../../sim/objectives/info.js'
import { type PrintOptions, printResult } from '../printed.js'
import type { Terminal } from '../terminal.js'

export type PreferOptions = Asked & PrintOptions & OwnPoliciesOptions & { readonly out?: string }

/** @param log that the front is of; undefined: nothing is simulated */
export async function preferCommand(
  source: string,
  log: string | undefined,
  { out, json, report, ...options }: PreferOptions,
  terminal: Terminal,
  command: string,
): Promise<void> {
  const { name, region, objective, subjectTo, from, asPrinted, quick, ask, answers, seed, ...simulated } =
    options
  const asked: Asked = { name, region, objective, subjectTo, from, asPrinted, quick, ask, answers, seed }
  const [needless] = log === undefined ? Object.keys(simulated) : []
  if (needless !== undefined) {
    const option = optionOf(needless, {})
    throw new QueuewrightError('usage', 'nothing is simulated without a log', {
      field: option,
      remedy: `Name the log that the front is of: qw prefer FRONT LOG ${option} …`,
    })
  }
  const own = async (front: FrontDocument) => {
    if (log === undefined) return []
    const { ownPolicies } = await import('../../../lab/preference/policies.js')
    return ownPolicies(log, front, simulated, terminal)
  }
  const preferred = await answeredBy(source, withAnswers(asked, terminal), terminal, own)
  const { preference, front, points, policies, unknown, answered } = preferred
  if (out !== undefined) await writeOutput(out, [writePreference(preference)])
  const exhibit = async () => {
    const { preferencePage } = await import('../../../report/pages/preference.js')
    return preferencePage({
      preference,
      front: front.name,
      objectives: front.objectives.map(({ name }) => objectiveInfo(requireObjective(name))),
      points,
      policies,
      unknown,
      answered: answered && { ...answered.inquiry.belief, best: answered.best },
      digest: front.digest,
      provenance: { version: version(), command },
    })
  }
  await printResult(terminal, { json, report }, exhibit, () => preferredJson(preferred))
  if (!json && out !== undefined)
    terminal.print(`\nThe preference is in ${out}; --from ${out} judges other fronts by it.`)
}

function preferredJson(preferred: Preferred): object {
  const { preference, objective, front, points, policies, unknown, answered } = preferred
  const bounded = preference.subjectTo.length > 0
  return {
    name: preference.name,
    objective: preference.objective,
    ...(answered === null ? {} : { answers: preference.answers, belief: beliefJson(answered) }),
    digest: preferenceDigest(preference),
    front: { name: front.name, digest: front.digest, size: points.length },
    ...(objective.regions === null
      ? {}
      : {
          regions: preference.regions.map(({ name, panel }, k) => ({
            name,
            panel,
            points: points.filter(({ judgement }) => judgement?.priority === k + 1).length,
            planes: objective.regions?.bounds[k]?.count ?? 0,
          })),
        }),
    ...(bounded && { bounds: { subjectTo: preference.subjectTo, unknown } }),
    policies: policies.map(({ name, values, judgement, keeps }) => ({
      ...{ policy: name, values, ...judgement },
      ...(bounded && { keeps }),
    })),
    points: points.map(({ name, evaluation, values, judgement, keeps }) => ({
      ...{ evaluation, madeBy: name, values, ...judgement },
      ...(bounded && { keeps }),
    })),
  }
}

/** The belief in the end, and the evaluation that is likely to be best. */
function beliefJson({ inquiry: { belief }, best }: Answered): object {
  const { kind, share, regret, unfit, weights } = belief
  return { kind, share, best, regret, unfit: unfit.map((place) => place + 1), weights: [...weights] }
}

/** Where nobody names a file for the answers, somebody who types has one all the same. */
const USUAL_ANSWERS = 'preference-answers.txt'

function withAnswers(asked: Asked, terminal: Terminal): Asked {
  const { ask, answers } = asked
  if (!ask) return asked
  const file = answers ?? (process.stdin.isTTY ? USUAL_ANSWERS : undefined)
  if (file === undefined) return asked
  terminal.note(`answers are kept in ${file}; whoever stops goes on with --ask --answers ${file}`)
  return { ...asked, answers: file }
}

/** Questions go to standard error, answers come from standard input, line by line. */
async function answeredBy(
  source: string,
  asked: Asked,
  terminal: Terminal,
  own: Parameters<typeof prefer>[3],
): Promise<Preferred> {
  if (!asked.ask) return prefer(source, asked, undefined, own)
  const lines = createInterface({ input: process.stdin, terminal: false })
  const typed = lines[Symbol.asyncIterator]()
  try {
    const answer: Ask = async (pair) => {
      terminal.notice(questionText(pair))
      for (;;) {
        const { value, done } = await typed.next()
        if (done || /^\s*q\s*$/i.test(value)) return null
        try {
          return answerOf(value, 'standard input', pair.number).better
        } catch (error) {
          if (!process.stdin.isTTY) throw error
          terminal.notice('A, B, = where they are alike, or q for enough:')
        }
      }
    }
    return await prefer(source, asked, answer, own)
  } finally {
    lines.close()
  }
}

function questionText({ number, most, objectives, a, b }: AskedPair): string {
  const rows = objectives.map((name, k) => {
    const { unit, sense } = requireObjective(name).objective
    const better = a[k] === b[k] ? '' : a[k] < b[k] === (sense === 'min') ? 'A' : 'B'
    return [name, formatValue(a[k], unit), formatValue(b[k], unit), better]
  })
  const table = [['', 'A', 'B', 'better'], ...rows]
  const widths = [0, 1, 2, 3].map((k) => largestOf(table.map((row) => row[k].length)))
  const text = table.map((row) =>
    row.map((cell, k) => (k === 0 ? cell.padEnd(widths[k]) : cell.padStart(widths[k]))).join('  '),
  )
  return [
    `\nQuestion ${number} of at most ${most}: which would you rather have?`,
    ...text,
    'A, B, = where they are alike, or q for enough:',
  ].join('\n')
}

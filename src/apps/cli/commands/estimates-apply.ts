/** `qw estimates apply`: a log with modelled estimates. */
import { parseDuration } from '../../../core/duration.js'
import { parseDecimal } from '../../../core/settings/index.js'
import { renamed, withOptionName } from '../../../lab/failures.js'
import { type LogOptions, onMachine, readLog } from '../../../lab/log.js'
import { inputName, readInput, STANDARD_STREAM } from '../../../runtime/index.js'
import { FURTHER_FIELDS } from '../../../trace/index.js'
import {
  applyEstimates,
  type EstimateModel,
  type EstimateSettings,
  MOST_BADNESS,
  type PopularEstimate,
  readBetaModel,
} from '../../../workload/estimates/index.js'
import { usage } from '../options.js'
import { formatOf, type OutputOptions, writeTrace } from '../output.js'
import type { Terminal } from '../terminal.js'

export interface ApplyEstimatesOptions extends LogOptions, OutputOptions {
  readonly model: string
  readonly seed: number
  readonly max?: number
  readonly overrun?: 'error' | 'extend'
  readonly round: string
  readonly popular?: string
}

export async function applyEstimatesCommand(
  path: string | undefined,
  options: ApplyEstimatesOptions,
  terminal: Terminal,
): Promise<void> {
  // What cannot be meant is found out before a long log is read.
  const format = options.format ?? formatOf(options.out)
  const model = await parseModel(options)
  const settings = settingsOf(options)
  if (path === STANDARD_STREAM && options.model === `beta:${STANDARD_STREAM}`) {
    throw usage('--model', options.model, 'a file, as the log comes from standard input')
  }

  const { trace } = await readLog(path, options, FURTHER_FIELDS, terminal)
  const file = path === undefined ? trace.name : inputName(path)
  const log = onMachine(trace, options)
  const modelled = await terminal.blocking(() => {
    try {
      return applyEstimates(log, model, options.seed, settings)
    } catch (error) {
      throw renamed(file, withOptionName(error, OPTIONS))
    }
  })
  await writeTrace(options.out, modelled, { format }, file, terminal, options.size)
}

const MODELS = 'tsafrir, beta:FILE, factor:F, uniform:F, exact or none'

async function parseModel({ model: text, popular }: ApplyEstimatesOptions): Promise<EstimateModel> {
  const colon = text.indexOf(':')
  const name = colon < 0 ? text : text.slice(0, colon)
  const rest = colon < 0 ? null : text.slice(colon + 1)
  if (popular !== undefined && text !== 'tsafrir')
    throw usage('--popular', popular, 'only with --model tsafrir')
  if (rest === null && (name === 'exact' || name === 'none')) return { kind: name }
  if (rest === null && name === 'tsafrir') {
    return popular === undefined ? { kind: name } : { kind: name, popular: parsePopular(popular) }
  }
  if (rest !== null && rest !== '') {
    if (name === 'factor') return { kind: name, factor: numberBehind(text, rest, 1) }
    if (name === 'uniform') return { kind: name, f: numberBehind(text, rest, 0) }
    if (name === 'beta') return { kind: name, beta: readBetaModel(await readInput(rest), inputName(rest)) }
  }
  throw usage('--model', text, MODELS)
}

/** The number behind the colon of `model`. */
function numberBehind(model: string, text: string, least: number): number {
  const value = parseDecimal(text)
  if (value >= least && value <= MOST_BADNESS) return value
  throw usage('--model', model, `a number from ${least} to ${MOST_BADNESS} behind the colon`)
}

function parsePopular(text: string): readonly PopularEstimate[] {
  return text.split(',').map((item) => {
    const [, time, percent] = /^\s*([^=\s]+)\s*=\s*(\d+(?:\.\d+)?)\s*%?\s*$/.exec(item) ?? []
    if (time === undefined) throw usage('--popular', text, 'times and percentages as 18h=23.8,15m=10.6')
    return { seconds: parseDuration(time, '--popular'), share: Number(percent) / 100 }
  })
}

function settingsOf({ max, overrun, round }: ApplyEstimatesOptions): EstimateSettings {
  return {
    ...(max === undefined ? {} : { maximum: max }),
    ...(overrun === undefined ? {} : { overrun }),
    rounding: round === 'none' || round === 'usual' ? round : parseDuration(round, '--round'),
  }
}

/** Options by the names that the models know them by. */
const OPTIONS: Readonly<Record<string, string>> = {
  maximum: '--max',
  overrun: '--overrun',
  rounding: '--round',
  popular: '--popular',
}

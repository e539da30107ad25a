/**
 * A fitted workload model as a document: JSON with a kind and a version, written here, and read back and checked.
 */
import { isZoneName } from '../../core/calendar.js'
import { QueuewrightError } from '../../core/errors.js'
import {
  type Archetype,
  AT_LIMIT,
  HOURS_OF_WEEK,
  type KindsOfSize,
  LARGEST_ODDS,
  LONGEST_RUN,
  MODEL_KIND,
  MODEL_VERSION,
  type ModelEvidence,
  PATIENCE_CLASSES,
  PROGRESS_CLASSES,
  type QuantileTable,
  REQUEST_CLASSES,
  type Repetition,
  type RunsOfRequest,
  SESSION_CLASSES,
  STRONGEST_REGULATION,
  WORK_CLASSES,
  type WorkloadModel,
} from './workload-model.js'

/** The text of `model`: one archetype a line. */
export function modelText(model: WorkloadModel): string {
  const { archetypes, ...rest } = model
  const head = Object.entries(rest).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  )
  const lines = archetypes.map((archetype) => `    ${JSON.stringify(archetype)}`)
  return `{\n${head.join(',\n')},\n  "archetypes": [\n${lines.join(',\n')}\n  ]\n}\n`
}

/**
 * The model in `text`.
 * @param file its name in messages
 * @throws QueuewrightError `input-document`
 */
export function parseModel(text: string, file: string): WorkloadModel {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (cause) {
    throw new QueuewrightError('input-document', 'this is no JSON document', {
      file,
      expected: 'a model made by qw model fit',
      cause,
    })
  }
  return new Checker(file).model(document)
}

type Fields = Readonly<Record<string, unknown>>

/** Reads the document part by part; a failure names the part. */
class Checker {
  constructor(readonly file: string) {}

  model(value: unknown): WorkloadModel {
    const fields = this.fields(value, 'document')
    if (fields['kind'] !== MODEL_KIND) {
      throw this.failure('kind', fields['kind'], JSON.stringify(MODEL_KIND), 'Make a model with qw model fit')
    }
    if (fields['version'] !== MODEL_VERSION) {
      const remedy = 'Fit the model again with this version of Queuewright'
      throw this.failure('version', fields['version'], String(MODEL_VERSION), remedy)
    }
    const { machine, zone } = fields
    if (!(machine === null || (Number.isInteger(machine) && Number(machine) >= 1))) {
      throw this.failure('machine', machine, 'processors, or null')
    }
    if (
      !(typeof zone === 'string' ? isZoneName(zone) : typeof zone === 'number' && Math.abs(zone) <= 86_400)
    ) {
      throw this.failure('zone', zone, 'a time zone, or seconds east of UTC')
    }
    const week = this.numbers(fields['week'], 'week', 0)
    if (week.length !== HOURS_OF_WEEK || !week.every((value) => value > 0)) {
      throw this.failure('week', `${week.length} values`, '168 values above 0')
    }
    const waits = this.list(fields['waits'], 'waits').map((table, k) => this.table(table, `waits[${k}]`))
    if (waits.length !== PATIENCE_CLASSES) {
      throw this.failure('waits', `${waits.length} tables`, `${PATIENCE_CLASSES} tables`)
    }
    const overruns = this.list(fields['overruns'], 'overruns').map((each, k) =>
      this.table(each, `overruns[${k}]`),
    )
    if (overruns.length !== REQUEST_CLASSES) {
      throw this.failure('overruns', `${overruns.length} tables`, `${REQUEST_CLASSES} tables`)
    }
    const work = this.numbers(fields['work'], 'work', 0)
    if (work.length !== WORK_CLASSES - 1 || !risesOrStays(work)) {
      throw this.failure('work', work.length, `${WORK_CLASSES - 1} ascending edges`)
    }
    const goingOn = this.list(fields['goingOn'], 'goingOn').map((each, k) => this.odds(each, `goingOn[${k}]`))
    if (goingOn.length !== PROGRESS_CLASSES) {
      throw this.failure('goingOn', goingOn.length, `${PROGRESS_CLASSES} lists`)
    }
    const archetypes = this.list(fields['archetypes'], 'archetypes').map((each, k) =>
      this.archetype(each, `archetypes[${k}]`),
    )
    if (archetypes.length === 0) throw this.failure('archetypes', 'none', 'one or more')
    return {
      kind: MODEL_KIND,
      version: MODEL_VERSION,
      evidence: this.evidence(fields['evidence']),
      machine: machine === null ? null : Number(machine),
      zone: typeof zone === 'string' ? zone : Number(zone),
      week,
      work,
      goingOn,
      regulation: this.number(fields['regulation'], 'regulation', 0, STRONGEST_REGULATION),
      waits,
      thinks: this.table(fields['thinks'], 'thinks'),
      overruns,
      archetypes,
    }
  }

  evidence(value: unknown): ModelEvidence {
    const fields = this.fields(value, 'evidence')
    const number = (name: string) => this.number(fields[name], `evidence.${name}`, 0)
    const settings = this.fields(fields['settings'], 'evidence.settings')
    const setting = (name: string) => this.number(settings[name], `evidence.settings.${name}`, 0)
    const last = fields['lastSubmit']
    return {
      log: this.text(fields['log'], 'evidence.log'),
      digest: this.text(fields['digest'], 'evidence.digest'),
      jobs: number('jobs'),
      users: number('users'),
      sessions: number('sessions'),
      seconds: number('seconds'),
      lastSubmit: last === null ? null : this.number(last, 'evidence.lastSubmit'),
      work: number('work'),
      withoutUser: number('withoutUser'),
      withoutWait: number('withoutWait'),
      movedSizes: number('movedSizes'),
      movedEstimates: number('movedEstimates'),
      settings: {
        leastUsers: setting('leastUsers'),
        sessionPause: setting('sessionPause'),
        absence: setting('absence'),
      },
    }
  }

  archetype(value: unknown, at: string): Archetype {
    const fields = this.fields(value, at)
    const number = (name: string, most?: number) => this.number(fields[name], `${at}.${name}`, 0, most)
    const cyclesAfter = this.list(fields['cyclesAfter'], `${at}.cyclesAfter`).map((table, k) =>
      this.table(table, `${at}.cyclesAfter[${k}]`),
    )
    if (cyclesAfter.length !== SESSION_CLASSES) {
      throw this.failure(`${at}.cyclesAfter`, cyclesAfter.length, `${SESSION_CLASSES} tables`)
    }
    const goesOn = this.numbers(fields['goesOn'], `${at}.goesOn`, 0, 1)
    if (goesOn.length !== WORK_CLASSES) {
      throw this.failure(`${at}.goesOn`, goesOn.length, `${WORK_CLASSES} shares`)
    }
    const patience = this.numbers(fields['patience'], `${at}.patience`, 0, 1)
    if (patience.length !== PATIENCE_CLASSES) {
      throw this.failure(`${at}.patience`, patience.length, `${PATIENCE_CLASSES} shares`)
    }
    const leaving = number('leaving', 1)
    if (leaving === 0) throw this.failure(`${at}.leaving`, leaving, 'a share above 0')
    const cycles = this.table(fields['cycles'], `${at}.cycles`)
    if (cycles.length === 0 && leaving < 1) {
      throw this.failure(`${at}.cycles`, 'none', 'quantiles where users come again')
    }
    const concentration = this.fields(fields['concentration'], `${at}.concentration`)
    return {
      users: number('users'),
      jobs: number('jobs'),
      sessions: number('sessions'),
      arrivals: number('arrivals'),
      present: number('present'),
      leaving,
      cycles,
      cyclesAfter,
      persistence: this.number(fields['persistence'], `${at}.persistence`, -LARGEST_ODDS, LARGEST_ODDS),
      goesOn,
      pauses: this.table(fields['pauses'], `${at}.pauses`),
      patience,
      within: this.repetition(fields['within'], `${at}.within`),
      across: this.repetition(fields['across'], `${at}.across`),
      concentration: {
        kinds: this.number(concentration['kinds'], `${at}.concentration.kinds`, 0),
        runs: this.number(concentration['runs'], `${at}.concentration.runs`, 0),
      },
      kinds: this.kinds(fields['kinds'], `${at}.kinds`),
    }
  }

  odds(value: unknown, at: string): readonly number[] {
    const odds = this.numbers(value, at, -LARGEST_ODDS, LARGEST_ODDS)
    if (odds.length === WORK_CLASSES) return odds
    throw this.failure(at, odds.length, `${WORK_CLASSES} log odds`)
  }

  repetition(value: unknown, at: string): Repetition {
    const fields = this.fields(value, at)
    const share = (name: string) => this.number(fields[name], `${at}.${name}`, 0, 1)
    const read = {
      all: share('all'),
      kind: share('kind'),
      size: share('size'),
      none: share('none'),
      run: share('run'),
    }
    const total = read.all + read.kind + read.size + read.none
    if (Math.abs(total - 1) > 0.01) throw this.failure(at, total, 'chances that sum to 1')
    return read
  }

  kinds(value: unknown, at: string): readonly KindsOfSize[] {
    const sizes = this.list(value, at).map((entry, k): KindsOfSize => {
      const [size, requests] = this.pair(entry, `${at}[${k}]`)
      if (!(Number.isInteger(size) && size >= 1)) throw this.failure(`${at}[${k}]`, size, 'a size')
      const read = requests.map((request, j): RunsOfRequest => {
        const where = `${at}[${k}][1][${j}]`
        const [estimate, runs] = this.pair(request, where)
        const numbers = this.numbers(runs, where, AT_LIMIT)
        const counted = numbers.every(
          (number, i) => Number.isInteger(number) && (i % 2 === 0 ? number <= LONGEST_RUN : number > 0),
        )
        if (numbers.length === 0 || numbers.length % 2 !== 0 || !counted) {
          throw this.failure(where, numbers.length, 'classes of run times with a count each')
        }
        return [estimate, numbers]
      })
      if (read.length === 0 || !ascends(read.map(([estimate]) => estimate))) {
        throw this.failure(`${at}[${k}]`, read.length, 'ascending requested times')
      }
      return [size, read]
    })
    if (sizes.length === 0 || !ascends(sizes.map(([size]) => size))) {
      throw this.failure(at, sizes.length, 'ascending sizes')
    }
    return sizes
  }

  pair(value: unknown, at: string): [number, readonly unknown[]] {
    const [first, second] = this.list(value, at)
    return [this.number(first, at), this.list(second, at)]
  }

  table(value: unknown, at: string): QuantileTable {
    const numbers = this.numbers(value, at, 0)
    if (risesOrStays(numbers)) return numbers
    throw this.failure(at, numbers.length, 'ascending quantiles')
  }

  numbers(value: unknown, at: string, least: number, most?: number): readonly number[] {
    return this.list(value, at).map((each, k) => this.number(each, `${at}[${k}]`, least, most))
  }

  list(value: unknown, at: string): readonly unknown[] {
    if (Array.isArray(value)) return value
    throw this.failure(at, value, 'a list')
  }

  fields(value: unknown, at: string): Fields {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
    throw this.failure(at, value, 'an object')
  }

  text(value: unknown, at: string): string {
    if (typeof value === 'string') return value
    throw this.failure(at, value, 'a text')
  }

  number(value: unknown, at: string, least = Number.NEGATIVE_INFINITY, most = Number.MAX_VALUE): number {
    if (typeof value === 'number' && value >= least && value <= most) return value
    const range =
      least === Number.NEGATIVE_INFINITY
        ? ''
        : most < Number.MAX_VALUE
          ? ` in ${least} to ${most}`
          : ` from ${least}`
    throw this.failure(at, value, `a number${range}`)
  }

  failure(field: string, value: unknown, expected: string, remedy?: string): QueuewrightError {
    const shown = typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value)
    return new QueuewrightError('input-document', 'this is no workload model that can be used', {
      file: this.file,
      field,
      value: typeof shown === 'string' ? shown.slice(0, 60) : (shown ?? 'nothing'),
      expected,
      ...(remedy === undefined ? {} : { remedy }),
    })
  }
}

function risesOrStays(values: readonly number[]): boolean {
  return values.every((value, k) => k === 0 || value >= values[k - 1])
}

function ascends(values: readonly number[]): boolean {
  return values.every((value, k) => k === 0 || value > values[k - 1])
}

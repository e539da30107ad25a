/**
 * Jobs in JSON: of the database (`sacct --json`, slurmrestd's `/slurmdb/…/jobs`) and of the controller
 * (`squeue --json`, slurmrestd's `/slurm/…/jobs`). Written for the layouts from Slurm 22.05 (data parser v0.0.38) to
 * 25.05 (v0.0.43), of which no version is asked for: each value is taken in every form that it has had.
 *
 * - a number: plain, or `{"set": …, "infinite": …, "number": …}`, or null;
 * - the state: a word, or a list of a base state and flags;
 * - a job of the database has its times in an object `time`, one of the controller in `submit_time` and so on.
 *
 * Source: the parsers of Slurm, src/plugins/data_parser and src/plugins/openapi.
 */

import { isObject, type JsonObject, member } from '../../core/codec.js'
import { QueuewrightError } from '../../core/errors.js'
import { MOST_SECONDS } from '../limits.js'
import { otherGres, perNodeOf } from './gres.js'
import { parseSubmitLine, plainConstraint, requestOf, throttleOf } from './job-request.js'
import { JsonJobs, notSlurm, parseJson } from './json-jobs.js'
import { blankRecord, known, type RecordSink, type Resources, type SlurmRecord } from './record.js'
import { phaseOf, stateOfList, stateWord } from './states.js'
import { isUnknown, meantNumber, rememberingTres, shortened } from './values.js'

/** The first bytes of a document. */
export const JSON_START: ReadonlySet<number> = new Set([0x7b, 0x5b])

export class JsonReader {
  readonly #sink: RecordSink
  readonly #jobs: JsonJobs
  readonly #tres = rememberingTres()
  #controller = 0
  #release: string | null = null
  #notices: readonly string[] = []

  constructor(sink: RecordSink) {
    this.#sink = sink
    this.#jobs = new JsonJobs((text, place) => this.#take(text, place))
  }

  /** The version of Slurm that wrote the document, where it says so. */
  get release(): string | null {
    return this.#release
  }

  get notices(): readonly string[] {
    return this.#notices
  }

  /** Whether any job was one of the controller's. */
  get ofController(): boolean {
    return this.#controller > 0
  }

  push(chunk: Uint8Array): void {
    this.#jobs.push(chunk)
  }

  /** @throws QueuewrightError `input-document` where the document is not whole, or has no array of jobs */
  end(): void {
    const root = this.#jobs.end()
    const meta = at(root, 'meta')
    const slurm = at(meta, 'slurm') ?? at(meta, 'Slurm')
    const release = at(slurm, 'release')
    this.#release = typeof release === 'string' ? release : null
    const errors = at(root, 'errors')
    if (Array.isArray(errors) && errors.length > 0) {
      // What describes an error may name people; what it is called does not.
      const names = errors.map((error) => at(error, 'error') || `number ${at(error, 'error_number')}`)
      this.#notices = [
        `Slurm noted errors, which "errors" in this document describes: ${shortened(names.join('; '))}`,
      ]
    }
    if (!this.#jobs.found) throw notSlurm(['the document has no array "jobs"', ...this.#notices].join('; '))
  }

  #take(text: string, place: number): void {
    const path = `jobs[${place}]`
    try {
      const job = parseJson(text, path)
      if (!isObject(job)) throw unexpected(path, job, 'an object')
      this.#sink.add(this.#record(job, path, place))
    } catch (error) {
      const inJob = error instanceof QueuewrightError && error.detail.field?.startsWith('jobs') === false
      this.#sink.bad(inJob ? error.with({ field: `${path}, ${error.detail.field}` }) : error)
    }
  }

  #record(job: JsonObject, path: string, place: number): SlurmRecord {
    const ofDatabase = isObject(member(job, 'time'))
    if (!ofDatabase && member(job, 'submit_time') === undefined) {
      throw new QueuewrightError('input-document', 'this is no job of Slurm', {
        field: path,
        expected: 'an object with time (sacct --json) or submit_time (squeue --json)',
        remedy: 'Check that it is the output of sacct --json',
      })
    }
    const record = blankRecord(place)
    record.key = number(job, 'job_id', path)
    if (Number.isNaN(record.key)) throw unexpected(`${path}.job_id`, member(job, 'job_id'), 'a job number')
    record.raw = true
    record.account = text(job, 'account')
    record.qos = text(job, 'qos')
    record.partition = text(job, 'partition')
    record.cluster = text(job, 'cluster')
    record.nodeList = text(job, 'nodes')
    if (ofDatabase) this.#ofDatabase(record, job, path)
    else this.#ofController(record, job, path)
    return record
  }

  #ofDatabase(record: SlurmRecord, job: JsonObject, path: string): void {
    const time = object(job, 'time', path)
    const times = `${path}.time`
    record.state = state(at(member(job, 'state'), 'current'), `${path}.state.current`)
    record.user = text(job, 'user') || String(at(member(job, 'association'), 'user') ?? '')
    record.submit = instant(time, 'submission', times)
    record.eligible = instant(time, 'eligible', times)
    record.start = instant(time, 'start', times)
    record.end = instant(time, 'end', times)
    record.elapsed = number(time, 'elapsed', times)
    record.suspended = number(time, 'suspended', times)
    record.limit = limit(time, 'limit', times)
    record.het = leader(number(object(job, 'het', path), 'job_id', `${path}.het`))
    record.array = leader(number(object(job, 'array', path), 'job_id', `${path}.array`))
    const tres = object(job, 'tres', path)
    const asked = tresOf(member(tres, 'requested'), `${path}.tres.requested`)
    const given = tresOf(member(tres, 'allocated'), `${path}.tres.allocated`)
    const nodes = number(job, 'allocation_nodes', path)
    record.placed = given.cores > 0 || given.nodes > 0 || nodes > 0
    const need = object(job, 'required', path)
    const required = number(need, 'CPUs', `${path}.required`)
    record.requested = { ...asked, cores: known(asked.cores, required) }
    record.request = requestOf(
      {
        constraint: plainConstraint(text(job, 'constraints')),
        gres: perNodeOf(asked.gres, asked.nodes),
        memoryPerNode: positive(number(need, 'memory_per_node', `${path}.required`)) * 1024,
        throttle: positive(
          numberOf(
            at(at(at(at(member(job, 'array'), 'limits'), 'max'), 'running'), 'tasks'),
            `${path}.array`,
          ),
        ),
      },
      parseSubmitLine(text(job, 'submit_line')),
    )
    record.allocated = { ...given, nodes: known(given.nodes, nodes) }
  }

  #ofController(record: SlurmRecord, job: JsonObject, path: string): void {
    this.#controller++
    const said = member(job, 'job_state')
    record.state = state(said, `${path}.job_state`)
    // A job that went back into the queue has not run, as far as the controller tells; its times are expectations.
    if (phaseOf(record.state) === 'continued' && Array.isArray(said) && said.includes('PENDING')) {
      record.state = 'PENDING'
    }
    const userId = number(job, 'user_id', path)
    record.user = text(job, 'user_name') || (Number.isNaN(userId) ? '' : String(userId))
    record.submit = instant(job, 'submit_time', path)
    record.eligible = instant(job, 'eligible_time', path)
    record.start = instant(job, 'start_time', path)
    record.end = instant(job, 'end_time', path)
    // After a suspension, suspend_time is when the job went on, and pre_sus_time what it had run until then.
    const resumed = instant(job, 'suspend_time', path)
    if (resumed > 0) {
      record.elapsed = record.end - resumed + known(number(job, 'pre_sus_time', path), 0)
      record.suspended = record.end - record.start - record.elapsed
    }
    record.limit = limit(job, 'time_limit', path)
    record.het = leader(number(job, 'het_job_id', path))
    record.array = leader(number(job, 'array_job_id', path))
    const asked = this.#tres(text(job, 'tres_req_str'), `${path}.tres_req_str`)
    const given = this.#tres(text(job, 'tres_alloc_str'), `${path}.tres_alloc_str`)
    const cores = number(job, 'cpus', path)
    const nodes = number(job, 'node_count', path)
    record.placed = given.cores > 0 || given.nodes > 0
    record.requested = { ...asked, cores: known(asked.cores, cores), nodes: known(asked.nodes, nodes) }
    record.allocated = { ...given, cores: known(given.cores, cores), nodes: known(given.nodes, nodes) }
    const perNode = (key: string) => positive(number(job, key, path))
    record.request = {
      coresPerTask: perNode('cpus_per_task'),
      tasksPerNode: perNode('tasks_per_node'),
      memoryPerNode: perNode('memory_per_node') * 1024,
      exclusive: sharesNone(job) ? 1 : Number.NaN,
      nice: number(job, 'nice', path),
      throttle: known(perNode('array_max_tasks'), throttleOf(text(job, 'array_task_string'))),
      constraint: plainConstraint(text(job, 'features')),
      gres: perNodeOf(asked.gres, record.requested.nodes),
      partitions: '',
    }
  }
}

/** 0 stands for what nobody asked for. */
function positive(value: number): number {
  return value > 0 && value < Number.POSITIVE_INFINITY ? value : Number.NaN
}

/** A word, or a list of words, from release to release. */
function sharesNone(job: JsonObject): boolean {
  return ['exclusive', 'shared', 'oversubscribe'].some((key) => {
    const value = member(job, key)
    return /^(none|no|exclusive|true)$/i.test(String(Array.isArray(value) ? value[0] : (value ?? '')))
  })
}

/** The value of `key` in whatever `value` is. */
function at(value: unknown, key: string): unknown {
  return isObject(value) ? member(value, key) : undefined
}

/** The object `key`, an empty one where it is missing. */
function object(parent: JsonObject, key: string, path: string): JsonObject {
  const value = member(parent, key) ?? {}
  if (isObject(value)) return value
  throw unexpected(`${path}.${key}`, value, 'an object')
}

function text(parent: JsonObject, key: string): string {
  const value = member(parent, key)
  return typeof value === 'string' && !isUnknown(value) ? value : ''
}

function number(parent: JsonObject, key: string, path: string): number {
  return numberOf(member(parent, key), `${path}.${key}`)
}

/** NaN for no value, infinite where the document says so. */
function numberOf(value: unknown, path: string): number {
  if (typeof value === 'number') return meantNumber(value)
  if (value === undefined || value === null || value === '') return Number.NaN
  if (typeof value === 'string' && /^\d+$/.test(value)) return meantNumber(Number(value))
  if (isObject(value) && ('number' in value || 'set' in value || 'infinite' in value)) {
    if (member(value, 'infinite') === true) return Number.POSITIVE_INFINITY
    return member(value, 'set') === false ? Number.NaN : numberOf(member(value, 'number'), `${path}.number`)
  }
  throw unexpected(path, value, 'a number, null or {"set", "infinite", "number"}')
}

/** A Unix time; 0 stands for none. */
function instant(parent: JsonObject, key: string, path: string): number {
  const second = number(parent, key, path)
  if (second > MOST_SECONDS && second < Number.POSITIVE_INFINITY) {
    throw unexpected(`${path}.${key}`, second, `Unix seconds up to ${MOST_SECONDS}`)
  }
  return second > 0 && second < Number.POSITIVE_INFINITY ? second : Number.NaN
}

/** Seconds of a limit in minutes; null is what 22.05 wrote for no limit. */
function limit(parent: JsonObject, key: string, path: string): number {
  if (member(parent, key) === null) return Number.POSITIVE_INFINITY
  return number(parent, key, path) * 60
}

/** 0 stands for a job that is no component of another, and no task. */
function leader(id: number): number {
  return id > 0 ? id : Number.NaN
}

function state(value: unknown, path: string): string {
  if (typeof value === 'string') return stateWord(value)
  if (Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string')) {
    return stateOfList(value)
  }
  throw unexpected(path, value, 'a state or a list of states')
}

/** Resources as a list of `{"type", "name", "count"}`; memory counts megabytes. */
function tresOf(list: unknown, path: string): Resources {
  if (list !== undefined && list !== null && !Array.isArray(list)) throw unexpected(path, list, 'an array')
  let cores = Number.NaN
  let nodes = Number.NaN
  let memory = Number.NaN
  let gpus = Number.NaN
  let typedGpus = 0
  const others: string[] = []
  for (const [k, item] of (list ?? []).entries()) {
    const type = at(item, 'type')
    const name = at(item, 'name')
    const count = () => numberOf(at(item, 'count'), `${path}[${k}].count`)
    if (type === 'cpu') cores = count()
    else if (type === 'node') nodes = count()
    else if (type === 'mem') memory = count() * 1024
    else if (type === 'gres' && name === 'gpu') gpus = count()
    else if (type === 'gres' && typeof name === 'string' && name.startsWith('gpu:')) typedGpus += count()
    else if (type === 'gres' && typeof name === 'string' && !name.includes(':'))
      others.push(`${name}=${count()}`)
  }
  const any = Array.isArray(list) && list.length > 0
  return {
    cores,
    nodes,
    memory,
    gpus: any ? known(gpus, typedGpus) : Number.NaN,
    gres: otherGres(others.join(',')),
  }
}

function unexpected(path: string, value: unknown, expected: string): QueuewrightError {
  const missing = value === undefined
  return new QueuewrightError('input-document', missing ? 'a value is missing' : 'an unexpected value', {
    field: path,
    ...(missing ? {} : { value: shortened(JSON.stringify(value)) }),
    expected,
    remedy: 'Check that it is the output of sacct --json; --bad-lines drop leaves such jobs out',
  })
}

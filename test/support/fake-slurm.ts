/** A Slurm in memory behind the port of `src/live`, which prints what a real one of 22.05 does, in the formats it is asked for. */
import type { SlurmCommands, SlurmOutput, SlurmProgram } from '../../src/live/index.js'

export interface FakeJob {
  readonly id: number
  /** Tasks that wait; 0: no array. */
  tasks?: number
  het?: boolean
  user?: string
  partition?: string
  processors?: number
  /** Minutes. */
  limit?: number
  submit?: number
  start?: number
  end?: number
  state?: string
  reason?: string
  /** Since when it could start; its submission where absent. */
  eligible?: number
  /** Whether this user may not see it, nor write to it. */
  hidden?: boolean
  /** Priority without the site factor. */
  base: number
  site?: number
}

const OK: SlurmOutput = { status: 0, stdout: '', stderr: '' }
const SILENT: SlurmOutput = {
  status: 1,
  stdout: '',
  stderr: 'slurm_load_jobs error: Unable to contact slurm controller (connect failure)\n',
}

export class FakeSlurm implements SlurmCommands {
  readonly jobs = new Map<number, FakeJob>()
  /** Every line that was written: job and factor. */
  readonly written: [number, number][] = []
  /** What sacct prints. */
  accounted: string[] = []
  /** What sacct complains of in place of that; null: nothing. */
  accountsFail: string | null = null
  /** What sshare prints; nothing: it has no answer. */
  shares: string[] = []
  /** What scontrol -o -d show job prints. */
  details: string[] = []
  /** Nodes that are down. */
  down: string[] = []
  priorityType = 'priority/multifactor'
  siteFactorPlugin = '(null)'
  /** Whether slurmctld answers. */
  up = true
  operator = true
  /** Is called before a batch is written. */
  beforeWrite: () => void = () => {}

  constructor(...jobs: readonly FakeJob[]) {
    this.add(...jobs)
  }

  add(...jobs: readonly FakeJob[]): void {
    for (const job of jobs) this.jobs.set(job.id, { ...job })
  }

  factor(job: number): number {
    return this.jobs.get(job)?.site ?? 0
  }

  /** Waiting jobs by priority. */
  order(): number[] {
    return this.#waiting()
      .sort((a, b) => priorityOf(b) - priorityOf(a) || a.id - b.id)
      .map(({ id }) => id)
  }

  async run(program: SlurmProgram, words: readonly string[], input = ''): Promise<SlurmOutput> {
    if (program === 'scontrol' && words[0] === 'show') return this.#config()
    if (!this.up) return SILENT
    if (program === 'scontrol' && words[1] === 'show' && words[2] === 'job')
      return this.#job(Number(words[3]))
    if (program === 'scontrol' && words.includes('job'))
      return { ...OK, stdout: this.details.map((line) => `${line}\n`).join('') }
    if (program === 'scontrol') return this.#write(input)
    if (program === 'sacct' && this.accountsFail !== null)
      return { status: 1, stdout: '', stderr: this.accountsFail }
    if (program === 'sshare' && this.shares.length === 0) return SILENT
    const lines = {
      squeue: () => this.#squeue(),
      sprio: () => this.#sprio(),
      sinfo: () => this.#sinfo(words),
      sacct: () => this.accounted,
      sshare: () => this.shares,
    }
    return {
      ...OK,
      stdout: lines[program]()
        .map((line) => `${line}\n`)
        .join(''),
    }
  }

  #config(): SlurmOutput {
    if (!this.up) return SILENT
    return {
      ...OK,
      stdout: `PriorityType            = ${this.priorityType}\nPrioritySiteFactorPlugin = ${this.siteFactorPlugin}\n`,
    }
  }

  #job(id: number): SlurmOutput {
    const job = this.jobs.get(id)
    if (job === undefined)
      return { status: 1, stdout: '', stderr: 'slurm_load_jobs error: Invalid job id specified\n' }
    const { state = 'PENDING', submit, eligible = submit } = job
    return {
      ...OK,
      stdout: `JobId=${id} JobState=${state} SubmitTime=${submit} EligibleTime=${eligible} X=\n`,
    }
  }

  #shown(): FakeJob[] {
    return [...this.jobs.values()].filter(({ hidden = false }) => !hidden)
  }

  #waiting(): FakeJob[] {
    return this.#shown().filter(({ state = 'PENDING' }) => state === 'PENDING')
  }

  #squeue(): string[] {
    return this.#shown().flatMap((job) => {
      const { id, tasks = 0, het = false, user = 'amy', partition = 'batch', processors = 4, limit = 5 } = job
      const { submit = 1_795_471_336, state = 'PENDING', reason = 'Resources', start, end } = job
      const names =
        tasks > 0 ? Array.from({ length: tasks }, (_, k) => `${id}_${k}`) : [het ? `${id}+0` : `${id}`]
      const held = reason.startsWith('JobHeld')
      return names.map((name) =>
        [
          ...[name, id, id, state, reason, user, 'physics', 'normal', partition, processors],
          ...[`${limit}:00`, submit, start ?? 'N/A', end ?? 'N/A', held ? 0 : priorityOf(job)],
        ].join('|'),
      )
    })
  }

  #sprio(): string[] {
    return this.#waiting()
      .filter(({ reason = '' }) => !reason.startsWith('JobHeld') && reason !== 'Dependency')
      .flatMap((job) =>
        (job.partition ?? 'batch')
          .split(',')
          .map((name) => `${job.id}|${name}|${job.site ?? 0}|${priorityOf(job)}`),
      )
  }

  #sinfo(words: readonly string[]): string[] {
    const all = ['batch', 'large']
    if (!words.includes('-p')) return all
    const named = words[words.indexOf('-p') + 1].split(',')
    return all
      .filter((name) => named.includes(name))
      .flatMap((name) =>
        ['n1', 'n2'].map((node) => `${name}|${node}|64|${this.down.includes(node) ? 'drained' : 'idle'}`),
      )
  }

  #write(input: string): SlurmOutput {
    this.beforeWrite()
    let stderr = ''
    for (const line of input.split('\n')) {
      const [, id, factor] = /^update JobId=(\d+) SiteFactor=(-?\d+)$/.exec(line) ?? []
      if (id === undefined) continue
      const job = this.jobs.get(Number(id))
      if (job === undefined) stderr += `Invalid job id specified for job ${id}\n`
      else if (!this.operator || job.hidden) stderr += `Access/permission denied for job ${id}\n`
      else {
        job.site = Number(factor)
        this.written.push([job.id, job.site])
      }
    }
    return { status: stderr === '' ? 0 : 1, stdout: '', stderr }
  }
}

function priorityOf({ base, site = 0 }: FakeJob): number {
  return Math.max(1, base + site)
}

/**
 * Why did a job wait, and what would have let it start sooner? Of a simulation and the schedule that came of it: spans of the wait
 * with their reasons, the chain back to the first cause, who held the machine; and the start that the job would have had in a log
 * that differs, by simulating again from where the two logs part to the instant at which the job starts.
 */
import { QueuewrightError } from '../../core/errors.js'
import { passInstants } from '../pass-instants.js'
import { SLURM } from '../policy.js'
import { type Simulation, setUp } from '../simulate.js'
import { Chains, type Link } from './chain.js'
import type { Started } from './change.js'
import { Excerpts } from './excerpt.js'
import { type Holder, holdersDuring } from './holders.js'
import { Lasting } from './lasting.js'
import { Partings } from './partings.js'
import { changeBy, type Further, furtherQuestions, type Question, usualQuestions } from './questions.js'
import { memoryOf, RestartPoints } from './restart-points.js'
import { type Span, spansOf } from './spans.js'

export type { Link, Trigger } from './chain.js'
export type { Change, Started } from './change.js'
export type { Holder } from './holders.js'
export { changeBy, type Question } from './questions.js'
export type { Span } from './spans.js'

/** Jobs are rows. */
export interface Waited {
  readonly job: number
  readonly start: number
  /** From submit to start without a gap; none where it did not wait. */
  readonly spans: readonly Span[]
  /** The job itself first, the first cause last. */
  readonly chain: readonly Link[]
  /** By what they held while it waited. */
  readonly holders: readonly Holder[]
}

/** A question and the start that the job has then. */
export interface Answered {
  readonly question: Question
  readonly start: number
}

export class Inquiry {
  readonly #simulation: Simulation
  readonly #start: Float64Array
  readonly #lasting: Lasting
  readonly #excerpts: Excerpts
  #chains: Chains | null = null

  /**
   * @param schedule as `simulate` has it
   * @throws QueuewrightError `usage` where nobody can say what a job waited for
   */
  constructor(simulation: Simulation, schedule: Started) {
    refuse(simulation)
    const { start } = schedule
    this.#simulation = simulation
    this.#start = start
    const { scheduler, rules, origin } = setUp(simulation).setup
    const memory = memoryOf(simulation, scheduler.rankings, schedule.places !== undefined)
    const tick = passInstants(origin, rules.passInterval)
    const restartPoints = new RestartPoints(simulation, start, memory, tick)
    this.#lasting = new Lasting(simulation, start)
    const partings = new Partings(simulation, schedule, memory, scheduler.rankings)
    this.#excerpts = new Excerpts(simulation, schedule, restartPoints, this.#lasting, partings)
  }

  /** The spans of a job's waiting. */
  waited(job: number): Waited {
    this.#chains ??= new Chains(this.#simulation, this.#start)
    return {
      job,
      start: this.#start[job],
      spans: spansOf(this.#excerpts, job),
      chain: this.#chains.of(job),
      holders: holdersDuring(this.#simulation, this.#start, this.#lasting, job),
    }
  }

  /** Questions worth asking of it: what the machine lets it ask for. */
  questions({ job, spans, holders }: Waited): readonly Question[] {
    if (spans.length === 0) return []
    return usualQuestions(this.#simulation, job, holders).filter((each) =>
      this.#excerpts.admits(job, changeBy(this.#simulation, job, each)),
    )
  }

  /** The spans of a job's waiting, and answers to the usual questions and to further ones. */
  told(
    job: number,
    further: Further = {},
  ): { readonly waited: Waited; readonly answers: readonly Answered[] } {
    const waited = this.waited(job)
    const asked = [...this.questions(waited), ...furtherQuestions(waited.holders, further)]
    return { waited, answers: asked.map((question) => this.answer(job, question)) }
  }

  answer(job: number, question: Question): Answered {
    const change = changeBy(this.#simulation, job, question)
    return { question, start: this.#excerpts.startOf(job, change) }
  }
}

function refuse({ policy, dependencies, leaves }: Simulation): void {
  if (policy.algorithm === SLURM) {
    throw new QueuewrightError('usage', "what a job waits for in Slurm's own cycles is not known", {
      field: '--policy',
      value: policy.name,
      remedy: 'Take the order without Slurm’s schedulers, as easy:multifactor.',
    })
  }
  if (leaves !== undefined) {
    throw new QueuewrightError(
      'usage',
      'how long jobs that leave the queue keep others waiting is not told',
      {
        field: '--cancelled',
        value: 'press',
        remedy: 'Leave them out with --cancelled drop.',
      },
    )
  }
  if (dependencies !== undefined) {
    throw new QueuewrightError('usage', 'with feedback a change moves the submits of other jobs', {
      field: '--feedback',
      remedy: 'Leave the feedback out.',
    })
  }
}

/** A random workload for a Slurm of a test's own: mixed jobs within a minute, and what their users and an administrator do. */
import { Random } from '../../../src/core/random.js'
import { type LabUser, MEMBERS } from './daemons.js'

/** Seconds within which jobs are submitted. */
const SPAN = 30
/** Plain jobs; they ask for a little more than the machine has. */
const PLAIN = 45
const SIZES = [1, 1, 2, 4, 4, 8, 8, 16, 16, 32, 64] as const
const PARTITIONS = ['batch', 'batch', 'express', 'large', 'batch,express'] as const

/** Of the lab: nodes of each partition overlap. */
export const PARTITION_LINES = `PartitionName=batch Nodes=n[1-12] Default=YES MaxTime=1-00:00:00 DefaultTime=00:05:00 PriorityJobFactor=10 State=UP
PartitionName=express Nodes=n[9-16] MaxTime=00:30:00 DefaultTime=00:02:00 PriorityJobFactor=40 State=UP
PartitionName=large Nodes=n[1-16] MaxTime=UNLIMITED PriorityJobFactor=20 State=UP`

export interface Submission {
  readonly user: LabUser
  readonly words: readonly string[]
  /** Seconds that it runs. */
  readonly seconds: number
}

/** Something that is done at an instant of the workload; `do` is told the id of the job that it is about. */
export interface Deed {
  /** Seconds from the beginning. */
  readonly at: number
  readonly job: string
  readonly submit?: Submission
  readonly do?: (id: string) => readonly string[]
}

/** @returns in the order in which they are done */
export function workload(seed: number): readonly Deed[] {
  const random = new Random(seed)
  const any = <Each>(from: readonly Each[]): Each => from[random.below(from.length)]
  const between = (from: number, to: number) => from + (to - from) * random.uniform()
  const deeds: Deed[] = []
  const asked = (cores: number): Submission => {
    const [user, account] = any(MEMBERS)
    const partition = cores > 48 ? 'large' : any(PARTITIONS)
    const seconds = Math.round(between(3, 15))
    const style = random.uniform()
    const shape =
      cores % 8 === 0 && style < 0.3
        ? ['-N', `${cores / 8}`, '--ntasks-per-node=8']
        : cores % 8 === 0 && style < 0.4
          ? ['-n', `${cores / 4}`, '-c', '4']
          : ['-n', `${cores}`]
    const memory = random.uniform() < 0.1 ? ['--mem-per-cpu=1800'] : []
    const limit = random.uniform() < 0.9 ? ['-t', any(['1', '2', '3', '5'])] : []
    const qos = any(['normal', 'normal', 'normal', 'high', 'low'])
    return {
      ...{ user, seconds },
      words: ['-A', account, '-q', qos, '-p', partition, ...shape, ...memory, ...limit],
    }
  }
  const submit = (job: string, at: number, submission: Submission, ...more: readonly string[]) =>
    deeds.push({ at, job, submit: { ...submission, words: [...submission.words, ...more] } })
  const later = (job: string, at: number, what: (id: string) => readonly string[]) =>
    deeds.push({ at, job, do: what })

  for (let k = 0; k < PLAIN; k++) submit(`plain${k}`, between(0, k % 3 === 0 ? 5 : SPAN), asked(any(SIZES)))
  submit('array', between(0, 15), asked(4), '--array=1-8')
  submit('throttled', between(0, 15), asked(8), '--array=1-6%2')
  const het = asked(2)
  submit('het', between(0, 15), het, ':', ...het.words)
  for (let k = 0; k < 3; k++) {
    const at = between(0, 15)
    submit(`held${k}`, at, asked(any(SIZES)), '-H')
    later(`held${k}`, at + between(8, 15), (id) => ['scontrol', 'release', id])
    submit(`stopped${k}`, at + 1, asked(16))
    later(`stopped${k}`, at + 2, (id) => ['scontrol', 'hold', id])
    later(`stopped${k}`, at + between(10, 18), (id) => ['scontrol', 'release', id])
    submit(`given-up${k}`, at, asked(64))
    later(`given-up${k}`, at + between(2, 6), (id) => ['scancel', id])
    submit(`killed${k}`, at, { ...asked(4), seconds: 60 })
    later(`killed${k}`, at + between(15, 22), (id) => ['scancel', id])
    submit(`nice${k}`, between(0, SPAN), asked(32), `--nice=${any([100, 500, 2000])}`)
    submit(`alone${k}`, between(0, SPAN), asked(any([1, 3, 12])), '--exclusive')
    submit(`gpu${k}`, between(0, SPAN), onBatch(asked(2)), `--gres=gpu:${any([1, 2])}`)
    submit(`site${k}`, at, asked(64))
    later(`site${k}`, at + 2, (id) => [
      ...['scontrol', 'update', `jobid=${id}`, `SiteFactor=${any([-500, 1500, 3000])}`],
    ])
  }
  return deeds.sort((a, b) => a.at - b.at)
}

/** GPUs are on nodes of the partitions batch and large. */
function onBatch({ words, ...rest }: Submission): Submission {
  const partition = words.indexOf('-p') + 1
  return { ...rest, words: words.with(partition, 'batch') }
}

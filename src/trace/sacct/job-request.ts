/**
 * The request of a job beside time and counts of resources: how its tasks are spread over nodes, on which nodes, in which partitions.
 * Slurm's accounting keeps little of it once a job has started; the line by which it was submitted (`SubmitLine`, from Slurm 21.08
 * on) has the options that were on it, sbatch(1). Those of the script itself (`#SBATCH`) are nowhere.
 */
import { otherGres } from './gres.js'
import { type JobRequest, known } from './record.js'
import { parseMemory } from './values.js'

/** The first that is known of each. */
export function requestOf(first: Partial<JobRequest>, second: JobRequest): JobRequest {
  const number = (
    key: 'coresPerTask' | 'tasksPerNode' | 'memoryPerNode' | 'exclusive' | 'throttle' | 'nice',
  ) => known(first[key] ?? Number.NaN, second[key])
  return {
    coresPerTask: number('coresPerTask'),
    tasksPerNode: number('tasksPerNode'),
    memoryPerNode: number('memoryPerNode'),
    exclusive: number('exclusive'),
    throttle: number('throttle'),
    nice: number('nice'),
    constraint: first.constraint || second.constraint,
    gres: first.gres || second.gres,
    partitions: first.partitions || second.partitions,
  }
}

/** Options that have no value in the next word. */
const FLAGS: ReadonlySet<string> = new Set(
  `contiguous deadlock-detect exclusive get-user-env hold ignore-pbs kill-on-invalid-dep no-kill no-requeue overcommit oversubscribe
  nice parsable quiet reboot requeue share spread-job test-only use-min-nodes usage verbose wait pty unbuffered label multi-prog
  preserve-env no-shell disable-status exact overlap`.split(/\s+/),
)
const SHORT_FLAGS = 'HQhIkKOsvVuWXZb'

/** Options that are read, by their letters. */
const LETTERS: Readonly<Record<string, string>> = {
  a: 'array',
  c: 'cpus-per-task',
  C: 'constraint',
  p: 'partition',
}

/** The request in a line such as `sbatch -p a,b -c 2 --exclusive job.sh`; the last of an option said twice holds. */
export function parseSubmitLine(line: string): JobRequest {
  const said = new Map<string, string>()
  const words = line.split(/\s+/).filter((word) => word !== '')
  for (let k = 1; k < words.length && /^-./.test(words[k]) && words[k] !== '--'; k++) {
    const [, long, value] = /^--([\w-]+)(?:=(.*))?$/.exec(words[k]) ?? []
    if (long === undefined) {
      const letter = words[k][1]
      if (SHORT_FLAGS.includes(letter)) continue
      const rest = words[k].slice(2) || (words[++k] ?? '')
      said.set(LETTERS[letter] ?? letter, rest)
    } else if (long === 'wrap') break
    else said.set(long, value ?? (FLAGS.has(long) ? '' : (words[++k] ?? '')))
  }
  const whole = (name: string) => {
    const text = said.get(name) ?? ''
    return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : Number.NaN
  }
  const memory = said.get('mem') ?? ''
  const partitions = said.get('partition') ?? ''
  return {
    coresPerTask: whole('cpus-per-task'),
    tasksPerNode: whole('ntasks-per-node'),
    // All that a node has is what --mem=0 asks for; what that is says the total.
    memoryPerNode: /^[1-9]\d{0,11}[KMGT]?B?$/i.test(memory) ? parseMemory(memory, 'mem') : Number.NaN,
    exclusive: said.get('exclusive') === '' ? 1 : Number.NaN,
    throttle: throttleOf(said.get('array') ?? ''),
    nice: niceOf(said.get('nice')),
    constraint: plainConstraint(said.get('constraint') ?? ''),
    gres: otherGres(said.get('gres') ?? ''),
    partitions: partitions.includes(',') ? partitions : '',
  }
}

/** sbatch(1): 100 where no number is said. */
const PLAIN_NICE = 100

function niceOf(text: string | undefined): number {
  if (text === '') return PLAIN_NICE
  return /^-?\d{1,10}$/.test(text ?? '') ? Number(text) : Number.NaN
}

/** The `n` of `1-100%n`. */
export function throttleOf(array: string): number {
  return Number(/%([1-9]\d{0,8})\]?$/.exec(array)?.[1] ?? Number.NaN)
}

/** A constraint without blanks and quotes. */
export function plainConstraint(text: string): string {
  return text.replace(/[\s"']/g, '')
}

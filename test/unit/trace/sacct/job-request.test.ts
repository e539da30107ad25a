/** What jobs asked for beside counts: of the line by which they were submitted, of columns, of JSON. */
import { describe, expect, it } from 'vitest'
import { parseSubmitLine } from '../../../../src/trace/sacct/job-request.js'
import { imported } from './support.js'

const NOTHING = parseSubmitLine('')

describe('a line of sbatch', () => {
  it.each<[string, object]>([
    ['sbatch job.sh -p a,b', {}],
    ['sbatch --wrap sleep 1 -c 4', {}],
    ['sbatch -p a,b -c 4 job.sh', { partitions: 'a,b', coresPerTask: 4 }],
    ['sbatch -p a job.sh', {}],
    ['srun --partition=a,b -n3 -c2 --exclusive ./x', { partitions: 'a,b', coresPerTask: 2, exclusive: 1 }],
    ['sbatch --exclusive=user x', {}],
    ['sbatch -H --requeue --ntasks-per-node 3 --mem=2G x', { tasksPerNode: 3, memoryPerNode: 2 * 1024 ** 2 }],
    ['sbatch --mem 0 --mem-per-cpu=1G x', {}],
    ['sbatch -J name -C big&(old|new) x', { constraint: 'big&(old|new)' }],
    ['sbatch -a 1-9,12%3 x', { throttle: 3 }],
    ['sbatch --array=1-9 --gres=gpu:2,fpga:xilinx:2,fpga:1 x', { gres: 'fpga=3' }],
    ['sbatch -c 2 -c 3 x', { coresPerTask: 3 }],
    ['sbatch --nice -p a,b x', { nice: 100, partitions: 'a,b' }],
    ['sbatch --nice=-50 x', { nice: -50 }],
    ['sbatch -c', {}],
    ['sbatch -- -c 3', {}],
  ])('%s', (line, expected) => {
    expect(parseSubmitLine(line)).toEqual({ ...NOTHING, ...expected })
  })
})

const HEADER = 'JobIDRaw|State|Partition|Submit|Start|ElapsedRaw|ReqTRES|AllocTRES'
const row = (id: number, partition: string, more: string) =>
  `${id}|COMPLETED|${partition}|${1000 + id}|${2000 + id}|60|cpu=8,node=2,gres/fpga=3|cpu=8,node=2|${more}`
const log = (text: string) => imported(text).logs[0].trace

describe('an export with SubmitLine and Constraints', () => {
  it('has partitions, tasks, memory and features of each job, and lists of what their numbers mean', () => {
    const { fields, header } = log(
      [
        `${HEADER}|SubmitLine`,
        row(1, 'b', 'sbatch -p a,b -c 2 --ntasks-per-node=2 --mem=1G -C big|old --array=1-4%2 x | y'),
        row(2, 'b', 'sbatch -p a,c --exclusive --nice=-50 x'),
      ].join('\n'),
    )
    const column = (name: keyof typeof fields) => [...(fields[name] ?? [])]
    expect(column('partitionSet')).toEqual([1, -1])
    expect(column('coresPerTask')).toEqual([2, -1])
    expect(column('tasksPerNode')).toEqual([2, -1])
    expect(column('memoryPerNode')).toEqual([1024 ** 2, -1])
    expect(column('exclusive')).toEqual([-1, 1])
    expect(column('arrayThrottle')).toEqual([2, -1])
    expect(column('nice')).toEqual([-1, -50])
    expect(column('constraint')).toEqual([1, -1])
    // Three of a job of two nodes are two on each.
    expect(column('otherGres')).toEqual([1, 1])
    expect(header).toContain(' PartitionSet: 1 a,b')
    expect(header).toContain(' Constraint: 1 big|old')
    expect(header).toContain(' Gres: 1 fpga=2')
  })

  it('takes the column of constraints before the line, and neither where the delimiter is in them', () => {
    const columns = `${HEADER}|Constraints|SubmitLine`
    const plain = row(1, 'a', 'new|sbatch -C old -c 2 x')
    const odd = row(2, 'a', 'new|sbatch -C old -c 2 x | y')
    const { fields, notices } = log([columns, plain, odd].join('\n'))
    expect([...(fields.constraint ?? [])]).toEqual([1, -1])
    expect([...(fields.coresPerTask ?? [])]).toEqual([2, -1])
    expect(notices.join()).toContain('1 row has the delimiter in free text')
  })
})

describe('JSON', () => {
  const job = { job_id: 1, partition: 'a', state: { current: 'COMPLETED' } }
  const time = { submission: 1000, eligible: 1000, start: 1100, end: 1200, elapsed: 100, limit: 10 }
  const allocated = [{ type: 'cpu', count: 8 }]
  const only = (more: object) =>
    log(JSON.stringify({ jobs: [{ ...job, time, tres: { requested: [], allocated }, ...more }] }))

  it('of the database has constraints, throttles and memory of nodes', () => {
    const { fields } = only({
      constraints: 'big & old',
      array: { job_id: 1, limits: { max: { running: { tasks: 4 } } } },
      required: { CPUs: 8, memory_per_node: { set: true, infinite: false, number: 512 } },
      submit_line: 'sbatch -c 4 x',
    })
    expect([fields.constraint?.[0], fields.arrayThrottle?.[0], fields.coresPerTask?.[0]]).toEqual([1, 4, 4])
    expect(fields.memoryPerNode?.[0]).toBe(512 * 1024)
  })

  it('of the controller has all that a job asked for', () => {
    const { time: _, tres: __, state: ___, ...rest } = { ...job, time, tres: null }
    const times = { submit_time: 1000, eligible_time: 1000, start_time: 1100, end_time: 1200 }
    const asked = {
      cpus_per_task: 2,
      tasks_per_node: 3,
      features: 'big',
      shared: 'none',
      array_max_tasks: 5,
      nice: 2000,
    }
    const more = { tres_alloc_str: 'cpu=8,node=1', tres_req_str: 'cpu=8,node=1,gres/fpga=2' }
    const text = JSON.stringify({ jobs: [{ ...rest, job_state: 'COMPLETED', ...times, ...asked, ...more }] })
    const { fields } = log(text)
    const names = [
      'coresPerTask',
      'tasksPerNode',
      'constraint',
      'exclusive',
      'arrayThrottle',
      'otherGres',
      'nice',
    ] as const
    expect(names.map((name) => fields[name]?.[0])).toEqual([2, 3, 1, 1, 5, 1, 2000])
  })
})

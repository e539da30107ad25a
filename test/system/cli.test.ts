/** The command as a user meets it: results in every form. What it says of bad input is in cli-failures.test.ts. */
import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { jobLine, readText } from '../support/logs.js'
import { useSandbox } from '../support/sandbox.js'

const box = useSandbox((sandbox) => {
  sandbox.write('log.swf', LOG)
})
const { good } = box

/** 400 jobs of 16 processors, three users, two partitions, enough load for a queue. */
const LOG = [
  '; MaxProcs: 16',
  '; UnixStartTime: 1000000000',
  ...Array.from({ length: 400 }, (_, k) => {
    const run = 60 + ((k * 7919) % 5000)
    const size = 1 + ((k * 31) % 12)
    return jobLine({
      job: k + 1,
      submit: k * 1000,
      wait: 10,
      run,
      allocatedProcessors: size,
      requestedProcessors: size,
      requestedTime: run + ((k * 17) % 3) * 600,
      status: 1,
      user: k % 3,
      partition: k % 2,
    })
  }),
  '',
].join('\n')

const file = (name: string) => readFileSync(box.path(name))

const OBJECTIVES = [
  'UTIL',
  'AWRT',
  'AWRT1',
  'AWRT2',
  'AWRT3',
  'AWRT4',
  'AWRT5',
  'AWWT',
  'AVEbsld',
  'SD',
  'meanWait',
  'medianWait',
  'p95Wait',
  'p99Wait',
  'maxWait',
  'meanResponse',
  'makespan',
  'throughput',
  'flowtime',
]

/** The 18 numbers of each job line of an SWF file. */
function jobFields(name: string): number[][] {
  return file(name)
    .toString()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(';'))
    .map((line) => line.trim().split(/\s+/).map(Number))
}

describe('help', () => {
  it.each([[], ['simulate'], ['compare'], ['info'], ['convert'], ['policies']])(
    'is printed for %s',
    async (...command) => {
      const { stdout, stderr } = await good(...command, '--help')
      expect(stderr).toBe('')
      expect(stdout).toContain(`Usage: queuewright ${command.join(' ')}`.trimEnd())
      expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100)
    },
  )

  it('is printed, as a failure, where no command is named', async () => {
    const { code, stdout, stderr } = await box.qw.run([])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('Usage: queuewright')
  })

  it('the version is that of the package', async () => {
    const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
    expect((await box.qw.run(['--version'])).stdout).toBe(`${manifest.version}\n`)
  })
})

describe('a notice', () => {
  it('says how a slash that may be meant to divide is read', async () => {
    const { stderr } = await good('simulate', 'log.swf', '--policy', 'easy:-wait/estimate')
    expect(stderr).toContain(
      'note: easy:-wait/estimate orders the queue by -wait and backfills by estimate; to divide, write easy:(-wait/estimate)',
    )
    const plain = await good('simulate', 'log.swf', '--policy', 'easy:submit/estimate')
    expect(plain.stderr).not.toContain('to divide')
  })

  it('tells of the few jobs larger than their own machine that scale leaves out', async () => {
    box.write(
      'wide.swf',
      `${LOG}${jobLine({ job: 401, submit: 400_000, run: 60, allocatedProcessors: 20 })}\n`,
    )
    const { stdout, stderr } = await good('scale', 'wide.swf', '--to', '32', '-o', 'scaled.swf')
    expect(stderr).toContain("note: 1 job larger than the log's own machine of 16 processors left out")
    expect(stdout).toMatch(/^scaled\.swf: \d+ jobs/)
  })

  it("says of Slurm's accounting how a log is made of it", async () => {
    box.write('jobs.psv', 'JobID|JobIDRaw|User|Submit|Start|End\n1|1|a|1|2|3\n')
    const { code, stderr } = await box.run('info', 'jobs.psv')
    expect(code).not.toBe(0)
    expect(stderr).toContain('qw import sacct FILE -o LOG.swf.gz')
  })
})

describe('simulate', () => {
  it('--json has the documented shape', async () => {
    const { stdout } = await good('simulate', 'log.swf', '--policy', 'easy:saf', '--json', '--repeat', '3')
    const result = JSON.parse(stdout)
    expect(result).toMatchObject({
      trace: 'log',
      machine: 16,
      jobs: 400,
      dropped: {},
      policy: 'easy:saf',
      timing: {
        readSeconds: expect.any(Number),
        simulateSeconds: { median: expect.any(Number), min: expect.any(Number) },
      },
    })
    expect(Object.keys(result.objectives).sort()).toEqual([...OBJECTIVES].sort())
    expect(result.timing.simulateSeconds.min).toBeLessThanOrEqual(result.timing.simulateSeconds.median)
    expect(result.objectives.UTIL).toBeGreaterThan(0.5)
    expect(result.objectives.UTIL).toBeLessThanOrEqual(1)
    expect(result.objectives.meanWait).toBeGreaterThan(0)
  })

  it('--out is a log that gives the same waits when it is read back as recorded', async () => {
    const first = JSON.parse((await good('simulate', 'log.swf', '--out', 'out.swf.gz', '--json')).stdout)
    const back = readText(gunzipSync(file('out.swf.gz')), { fields: ['wait', 'partition'] })
    expect(back.jobs.length).toBe(400)
    expect(back.processors).toBe(16)
    expect(back.fields.partition?.[1]).toBe(1)
    const waits = back.fields.wait ?? new Float64Array(0)
    expect(waits.reduce((sum, wait) => sum + wait, 0) / 400).toBeCloseTo(first.objectives.meanWait, 9)
    const again = JSON.parse(
      (await good('simulate', 'out.swf.gz', '--policy', 'recorded', '--json', '--check')).stdout,
    )
    expect(again.objectives).toEqual(first.objectives)
  })

  it('`recorded` has the waits of the log', async () => {
    const { stdout } = await good('simulate', 'log.swf', '--policy', 'recorded', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      policy: 'recorded',
      objectives: { meanWait: 10, maxWait: 10 },
    })
  })

  it('--csv has the columns of Batsim and a row for each job', async () => {
    await good('simulate', 'log.swf', '--csv', 'jobs.csv')
    const rows = file('jobs.csv').toString().trimEnd().split('\n')
    expect(rows[0]).toBe(
      'job_id,workload_name,profile,submission_time,requested_number_of_resources,requested_time,success,' +
        'final_state,starting_time,execution_time,finish_time,waiting_time,turnaround_time,stretch,' +
        'allocated_resources,consumed_energy,metadata',
    )
    expect(rows).toHaveLength(401)
  })

  it('--gantt draws SVG or PNG by the name, --report writes one HTML file', async () => {
    await good('simulate', 'log.swf', '--gantt', 'gantt.svg', '--report', 'report.html')
    await good('simulate', 'log.swf', '--gantt', 'gantt.PNG')
    expect(file('gantt.svg').toString()).toMatch(/^<svg [\s\S]*<\/svg>\s*$/)
    expect([...file('gantt.PNG').subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47])
    const report = file('report.html').toString()
    expect(report).toMatch(/^<!doctype html>[\s\S]*<\/html>\s*$/i)
    expect(report).toContain('queuewright simulate log.swf --gantt gantt.svg --report report.html')
    // One file: nothing is fetched from elsewhere.
    expect(report).not.toMatch(/(src|href)="https?:/)
  })

  it('prints a summary without colours to a pipe, of the demonstration workload where no log is named', async () => {
    const { code, stdout, stderr } = await box.qw.run(['simulate', '--check'], { cwd: box.cwd })
    expect(code).toBe(0)
    expect(stdout).not.toContain('\u001b')
    expect(stdout).toMatch(/^check +every schedule passes the independent check$/m)
    expect(stdout).toMatch(/utilisation .*up to/)
    for (const name of OBJECTIVES) expect(stdout).toContain(`\n${name} `)
    expect(stderr).toContain('note: No log was named')
  })

  it('reads - from standard input, gunzipped, and writes it to standard output', async () => {
    const done = await box.qw.run(['simulate', '-', '--out', '-'], { cwd: box.cwd, input: gzipSync(LOG) })
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(readText(done.stdout).jobs.length).toBe(400)
    const direct = await good('simulate', 'log.swf', '--out', '-')
    const jobLines = (text: string) => text.split('\n').filter((line) => !line.startsWith(';'))
    expect(jobLines(done.stdout)).toEqual(jobLines(direct.stdout))
  })

  it('--objective adds a formula, --warm-up and --cool-down leave jobs out of the measures', async () => {
    const run = async (...more: string[]) => {
      const done = await good('simulate', 'log.swf', '--json', '--objective', '2*meanWait + 1', ...more)
      return JSON.parse(done.stdout)
    }
    const all = await run()
    expect(all.objectives['2*meanWait + 1']).toBeCloseTo(2 * all.objectives.meanWait + 1, 9)
    const part = await run('--warm-up', '10%', '--cool-down', '1d')
    expect(part.jobs).toBe(400)
    const counted = part.waits.bySize.reduce((sum: number, row: { jobs: number }) => sum + row.jobs, 0)
    expect(counted).toBeLessThan(360)
    expect(part.objectives.flowtime).toBeLessThan(all.objectives.flowtime)
  })

  it('--oversize drops or caps jobs larger than the machine, and says so', async () => {
    const dropped = await good('simulate', 'log.swf', '--machine', '8', '--oversize', 'drop', '--json')
    const result = JSON.parse(dropped.stdout)
    expect(result.jobs + result.dropped.oversize).toBe(400)
    expect(result.dropped.oversize).toBeGreaterThan(50)
    const capped = await good(
      'simulate',
      'log.swf',
      '--machine',
      '8',
      '--oversize',
      'cap',
      '--json',
      '--check',
    )
    expect(JSON.parse(capped.stdout)).toMatchObject({ jobs: 400, machine: 8, dropped: {} })
    expect(capped.stderr).toContain(`note: ${result.dropped.oversize} jobs were cut to the machine's size`)
  })
})

describe('simulate, with predictions and feedback', () => {
  it('goes by predicted run times and counts their corrections; the log written keeps the requests', async () => {
    const predicted = ['--policy', 'easy:fcfs/spt', '--estimates', 'predicted:last2']
    const text = await good('simulate', 'log.swf', ...predicted, '--check')
    expect(text.stdout).toMatch(/predictions +last2, [\d,]+ corrections/)
    const json = JSON.parse((await good('simulate', 'log.swf', ...predicted, '--json')).stdout)
    const plain = JSON.parse(
      (await good('simulate', 'log.swf', '--policy', 'easy:fcfs/spt', '--json')).stdout,
    )
    expect(json.predictor).toBe('last2')
    expect(plain.predictor).toBeNull()
    expect(json.objectives.AVEbsld).not.toBe(plain.objectives.AVEbsld)
    await good('simulate', 'log.swf', ...predicted, '--out', 'predicted.swf')
    const requested = (name: string) => jobFields(name).map((fields) => fields[8])
    await good('simulate', 'log.swf', '--policy', 'easy', '--out', 'plain.swf')
    expect(requested('predicted.swf')).toEqual(requested('plain.swf'))
  })

  it('says so, in the log written and above a comparison', async () => {
    await good('simulate', 'log.swf', '-o', 'recorded.swf')
    const live = ['--estimates', 'predicted:last2', '--feedback']
    const { stdout } = await good('simulate', 'recorded.swf', ...live, '-o', '-')
    expect(stdout).toMatch(
      /^; Note: Schedule of policy easy by Queuewright \S+, run times predicted by last2, \d+ jobs? submitted when others have ended$/m,
    )
    const compared = await good('compare', 'recorded.swf', '--policies', 'fcfs,easy', ...live)
    expect(compared.stdout).toMatch(
      /^log +recorded, 400 jobs .*\n.*\njobs +run times predicted by last2; \d+ jobs? submitted/m,
    )
    const plain = await good('compare', 'recorded.swf', '--policies', 'fcfs,easy')
    expect(plain.stdout).not.toMatch(/predicted|submitted/)
  })

  it('submits jobs when those they waited for have ended; the log written says which', async () => {
    await good('simulate', 'log.swf', '--policy', 'easy', '--out', 'easy.swf')
    const own = await good('simulate', 'easy.swf', '--policy', 'easy', '--feedback', '--check')
    expect(own.stdout).toMatch(
      /feedback +(1 job depends|[\d,]+ jobs depend) on others, submitted on average 0 s later/,
    )
    await good('simulate', 'log.swf', '--policy', 'fcfs', '--feedback', '--out', 'waited.swf')
    const jobs = new Map(jobFields('waited.swf').map((fields) => [fields[0], fields]))
    const recorded = new Map(jobFields('log.swf').map((fields) => [fields[0], fields[1]]))
    let dependent = 0
    for (const [id, [, submit, , , , , , , , , , , , , , , before, think]] of jobs) {
      if (before < 0) {
        expect(submit).toBe(recorded.get(id))
        continue
      }
      dependent++
      const [, submitted, waited, ran] = jobs.get(before)!
      expect(submit).toBe(submitted + waited + ran + think)
    }
    expect(dependent).toBeGreaterThan(10)
    const again = await good('simulate', 'waited.swf', '--policy', 'fcfs', '--feedback', 'log', '--json')
    expect(JSON.parse(again.stdout).dependentJobs).toBe(dependent)
  })
})

describe('live predict', () => {
  it('replays the demonstration workload up to an instant where no log is named', async () => {
    const replayed = ['--at', '12d', '--oversize', 'cap', '--futures', '10', '--hindsight', '0']
    const told = JSON.parse((await good('live', 'predict', ...replayed, '--json')).stdout)
    expect(told.past).toBeGreaterThan(1000)
    expect(told.jobs.length).toBeGreaterThan(0)
  })
})

describe('compare', () => {
  it('sets policies side by side and measures them against the baseline', async () => {
    const written = ['fcfs', 'easy', 'cons', 'easy:(wait/estimate)']
    const { stdout } = await good('compare', 'log.swf', '--policies', written.join(), '--json')
    const { policies, baseline } = JSON.parse(stdout)
    expect(baseline).toBe('easy')
    expect(policies.map(({ policy }: { policy: string }) => policy)).toEqual(written)
    const [fcfs, easy] = policies
    expect(easy.relative.AWRT).toBe(0)
    expect(fcfs.relative.meanWait).toBeCloseTo(fcfs.objectives.meanWait / easy.objectives.meanWait - 1, 9)
  })

  it('prints a table and writes a report', async () => {
    const { stdout } = await good(
      'compare',
      'log.swf',
      '--check',
      '--report',
      'compare.html',
      '--columns',
      'AWRT,UTIL',
    )
    expect(stdout).toContain('every schedule passes the independent check')
    expect(stdout).toMatch(/^policy +UTIL +AWRT/m)
    expect(file('compare.html').toString()).toContain('easy:wfp3')
  })
})

describe('info', () => {
  it('describes a log, as text and JSON', async () => {
    expect((await good('info', 'log.swf')).stdout).toContain('16 processors')
    const { stdout } = await good('info', 'log.swf', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ name: 'log', jobs: 400, machine: 16 })
  })

  it('needs neither machine nor clock', async () => {
    const bare = LOG.replaceAll(/^;.*\n/gm, '')
    const done = await box.qw.run(['info', '-'], { cwd: box.cwd, input: bare })
    expect(done).toMatchObject({ code: 0 })
    expect(done.stdout).toContain('400')
  })

  it.each([
    [['--users', '1'], 133],
    [['--users', '0-1'], 267],
    [['--sizes', '5-'], 266],
    [['--partitions', '1'], 200],
    [['--first', '10'], 10],
    [['--days', '1d:2'], 86],
    [['--span', '1d..2d'], 86],
    [['--span', '2001-09-10..', '--last', '5'], 5],
  ])('filters by %s', async (filter, jobs) => {
    const { stdout } = await good('info', 'log.swf', '--json', ...filter)
    expect(JSON.parse(stdout).jobs).toBe(jobs)
  })
})

describe('convert', () => {
  it('goes to Batsim and back without loss of what both formats hold', async () => {
    await good('convert', 'log.swf', 'log.json.gz')
    await good('convert', 'log.json.gz', 'back.swf')
    const [before, after] = [readText(LOG), readText(file('back.swf'))]
    for (const column of ['id', 'submit', 'runtime', 'estimate', 'size', 'user'] as const) {
      expect(after.jobs[column]).toEqual(before.jobs[column])
    }
    expect(after.processors).toBe(16)
    expect(after.clock).toEqual(before.clock)
  })

  it('--machine goes into the header', async () => {
    const { stdout } = await good('convert', 'log.swf', '-', '--machine', '77', '--first', '3')
    expect(stdout).toMatch(/^; *MaxProcs: 77$/m)
    expect(readText(stdout).jobs.length).toBe(3)
  })
})

describe('policies', () => {
  it('lists every algorithm, order, variable and objective within the width', async () => {
    const { stdout } = await good('policies')
    const listed = JSON.parse((await good('policies', '--json')).stdout)
    for (const { name } of [...listed.algorithms, ...listed.orders, ...listed.objectives]) {
      expect(stdout).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'))
    }
    expect(Math.max(...stdout.split('\n').map((line) => [...line].length))).toBeLessThanOrEqual(100)
  })
})

describe('standard output', () => {
  it('is complete through a slow reader', async () => {
    // More than a pipe holds (64 KiB).
    const policies = ['easy', 'cons', 'list'].flatMap((algorithm) =>
      ['fcfs', 'lcfs', 'saf', 'laf', 'wfp3', 'f1', 'spt', 'lpt'].map((order) => `${algorithm}:${order}`),
    )
    const all = `compare log.swf --json --policies ${policies}`
    const { stdout, code } = await box.qw.shell(`qw ${all} | (sleep 0.5; cat)`, { cwd: box.cwd })
    expect(code).toBe(0)
    expect(stdout.length).toBeGreaterThan(65_536)
    expect(JSON.parse(stdout).policies).toHaveLength(policies.length)
    const long = await box.qw.shell('qw convert log.swf - | (sleep 0.5; cat)', { cwd: box.cwd })
    expect(readText(long.stdout).jobs.length).toBe(400)
  })

  it.each([
    ['convert', 'odd.swf', '-'],
    ['simulate', 'odd.swf', '--machine', '128', '--out', '-'],
    ['sessions', 'odd.swf', '--out', '-'],
    ['scale', 'odd.swf', '--machine', '128', '--to', '256'],
  ])('leaves jobs out not without a word: qw %s', async (...args) => {
    box.write('odd.swf', `${LOG}\n9999 never 0 10 1 10\n`)
    const { stdout, stderr, code } = await box.run(...args, '--bad-lines', 'drop')
    expect(code).toBe(0)
    expect(readText(stdout).jobs.length).toBeGreaterThanOrEqual(400)
    expect(stderr).toContain('note: left out: 1 bad-line-number')
  })

  it('leaves no file behind but those that were asked for', () => {
    expect(readdirSync(box.cwd).filter((name) => name.includes('tmp'))).toEqual([])
  })
})

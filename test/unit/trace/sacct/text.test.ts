/** `sacct -P` with all that sites do to it: columns, delimiters, names that hold anything, damaged files. */
import { describe, expect, it } from 'vitest'
import { SACCT_COMMAND } from '../../../../src/trace/index.js'
import { failureOf } from '../../../support/failures.js'
import { fixture, imported, importedJobs, jobsOf, psv, type Row } from './support.js'

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const CASES = text(fixture('cases.psv'))

/** The rows of `cases.psv` with the columns `names`, which may be renamed as `old=new`. */
function columns(names: readonly string[], delimiter = '|'): string {
  const [head, ...rows] = CASES.trimEnd()
    .split('\n')
    .map((line) => line.split('|'))
  const places = names.map((name) => head.indexOf(name.split('=')[0]))
  const lines = rows.map((row) => places.map((place) => row[place] ?? '').join(delimiter))
  return [names.map((name) => name.split('=').at(-1)).join(delimiter), ...lines].join('\n')
}

const RECOMMENDED = SACCT_COMMAND.split(' -o ')[1].split(',')

describe('columns', () => {
  it('those of the recommended command are all that is needed, in any order', () => {
    const all = importedJobs(CASES)
    expect(importedJobs(columns(RECOMMENDED))).toEqual(all)
    expect(importedJobs(columns([...RECOMMENDED].reverse()))).toEqual(all)
    expect(imported(columns(RECOMMENDED)).report.notices.join()).not.toContain('is not there')
  })

  it.each(['\t', ';', ',,', '\x1f', '^'])('the delimiter %j is found in the header', (delimiter) => {
    const plain = columns(['JobIDRaw', 'State', 'Submit', 'Start', 'ElapsedRaw', 'AllocCPUS'])
    const other = columns(['JobIDRaw', 'State', 'Submit', 'Start', 'ElapsedRaw', 'AllocCPUS'], delimiter)
    expect(importedJobs(other)).toEqual(importedJobs(plain))
    expect(importedJobs(other, { delimiter })).toEqual(importedJobs(plain))
  })

  it.each([
    ['\\t', '\t'],
    ['\\x1f', '\x1f'],
    ['\\x1F', '\x1f'],
    ['|\\t|', '|\t|'],
    // A header that does not show it.
    ['\\x20', ' '],
  ])('the delimiter may be written as %s', (delimiter, meant) => {
    const names = ['JobIDRaw', 'State', 'Submit', 'Start', 'ElapsedRaw', 'AllocCPUS']
    const rows = [{ JobID: 1 }, { JobID: 2, AllocCPUS: 9 }].map((row) => ({ AllocCPUS: 3, ...row }))
    const text = psv(rows, names)
    expect(importedJobs(text.replaceAll('|', meant), { delimiter })).toEqual(importedJobs(text))
  })

  it.each(['', '\n', '\\x0a'])('the delimiter %j is refused', (delimiter) => {
    expect(failureOf(() => imported(psv([{}]), { delimiter }))).toMatchObject({
      kind: 'usage',
      detail: { field: 'delimiter' },
    })
  })

  it('sacct -p ends every line with a delimiter', () => {
    expect(importedJobs(CASES.replace(/$/gm, '|').replace(/\n\|$/, '\n'))).toEqual(importedJobs(CASES))
  })

  it('line ends of Windows, blank lines and several outputs in a row do not matter', () => {
    const [header, ...rows] = CASES.trimEnd().split('\n')
    const parts = [header, ...rows.slice(0, 9), '', header, ...rows.slice(9), '']
    expect(importedJobs(parts.join('\r\n'))).toEqual(importedJobs(CASES))
  })

  it('times by the clock, limits as text and End in place of Elapsed give the same', () => {
    const used = ['JobID', 'JobIDRaw', 'User', 'Account', 'Partition', 'QOS', 'State', 'Submit', 'Eligible']
    const others = ['Start', 'End', 'Timelimit', 'Suspended', 'ReqCPUS', 'AllocCPUS', 'AllocNodes', 'ReqMem']
    expect(importedJobs(columns([...used, ...others]))).toEqual(importedJobs(CASES))
  })

  it('NCPUS and NNodes stand in for AllocCPUS and AllocNodes', () => {
    const used = ['JobID', 'JobIDRaw', 'State', 'Submit', 'Start', 'ElapsedRaw']
    const allocated = (names: string[], unit: 'cores' | 'nodes') =>
      importedJobs(columns([...used, ...names]), { unit }).map((job) => job.allocated)
    expect(allocated(['AllocCPUS=NCPUS'], 'cores')).toEqual(allocated(['AllocCPUS'], 'cores'))
    expect(allocated(['AllocNodes=NNodes'], 'nodes')).toEqual(allocated(['AllocNodes'], 'nodes'))
  })

  it('without JobIDRaw jobs are numbered, and tasks of arrays are different jobs', () => {
    const { logs, report } = imported(columns(RECOMMENDED.filter((name) => name !== 'JobIDRaw')))
    const all = importedJobs(CASES)
    expect(Array.from(logs[0].trace.jobs.id)).toEqual(all.map((_, row) => row + 1))
    expect(report.dropped).toEqual(imported(CASES).report.dropped)
    expect(report.notices.join()).toContain('JobIDRaw is not there')
  })

  it('what is unknown for want of a column is said', () => {
    const { report } = imported(columns(['JobIDRaw', 'State', 'Submit', 'Start', 'ElapsedRaw', 'AllocCPUS']))
    for (const column of ['TimelimitRaw', 'User', 'Account', 'Partition', 'QOS', 'Eligible']) {
      expect(report.notices.join('\n')).toContain(`the column ${column} is not there`)
    }
  })
})

describe('free text', () => {
  const with_ = (names: readonly string[]) =>
    psv(
      names.map((JobName, k) => ({ JobID: k + 1, JobName })),
      ['JobID', 'JobIDRaw', 'JobName', 'User', 'State', 'Submit', 'Start', 'ElapsedRaw', 'AllocTRES'],
    )
  const plain = importedJobs(with_(['a', 'b', 'c']))

  it.each([
    [['a|b', '||', 'c']],
    [['ü€😀', '"quoted"', "it's; x=1, {y}"]],
    [['two\nlines', 'b', 'three\n\nlines']],
    [['a|b\nc|d', 'JobID|State', '|']],
  ])('a name may be %j', (names) => {
    expect(importedJobs(with_(names))).toEqual(plain)
  })

  it('a column that is read, between two of free text, cannot be found in a row with too many fields', () => {
    const between = [
      'JobIDRaw',
      'JobName',
      'User',
      'Comment',
      'State',
      'Submit',
      'Start',
      'ElapsedRaw',
      'AllocTRES',
    ]
    const failure = failureOf(() => imported(psv([{ JobName: 'a|b' }], between)))
    expect(failure.kind).toBe('line-fields')
    expect(failure.message).toMatch(/^slurm:2: 10 fields .*field User.*expected 9.*--delimiter/)
  })

  it('steps are counted, with and without JobIDRaw', () => {
    const rows: Row[] = [{ JobID: '1' }, { JobID: '1.batch' }, { JobID: '1.extern' }, { JobID: '1.0' }]
    const { report } = imported(psv([...rows, { JobID: '2+1.0', JobIDRaw: '3.0' }]))
    expect(report).toMatchObject({ rows: 5, jobs: 1, dropped: { step: 4 } })
  })
})

describe('several outputs in one file', () => {
  const JOBS: readonly Row[] = [
    { JobID: 1, User: 'ada', AllocCPUS: 4, ReqCPUS: 2 },
    { JobID: 2, User: 'bob', AllocCPUS: 16, ReqCPUS: 8 },
    { JobID: 3, User: 'ada', AllocCPUS: 32, ReqCPUS: 1 },
  ]
  const ALL = ['JobID', 'JobIDRaw', 'User', 'State', 'Submit', 'Start', 'ElapsedRaw', 'ReqCPUS', 'AllocCPUS']
  const all = importedJobs(psv(JOBS, ALL))
  const parts = (...columns: (readonly string[])[]) => columns.map((each, k) => psv([JOBS[k]], each)).join('')
  const named = [...ALL.slice(0, 2), 'JobName', ...ALL.slice(2)]

  it.each([
    ['another order', [...ALL].reverse()],
    ['the user first', ['User', ...ALL.filter((name) => name !== 'User')]],
    ['two columns swapped', [...ALL.slice(0, 7), 'AllocCPUS', 'ReqCPUS']],
    ['more columns', ['Cluster', 'Suspended', ...ALL]],
    ['fewer columns', ALL.filter((name) => name !== 'JobIDRaw')],
    ['free text', named],
  ])('each has its own header: %s', (_, other) => {
    const plain = (jobs: typeof all) => jobs.map(({ id: __, ...job }) => job)
    for (const badLines of ['error', 'drop'] as const) {
      expect(plain(importedJobs(parts(ALL, other, ALL), { badLines }))).toEqual(plain(all))
      expect(plain(importedJobs(parts(other, ALL, other), { badLines }, 7))).toEqual(plain(all))
    }
  })

  it('each has its own delimiter, unless it is named', () => {
    const [one, two, three] = JOBS.map((job, k) => psv([job], k === 1 ? [...ALL].reverse() : ALL))
    expect(importedJobs(one + two.replaceAll('|', '\t') + three)).toEqual(all)
    expect(importedJobs((one + two + three).replaceAll('|', ';'), { delimiter: ';' })).toEqual(all)
    expect(importedJobs((one + two + three).replaceAll(/$/gm, '|').replace(/\|$/, ''))).toEqual(all)
  })

  it('a row that ends before its time does not take the next header with it', () => {
    const { logs, report } = imported(`${psv([JOBS[0]], named)}9|9|x\n${psv(JOBS.slice(1), ALL)}`, {
      badLines: 'drop',
    })
    expect(jobsOf(logs[0].trace)).toEqual(all)
    expect(report.dropped).toEqual({ unreadable: 1 })
  })

  it('a header behind a row that was cut off is refused, unless it is the same', () => {
    const cut = (text: string) => text.trimEnd().slice(0, -12)
    const [one, two] = [psv(JOBS.slice(0, 2), ALL), psv(JOBS.slice(2), ALL)]
    const other = psv(JOBS.slice(2), [...ALL].reverse())
    for (const badLines of ['error', 'drop'] as const) {
      const { message } = failureOf(() => imported(cut(one) + other, { badLines }))
      expect(message).toMatch(/^slurm:3: this row was cut off, and another header follows.*line end before/)
    }
    expect(imported(cut(one) + two, { badLines: 'drop' }).report).toMatchObject({
      jobs: 2,
      dropped: { unreadable: 1 },
    })
  })

  it('what one of them does not tell is said of its rows', () => {
    const { notices } = imported(
      parts(
        ALL.filter((name) => name !== 'User'),
        ALL,
      ),
    ).report
    expect(notices).toContain('below the header of line 1, the column User is not there: no job has a user')
    expect(notices).toContain(
      'below the header of line 1, the column Account is not there: no job has a group',
    )
  })

  it.each(['error', 'drop'] as const)('a further header that will not do is refused: %s', (badLines) => {
    const failure = failureOf(() => imported(parts(ALL, ALL.slice(0, -2)), { badLines }))
    expect(failure.message).toMatch(/^slurm:3: columns are missing: AllocTRES or .*Call it as/)
  })

  it('no row is taken for a header, whatever people are called', () => {
    const names = ['User', 'Account', 'Partition', 'QOS']
    const people: Row = { JobName: 'a\nState', ...Object.fromEntries(names.map((name) => [name, name])) }
    const free = [
      'JobID',
      'State',
      'Submit',
      'Start',
      'ElapsedRaw',
      'AllocTRES',
      'JobName',
      ...names.slice(2),
    ]
    expect(
      importedJobs(
        psv(
          [people, people].map((row, k) => ({ ...row, JobID: k })),
          free,
        ),
      ),
    ).toHaveLength(2)
    expect(importedJobs(psv([people], [...names, ...free.slice(0, 6)]))).toHaveLength(1)
  })
})

describe('values', () => {
  const job = (row: Row, options = {}) => importedJobs(psv([row]), options)[0]

  it.each([
    ['TimelimitRaw', 'UNLIMITED', { estimate: -1 }],
    ['TimelimitRaw', 'Partition_Limit', { estimate: -1 }],
    ['TimelimitRaw', '', { estimate: -1 }],
    ['TimelimitRaw', '90', { estimate: 5400 }],
    ['ReqTRES', 'cpu=8,node=1', { requested: 8, memory: -1 }],
    // A quarter of it for each of the 4 processors given.
    ['ReqTRES', 'cpu=2,mem=1.50G,node=1', { requested: 2, memory: 393_216 }],
    ['AllocTRES', 'cpu=2K,node=1', { allocated: 2048 }],
    ['State', 'CANCELLED by 1000', { status: 5 }],
    ['State', 'OUT_OF_MEMORY', { status: 0 }],
    ['State', 'NODE_FAIL', { status: 0 }],
    ['State', 'PREEMPTED', { status: 0 }],
    ['State', 'DEADLINE', { status: 0 }],
    ['State', 'BOOT_FAIL', { status: 0 }],
    ['State', 'REQUEUED', { status: 0 }],
    ['User', '', { user: -1 }],
    ['QOS', '', { qos: -1 }],
    ['Eligible', 'Unknown', { release: 1_700_000_000 }],
    ['Eligible', '1700000007', { release: 1_700_000_007, wait: 3 }],
    // Never after the start, whatever Slurm has noted.
    ['Eligible', '1700000015', { release: 1_700_000_010, wait: 0 }],
  ])('%s %j', (column, value, expected) => {
    expect(job({ [column]: value })).toMatchObject(expected)
  })

  it('old forms of ReqMem: of a node, of a core', () => {
    const columns = [
      'JobIDRaw',
      'State',
      'Submit',
      'Start',
      'ElapsedRaw',
      'AllocCPUS',
      'ReqCPUS',
      'ReqNodes',
      'ReqMem',
    ]
    const memory = (ReqMem: string) =>
      importedJobs(psv([{ AllocCPUS: 8, ReqCPUS: 8, ReqNodes: 2, ReqMem }], columns))[0].memory
    expect([memory('4Gn'), memory('2Gc'), memory('16G'), memory('0')]).toEqual([
      (2 * 4 * 1_048_576) / 8,
      2_097_152,
      2_097_152,
      -1,
    ])
  })

  it.each([
    ['a pending array', { JobID: '7_[5-9%2]', JobIDRaw: 7, State: 'PENDING', Start: 'Unknown' }, 'pending'],
    ['a suspended job', { State: 'SUSPENDED', End: 'Unknown' }, 'suspended'],
    ['a completing job', { State: 'COMPLETING' }, 'running'],
    ['a requeued job that waits', { State: 'REQUEUED', Start: 'None', End: 'Unknown' }, 'pending'],
    [
      'one cancelled before it could start',
      { State: 'CANCELLED', Eligible: 'Unknown', Start: 'None', AllocTRES: '' },
      'cancelled-before-start',
    ],
    [
      'one cancelled as it came, with the time of that as its start',
      {
        State: 'CANCELLED by 7',
        Eligible: 1_700_000_110,
        ElapsedRaw: 0,
        AllocTRES: '',
        AllocNodes: 0,
        NodeList: 'None assigned',
      },
      'cancelled-before-start',
    ],
    [
      'a deadline missed',
      { State: 'DEADLINE', Start: 'Unknown', AllocTRES: '', AllocNodes: 0 },
      'never-started',
    ],
    ['a sibling elsewhere', { State: 'REVOKED', Start: 'None' }, 'revoked'],
    ['no end', { End: 'Unknown', ElapsedRaw: '' }, 'no-runtime'],
    ['no submit', { Submit: 'Unknown', Eligible: 'Unknown' }, 'no-submit'],
    ['no size', { AllocTRES: '', AllocNodes: 1, ReqTRES: '' }, 'no-size'],
  ] as const)('%s is left out', (_, row, reason) => {
    const { report } = imported(psv([{ JobID: 1 }, { JobID: 2, ...row }]))
    expect(report).toMatchObject({ rows: 2, jobs: 1, dropped: { [reason]: 1 } })
  })

  it('where nothing is said of what a cancelled job was given, it is one if it ran', () => {
    const columns = ['JobIDRaw', 'State', 'Submit', 'Start', 'End', 'ElapsedRaw', 'AllocCPUS']
    const cancelled = (ElapsedRaw: number, State = 'CANCELLED by 0'): Row => ({
      ...{ JobID: ElapsedRaw + 2, State, AllocCPUS: 4, ElapsedRaw },
      End: 1_700_000_010 + ElapsedRaw,
    })
    const { logs, report } = imported(psv([cancelled(0), cancelled(5), cancelled(3, 'FAILED')], columns))
    expect(Array.from(logs[0].trace.jobs.id)).toEqual([5, 7])
    expect(report.dropped).toEqual({ 'cancelled-before-start': 1 })
  })

  it('a job that ran is one, even where nothing is said of its resources', () => {
    expect(job({ AllocTRES: '', AllocNodes: 0, ReqTRES: 'cpu=3' })).toMatchObject({ allocated: 3, run: 100 })
  })
})

describe('failures', () => {
  it.each([
    ['an SWF log', '; Version: 2.2\n1 0 0\n', 'line-fields', /slurm:1: this is no header of sacct/],
    ['no header', '120|120|eve|COMPLETED\n', 'line-fields', /slurm:1: the header is missing.*--noheader/],
    ['no header, and steps', '120.batch|eve|COMPLETED\n', 'line-fields', /slurm:1: the header is missing/],
    ['another file', 'eve was here\n', 'line-fields', /slurm:1: this is no header.*sacct -a/],
    [
      'a table to read',
      'JobID           JobName  Partition\n------- ------\n',
      'line-fields',
      /cut to a width.*sacct -a/,
    ],
    [
      'missing columns',
      columns(['JobID', 'User', 'State']),
      'line-fields',
      /missing: Submit or Eligible, Start, .*ReqTRES/,
    ],
    ['columns of no name', 'JobID|State|eve\n', 'line-fields', /missing: .*it has jobid, state\)/],
    ['a column twice', 'JobID|State|JobID\n', 'line-fields', /twice \(field jobid/],
    [
      'too few fields',
      `${psv([{}])}2|2|ada\n`,
      'line-fields',
      /slurm:3: 3 fields .*expected 18.*Check that the file is whole/,
    ],
    [
      'a bad number',
      psv([{}, { ElapsedRaw: 'long' }]),
      'line-number',
      /slurm:3: .*field ElapsedRaw, value "long"/,
    ],
    ['a bad time', psv([{ Start: 'Ystday 13:00' }]), 'line-number', /field Start, .*SLURM_TIME_FORMAT=%s/],
    ['a bad job number', psv([{ JobID: 'x', JobIDRaw: '' }]), 'line-number', /field JobID, value "x"/],
    ['bad resources', psv([{ AllocTRES: 'cpu=many' }]), 'line-number', /field AllocTRES, value "many"/],
    ['an unknown state', psv([{ State: 'FLYING' }]), 'line-value', /field State, value "FLYING"/],
    ['an end before the start', psv([{ End: 1_600_000_000, ElapsedRaw: '' }]), 'line-value', /field End/],
    ['a job too large', psv([{ AllocTRES: 'cpu=3000000000' }]), 'line-value', /at most 2147483647/],
    ['several clusters', clusters('a', 'b'), 'line-value', /slurm:3: .*field Cluster, value "b", expected a/],
    [
      'a row twice',
      psv([{ JobID: 5 }, { JobID: 6 }, { JobID: 5 }]),
      'line-value',
      /slurm:4: .*value 5.*in line 2/,
    ],
    [
      'no finished job',
      psv([{ State: 'RUNNING' }]),
      'input-empty',
      /no finished job among 1 row .*1 running/,
    ],
    ['a header alone', psv([]), 'input-empty', /among 0 rows/],
    ['blanks', ' \n\n', 'input-empty', /blanks/],
    ['a line without end', 'x'.repeat(5_000_000), 'line-fields', /too long/],
  ] as const)('%s', (_, input, kind, message) => {
    const failure = failureOf(() => imported(input))
    expect(failure.kind).toBe(kind)
    expect(failure.message).toMatch(message)
    expect(failure.message).not.toMatch(/\beve\b/)
  })

  it('a delimiter that is not that of the header', () => {
    const { message } = failureOf(() => imported(psv([{}]), { delimiter: ';' }))
    expect(message).toMatch(/no header of sacct \(expected .* separated by ;.*Leave --delimiter out/)
  })

  function clusters(...names: string[]): string {
    const rows = names.map((Cluster, k) => ({ JobID: k + 1, Cluster }))
    return psv(rows, ['JobIDRaw', 'Cluster', 'State', 'Submit', 'Start', 'ElapsedRaw', 'AllocTRES'])
  }

  it('--bad-lines drop leaves all such rows out and counts them', () => {
    const bad: Row[] = [
      { ElapsedRaw: 'long' },
      { State: 'FLYING' },
      { Start: '2026-13-01' },
      { AllocTRES: 'cpu=x' },
    ]
    const rows = [{}, ...bad, { JobID: 1 }].map((row, k) => ({ JobID: k + 1, ...row }))
    const input = `${psv(rows)}9|9\n`
    const { report } = imported(input, { badLines: 'drop' })
    expect(report).toMatchObject({ rows: 7, jobs: 1, dropped: { unreadable: 5, duplicate: 1 } })
  })

  it('but not a bad header', () => {
    expect(() => imported('JobID|State\n', { badLines: 'drop' })).toThrow('columns are missing')
  })
})

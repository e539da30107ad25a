import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ExportedFile } from '../../../src/deploy/index.js'
import { luaScript, multifactorFiles, orderForm, slurmSettings } from '../../../src/deploy/index.js'
import { orderExpression } from '../../../src/sim/orders/index.js'
import { type PrioritySettings, parseQos, parseSlurmConf, SLURM_DEFAULTS } from '../../../src/trace/index.js'
import { missing, requirements } from '../../support/data.js'
import { expressions, interpret } from '../../support/expressions.js'
import { failureOf } from '../../support/failures.js'

const formOf = (order: string) => orderForm(orderExpression(order) ?? '')
const textOf = (files: readonly ExportedFile[], name: string) =>
  files.find((file) => file.name === name)?.text ?? ''
const settingsOf = (order: string, processors = 512) => {
  const { files } = slurmSettings(formOf(order), { processors, conf: null })
  return parseSlurmConf(textOf(files, 'slurm.conf.lines')).priority
}

const CONF = `ClusterName=lab
# How jobs are ordered
  PriorityWeightAge = 1000   # a day is much
PriorityType=priority/basic
PriorityFlags=ACCRUE_ALWAYS,SMALL_RELATIVE_TO_TIME
PriorityWeightAge=10
JobSubmitPlugins=require_timelimit
NodeName=n[1-4] CPUs=8
PartitionName=all Nodes=ALL Default=YES`

describe("weights of Slurm's", () => {
  it('order any two jobs of groups as the key does, but for two points', () => {
    const groups = new Map([1, 2, 3, 4].map((group) => [group, [`u${group}`]]))
    const job = fc.record({
      wait: fc.nat(5_000_000),
      size: fc.integer({ min: 1, max: 512 }),
      group: fc.integer({ min: 1, max: 4 }),
    })
    const weights = fc.record({
      wait: fc.constantFrom(0, 1),
      size: fc.constantFrom(0, 30, -7),
      group: fc.constantFrom(3600, -40),
    })
    fc.assert(
      fc.property(weights, job, job, (worth, a, b) => {
        const formula = `${worth.size}*size + ${worth.group}*group - ${worth.wait}*wait`
        const { files } = slurmSettings(orderForm(formula), { processors: 512, conf: null, groups })
        const { age, size, qos, maxAge, favorSmall } = parseSlurmConf(
          textOf(files, 'slurm.conf.lines'),
        ).priority
        const service = parseQos(textOf(files, 'qos.psv'))
        const most = Math.max(...[...service.values()].map(({ priority }) => priority))
        const points = (each: typeof a) => {
          const part = each.size / 512
          const of = service.get(`queuewright-group-${each.group}`)?.priority ?? 0
          return Math.floor(
            (age * each.wait) / maxAge + size * (favorSmall ? 1 - part : part) + (qos * of) / most,
          )
        }
        const key = (each: typeof a) =>
          worth.size * each.size + worth.group * each.group - worth.wait * each.wait
        // Points for a second of waiting, a processor, or a group.
        const unit = worth.wait > 0 ? age / maxAge : worth.size !== 0 ? size / 512 / Math.abs(worth.size) : 1
        fc.pre(Math.abs(key(a) - key(b)) * unit > 2)
        expect(points(a) > points(b)).toBe(key(a) < key(b))
      }),
      { seed: 24, numRuns: 400 },
    )
  })

  it('are there for as many groups as somebody may name', () => {
    const groups = new Map(Array.from({ length: 300 }, (_, k) => [k + 1, [`u${k}`]]))
    const { files } = slurmSettings(orderForm('group'), { processors: 8, conf: null, groups })
    const service = [...parseQos(textOf(files, 'qos.psv')).values()].map(({ priority }) => priority)
    const { qos } = parseSlurmConf(textOf(files, 'slurm.conf.lines')).priority
    const points = service.map((each) => Math.floor((qos * each) / Math.max(...service)))
    expect(points).toEqual([...new Set(points)].sort((a, b) => b - a))
  })

  it('are undone by scripts that ask sacctmgr for what was before', () => {
    const folder = mkdtempSync(join(tmpdir(), 'queuewright-groups-'))
    const groups = new Map([
      [1, ['ann']],
      [2, Array.from({ length: 450 }, (_, k) => `user${k}`)],
    ])
    const { files } = slurmSettings(orderForm('group'), { processors: 8, conf: null, groups })
    for (const { name, text } of files) writeFileSync(join(folder, name), text)
    // What is there, as sacctmgr prints it, and all that is asked for.
    const client = (name: string, output: string) =>
      writeFileSync(
        join(folder, name),
        `#!/bin/sh\necho ${name} "$@" >> ${folder}/asked\ncase "$*" in *show*|*PENDING*) printf '${output}';; esac\n`,
        { mode: 0o755 },
      )
    client('sacctmgr', 'c|physics|ann||normal\\nc|chem|ann|gpu|\\n')
    client('squeue', '17\\n17\\n')
    client('scontrol', '')
    const run = (script: string) => {
      const env = { PATH: `${folder}:${process.env['PATH']}` }
      const { status, stderr } = spawnSync('sh', [join(folder, script)], { env, encoding: 'utf8' })
      expect([status, stderr]).toEqual([0, ''])
      return readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n')
    }
    const applied = run('groups-apply.sh')
    expect(applied.filter((line) => line.includes('show assoc'))).toHaveLength(3)
    expect(applied).toContain('sacctmgr -i modify user where name=ann set defaultqos=queuewright-group-1')
    const asked = run('groups-apply.sh')
    expect(asked.filter((line) => line.includes('show assoc'))).toHaveLength(3)
    const undone = run('groups-undo.sh').slice(asked.length)
    // As often as it was printed, in three lists of names.
    expect(new Set(undone.filter((line) => line.includes('user')))).toEqual(
      new Set([
        'sacctmgr -i modify user where name=ann cluster=c account=physics set defaultqos=normal',
        'sacctmgr -i modify user where name=ann cluster=c account=chem partition=gpu set defaultqos=-1',
      ]),
    )
    expect(undone.filter((line) => line.startsWith('scontrol'))).toEqual(['scontrol update jobid=17 qos='])
    expect(undone.at(-1)).toBe('sacctmgr -i delete qos where name=queuewright-group-1,queuewright-group-2')
    rmSync(folder, { recursive: true })
  })

  it.each([
    ['fcfs', { age: 504_576_000, size: 0 }],
    ['smallest', { age: 0, size: 8_192, favorSmall: true }],
    ['largest', { age: 0, size: 8_192, favorSmall: false }],
    ['(60*size - wait)', { age: 504_576_000, size: 491_520, favorSmall: true }],
    ['(submit/60 - size)', { age: 504_576_000, size: 491_520, favorSmall: false }],
  ])('are read back as those of %s', (order, settings) => {
    expect(settingsOf(order)).toEqual({
      ...SLURM_DEFAULTS,
      ...{ maxAge: 31_536_000, period: 60, favorSmall: false },
      ...settings,
    })
  })

  it('order any two jobs as the key does, but for two points', () => {
    const job = fc.record({ wait: fc.nat(5_000_000), size: fc.integer({ min: 1, max: 512 }) })
    const seconds = fc.integer({ min: -100_000, max: 100_000 }).filter((value) => value !== 0)
    fc.assert(
      fc.property(seconds, job, job, (worth, a, b) => {
        const { age, size, maxAge, favorSmall } = settingsOf(`(${worth}*size - wait)`)
        const points = (each: typeof a) => {
          const part = each.size / 512
          return Math.floor((age * each.wait) / maxAge + size * (favorSmall ? 1 - part : part))
        }
        const key = (each: typeof a) => worth * each.size - each.wait
        fc.pre(Math.abs(key(a) - key(b)) > (2 * maxAge) / age)
        expect(points(a) > points(b)).toBe(key(a) < key(b))
      }),
      { seed: 3 },
    )
  })

  it.each([
    ['saf', 'requested time'],
    ['lcfs', 'the weight of the age cannot be negative'],
    ['group', 'nobody says which users are in which group'],
    ['wfp3', 'the longer jobs wait, the more their order changes'],
    ['(0*size)', 'all jobs have the same key'],
    ['(log2(size) - wait)', 'no sum'],
    ['(1e18*size - wait)', 'more than Slurm has points for'],
  ])('there are none of %s', (order, because) => {
    const failure = failureOf(() => settingsOf(order))
    expect(failure.kind).toBe('not-exportable')
    expect(failure.message).toContain(because)
  })

  it('are a change of slurm.conf, and the way back', () => {
    const { files } = slurmSettings(formOf('fcfs'), { processors: 32, conf: CONF })
    // That file had another plugin.
    for (const script of ['apply.sh', 'undo.sh'])
      expect(textOf(files, script)).toContain('until slurmctld is restarted')
    const same = CONF.replace('priority/basic', 'priority/multifactor')
    const { files: others } = slurmSettings(formOf('fcfs'), { processors: 32, conf: same })
    for (const script of ['apply.sh', 'undo.sh']) expect(textOf(others, script)).not.toContain('restart')
    expect(textOf(files, 'slurm.conf.before')).toBe(CONF)
    expect(textOf(files, 'slurm.conf.new').split('\n')).toEqual([
      'ClusterName=lab',
      '# How jobs are ordered',
      '  PriorityWeightAge=504576000',
      'PriorityType=priority/multifactor',
      'PriorityFlags=ACCRUE_ALWAYS',
      'JobSubmitPlugins=require_timelimit',
      'NodeName=n[1-4] CPUs=8',
      'PartitionName=all Nodes=ALL Default=YES',
      'PriorityMaxAge=365-00:00:00',
      'PriorityWeightAssoc=0',
      'PriorityWeightFairshare=0',
      'PriorityWeightJobSize=0',
      'PriorityFavorSmall=NO',
      'PriorityWeightPartition=0',
      'PriorityWeightQOS=0',
      'PriorityCalcPeriod=0-00:01:00',
      '',
    ])
    const folder = mkdtempSync(join(tmpdir(), 'queuewright-export-'))
    for (const { name, text } of files) writeFileSync(join(folder, name), text)
    writeFileSync(join(folder, 'slurm.conf'), CONF)
    writeFileSync(join(folder, 'scontrol'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 })
    const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` }
    const run = (script: string) =>
      spawnSync('/bin/sh', [join(folder, script), join(folder, 'slurm.conf')], { env }).stdout.toString()
    const now = () => spawnSync('cat', [join(folder, 'slurm.conf')]).stdout.toString()
    expect(run('apply.sh')).toBe('reconfigure\n')
    expect(now()).toBe(textOf(files, 'slurm.conf.new'))
    expect(run('undo.sh')).toBe('reconfigure\n')
    expect(now()).toBe(CONF)
  })

  it.each([
    ['PriorityWeightTRES=CPU=1000,\\\nMem=2000\n', ''],
    [
      'PriorityWeightTRES=CPU=1000,\\\nMem=2000 SchedulerType=sched/builtin # plain\n',
      'SchedulerType=sched/builtin # plain\n',
    ],
    [
      'PriorityType=priority/multifactor SchedulerType=sched/builtin\n',
      'PriorityType=priority/multifactor SchedulerType=sched/builtin\n',
    ],
    [
      '  PriorityWeightAge=5 SelectType=select/cons_tres PriorityWeightAge=6 # both\r\n',
      '  PriorityWeightAge=504576000 SelectType=select/cons_tres # both\r\n',
    ],
    [
      'PriorityFlags=ACCRUE_ALWAYS\\\n,FAIR_TREE \\ # one\n  Foo=1 # two\n',
      'PriorityFlags=ACCRUE_ALWAYS,FAIR_TREE   Foo=1 # one # two\n',
    ],
    ['Foo="a  b" \\\n  Bar=2\n#PriorityType=x \\\n\n', 'Foo="a  b" \\\n  Bar=2\n#PriorityType=x \\\n\n'],
  ])('leave other settings of a line alone: %j', (before, after) => {
    const { files } = slurmSettings(formOf('fcfs'), { processors: 32, conf: `A=1\n${before}Z=1\n` })
    expect(textOf(files, 'slurm.conf.new')).toContain(`A=1\n${after}Z=1\nPriority`)
  })

  it('tell of files that are included, which may set the same again', () => {
    const conf = 'PriorityWeightAge=5\nInclude nodes.conf # both\n#Include none\ninclude\t/etc/weights\n'
    const told = [
      slurmSettings(formOf('fcfs'), { processors: 32, conf }),
      luaScript(formOf('saf'), { epoch: 0, largestKey: 1e6, groups: new Map(), users: new Map(), conf }),
    ]
    for (const { notes, files } of told) {
      const places = notes.flatMap((note) => /^slurm\.conf includes \S+ \(line \d\)/.exec(note) ?? [])
      expect(places).toEqual([
        'slurm.conf includes nodes.conf (line 2)',
        'slurm.conf includes /etc/weights (line 4)',
      ])
      expect(textOf(files, 'slurm.conf.new')).toContain('\nInclude nodes.conf # both\n#Include none\n')
    }
  })

  it('need no restart where the plugin of before was in quotes', () => {
    const conf = 'SelectType=select/linear PriorityType = "priority/multifactor"\n'
    const { files } = slurmSettings(formOf('fcfs'), { processors: 32, conf })
    expect(textOf(files, 'apply.sh')).not.toContain('restart')
  })

  it('of any settings are read back', () => {
    const count = fc.nat(4_294_967_295)
    const minutes = fc.integer({ min: 1, max: 100_000 }).map((value) => 60 * value)
    const settings: fc.Arbitrary<PrioritySettings> = fc.record({
      ...{ age: count, fairshare: count.map((value) => value + 1).filter((value) => value < 2 ** 32) },
      ...{ size: count, partition: count, qos: count, assoc: count },
      ...{ maxAge: minutes, halfLife: minutes, period: minutes },
      ...{ favorSmall: fc.boolean(), relativeToTime: fc.boolean(), fairTree: fc.constant(false) },
      ...{ dampening: fc.integer({ min: 1, max: 65_535 }) },
      reset: fc.constantFrom('none', 'daily', 'yearly'),
      ...{ normalQos: fc.boolean(), normalPartition: fc.boolean() },
      ...{ normalAssoc: fc.boolean(), normalTres: fc.boolean() },
    })
    fc.assert(
      fc.property(settings, (each) => {
        expect(
          parseSlurmConf(textOf(multifactorFiles(each, null).files, 'slurm.conf.lines')).priority,
        ).toEqual(each)
        expect(parseSlurmConf(textOf(multifactorFiles(each, CONF).files, 'slurm.conf.new')).priority).toEqual(
          each,
        )
      }),
      { seed: 2, numRuns: 50 },
    )
  })

  it('cannot change what scontrol prints', () => {
    const conf = `Configuration data as of 2026-11-01T10:00:00\n${CONF}`
    expect(failureOf(() => slurmSettings(formOf('fcfs'), { processors: 32, conf })).kind).toBe(
      'input-document',
    )
  })
})

describe('a script of job_submit.lua', () => {
  const facts = {
    epoch: 1_700_000_000,
    largestKey: 1e6,
    groups: new Map([
      ['amy', 1],
      ['o"bob\\', 2],
    ]),
    users: new Map([['amy', 17]]),
    conf: null,
  }
  const NAMES = ['submit', 'estimate', 'size', 'area', 'group']
  const job = fc.record({
    submit: fc.nat(300_000_000),
    estimate: fc.integer({ min: 60, max: 604_800 }),
    size: fc.integer({ min: 1, max: 4_096 }),
    group: fc.nat(5),
  })

  /** What Lua prints of a program. */
  function lua(program: string): string {
    const { stdout, stderr, status } = spawnSync('lua5.4', ['-'], { input: program })
    expect(stderr.toString()).toBe('')
    expect(status).toBe(0)
    return stdout.toString()
  }

  it.skipIf(missing(requirements.lua))('has in Lua the keys that it has here', () => {
    const cases = fc.sample(fc.tuple(expressions(NAMES), job), { seed: 21, numRuns: 300 })
    const programs = cases.map(([key, { submit, estimate, size, group }]) => {
      const script = textOf(luaScript({ kind: 'job', key }, facts).files, 'job_submit.lua')
      return `do\n${script}\nprint(string.format('%.17g', queuewright_key(${submit}.0, ${estimate}.0, ${size}.0, ${group}.0, 0)))\nend`
    })
    const values = lua(programs.join('\n')).trim().split('\n')
    expect(values).toHaveLength(cases.length)
    let compared = 0
    for (const [k, [key, each]] of cases.entries()) {
      const ours = interpret(key, { ...each, area: each.estimate * each.size })
      if (Number.isNaN(ours)) continue
      const theirs = Number(values[k].replace('inf', 'Infinity'))
      if (Number.isFinite(ours))
        expect(Math.abs(theirs - ours)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(ours)))
      else expect(theirs).toBe(ours)
      compared++
    }
    expect(compared).toBeGreaterThan(200)
  })

  it.skipIf(missing(requirements.lua))('keeps what is no number in the least and the most', () => {
    const bounds = [
      'min(1, 0/0, size)',
      'max(0, sqrt(-size))',
      'max(sqrt(-size), 0)',
      'max(2, size, 1)',
      'min(3, 2, size)',
    ]
    const programs = bounds.map((formula) => {
      const script = textOf(luaScript(orderForm(formula), facts).files, 'job_submit.lua')
      return `do\n${script}\nprint(math.tointeger(queuewright_factor(queuewright_key(0, 60, 5, 0, 0))))\nend`
    })
    const middle = 2 ** 30
    expect(lua(programs.join('\n')).trim().split('\n').map(Number)).toEqual([
      ...[1, 1, 1],
      ...[middle - 512 * 5, middle - 512 * 2],
    ])
  })

  it.each(['group', '(if(size > 8, -1/0, 0/0) + submit)', '(min(1e300*1e300, area))'])(
    'of %s has an order that is read again, of the same values',
    (order) => {
      const { key } = formOf(order)
      const { order: printed } = luaScript({ kind: 'job', key }, facts)
      const again = orderForm(printed).key
      fc.assert(
        fc.property(job, (each) => {
          const scope = { ...each, area: each.estimate * each.size }
          expect(interpret(again, scope)).toBe(Math.floor(interpret(key, scope) * 512))
        }),
        { seed: 8, numRuns: 30 },
      )
    },
  )

  it.skipIf(missing(requirements.lua))('sets factors that go down as keys go up, within their bounds', () => {
    const { files, order } = luaScript(formOf('(area + if(group == 1, 0, 3600))'), facts)
    const script = textOf(files, 'job_submit.lua')
    expect(order).toBe('floor((area + if(group == 1, 0, 3600)) * 512)')
    const tried = lua(`
      slurm = { SUCCESS = 0 }
      os.time = function() return 1700000000 end
      local function load() ${script} end
      load()
      local partitions = { batch = { default_time = 4294967294, max_time = 120 } }
      local function factor(job)
        job.partition = 'batch'
        assert(slurm_job_submit(job, partitions, 0) == 0)
        return math.tointeger(job.site_factor)
      end
      print(factor({ user_name = 'amy', time_limit = 10, num_tasks = 2, cpus_per_task = 65534, min_cpus = 2, min_nodes = 4294967294 }))
      print(factor({ user_name = 'eve', time_limit = 10, num_tasks = 2, cpus_per_task = 65534, min_cpus = 2, min_nodes = 4294967294 }))
      print(factor({ user_name = 'o"bob\\\\', time_limit = 4294967294, num_tasks = 4294967294, cpus_per_task = 4, min_nodes = 1 }))
      print(queuewright_factor(0/0), queuewright_factor(math.huge), queuewright_factor(-math.huge))
    `)
    const middle = 2 ** 30
    expect(tried.trim().split(/\s+/).map(Number)).toEqual([
      middle - 512 * 1_200,
      middle - 512 * 4_800,
      middle - 512 * (7_200 * 4 + 3_600),
      1,
      1,
      2 ** 31 - 4,
    ])
  })

  it('refuses ranks, and groups of users without names', () => {
    const bare = { ...facts, groups: new Map<string, number>() }
    expect(failureOf(() => luaScript(formOf('wfp3'), facts)).message).toContain('the longer jobs wait')
    expect(failureOf(() => luaScript(formOf('group'), bare)).message).toContain('who its users are')
  })

  it('makes nothing else count', () => {
    const { files } = luaScript(formOf('saf'), { ...facts, conf: CONF })
    const conf = textOf(files, 'slurm.conf.new')
    expect(parseSlurmConf(conf).priority).toEqual(SLURM_DEFAULTS)
    expect(conf).toContain('JobSubmitPlugins=require_timelimit,lua\n')
    expect(textOf(files, 'undo.sh')).toContain('sitefactor=0')
  })
})

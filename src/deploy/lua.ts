/**
 * Orders that depend on the job alone, as a script of Slurm's plugin job_submit/lua: as a job is submitted it has a site factor,
 * which multifactor adds to its priority, from which on nothing has to be written any more. All weights are 0 beside it.
 *
 * Site factors are whole numbers and a priority is at least 1, so a key k becomes 2³⁰ − ⌊k·scale⌋, the scale a power of 2.
 */
import { binary, type Expression, namesIn, number } from '../core/expression/ast.js'
import { SLURM_DEFAULTS } from '../trace/slurm-conf/index.js'
import { type Dialect, written } from './dialect.js'
import { type Exported, refused, TUNING } from './exported.js'
import { type JobForm, type OrderForm, printedKey } from './order-form.js'
import { includeNotes, settingsFiles } from './slurm-conf.js'

const LUA: Dialect = {
  names: {
    submit: 'submit',
    estimate: 'estimate',
    size: 'size',
    area: '(estimate * size)',
    group: 'group',
    user: 'user',
  },
  infinity: 'math.huge',
  functions: {
    abs: (x) => `math.abs(${x})`,
    sqrt: (x) => `math.sqrt(${x})`,
    cbrt: (x) => `cbrt(${x})`,
    exp: (x) => `math.exp(${x})`,
    ln: (x) => `math.log(${x})`,
    log: (x) => `math.log(${x})`,
    log2: (x) => `(math.log(${x}) / math.log(2))`,
    log10: (x) => `(math.log(${x}) / math.log(10))`,
    floor: (x) => `math.floor(${x})`,
    ceil: (x) => `math.ceil(${x})`,
    round: (x) => `math.floor(${x} + 0.5)`,
    min: (...all) => `least(${all.join(', ')})`,
    max: (...all) => `most(${all.join(', ')})`,
  },
  power: (base, exponent) => `(${base} ^ ${exponent})`,
  // A number is true in Lua, so that `and` and `or` choose.
  choice: (condition, yes, no) => `(${condition} and ${yes} or ${no})`,
  unequal: '~=',
}

/** The site factor of a job whose key is 0. */
const MIDDLE = 2 ** 30
const LEAST_BITS = -40
const MOST_BITS = 40

export interface LuaFacts {
  /** Seconds since 1970 that submit times count from. */
  readonly epoch: number
  /** Largest absolute key that a job has now or in ten years; infinite ones left out. */
  readonly largestKey: number
  /** Group by user name, for keys that ask for it; empty where nobody has a group. */
  readonly groups: ReadonlyMap<string, number>
  /** Number by user name, for keys that ask for it. */
  readonly users: ReadonlyMap<string, number>
  /** slurm.conf as it is; null where it is not at hand. */
  readonly conf: string | null
}

/** @throws QueuewrightError `not-exportable` */
export function requireJobForm(form: OrderForm): asserts form is JobForm {
  if (form.kind === 'job') return
  throw refused('set once, as a job is submitted', form.because, TUNING)
}

/** @throws QueuewrightError `not-exportable` */
export function luaScript(form: OrderForm, facts: LuaFacts): Exported {
  requireJobForm(form)
  const { key } = form
  const names = namesIn(key)
  for (const [name, known] of [
    ['group', facts.groups],
    ['user', facts.users],
  ] as const) {
    if (!names.includes(name) || known.size > 0) continue
    throw refused(
      'told by user names',
      `the log does not say who its users are, and the order asks for the ${name}`,
      'Import the log with --keep-names',
    )
  }
  const scale = scaleOf(facts.largestKey)
  const expression = written(key, LUA)
  return {
    target: 'lua',
    files: [
      {
        name: 'job_submit.lua',
        purpose:
          'beside slurm.conf, on the host of slurmctld; jobs that are submitted from then on have a factor',
        text: scriptOf(expression, scale, facts, names),
      },
      // Nothing but the factor counts.
      ...settingsFiles(SLURM_DEFAULTS, facts.conf, { plugin: 'lua', undo: RESET }),
    ],
    order: printedKey(quantised(key, scale)),
    exact: false,
    notes: [
      `keys that differ by less than ${1 / scale} may be taken for one; such jobs go by their number`,
      'jobs that wait already keep the factor that they have: scontrol update jobid=… sitefactor=… sets it',
      'a job whose size or time limit is changed keeps its factor',
      ...includeNotes(facts.conf),
    ],
  }
}

const RESET = `squeue -h -t PENDING -o %A | sort -u | while read -r job; do
  scontrol update jobid="$job" sitefactor=0
done
`

/** The largest power of 2 with which keys up to `largest` have factors of their own. */
function scaleOf(largest: number): number {
  const bits = Math.floor(Math.log2(MIDDLE / 2 / Math.max(largest, 2 ** -MOST_BITS)))
  return 2 ** Math.min(MOST_BITS, Math.max(LEAST_BITS, bits))
}

/** The key as the script rounds it. */
function quantised(key: Expression, scale: number): Expression {
  const scaled = binary('*', key, number(scale))
  return { kind: 'call', name: 'floor', args: [scaled], column: 1 }
}

/** Functions that Lua does not have, or, as those of the least and the most, with which what is no number does not stay so. */
const HELPERS: Readonly<Record<string, string>> = {
  cbrt: `
local function cbrt(x)
  return x < 0 and -((-x) ^ (1 / 3)) or x ^ (1 / 3)
end
`,
  least: `
local function least(x, ...)
  for _, y in ipairs({ ... }) do
    if y < x or y ~= y then x = y end
  end
  return x
end
`,
  most: `
local function most(x, ...)
  for _, y in ipairs({ ... }) do
    if y > x or y ~= y then x = y end
  end
  return x
end
`,
}

function scriptOf(
  expression: string,
  scale: number,
  { epoch, groups, users }: LuaFacts,
  names: readonly string[],
): string {
  const table = (name: string, of: ReadonlyMap<string, number>) =>
    `local ${name} = {\n${[...of].map(([user, number]) => `  [${quoted(user)}] = ${number},\n`).join('')}}\n`
  return `-- Sets the site factor of each job as it is submitted, so that the smallest key goes first.
-- Written by qw export-policy; slurm.conf: JobSubmitPlugins=lua, and all PriorityWeight... = 0.

local EPOCH = ${epoch}
local SCALE = ${scale}
local MIDDLE = ${MIDDLE}
local UNSET = 4294967294
local UNSET_SHORT = 65534
${names.includes('group') ? table('GROUPS', groups) : ''}${names.includes('user') ? table('USERS', users) : ''}${Object.entries(
  HELPERS,
)
  .map(([name, text]) => (expression.includes(`${name}(`) ? text : ''))
  .join('')}
-- seconds after EPOCH, seconds, processors, numbers
function queuewright_key(submit, estimate, size, group, user)
  return ${expression}
end

local function given(value, unset)
  return value ~= nil and value ~= unset and value > 0
end

local function seconds(job, partitions)
  if given(job.time_limit, UNSET) then
    return 60 * job.time_limit
  end
  local partition = partitions[job.partition]
  if partition ~= nil and given(partition.default_time, UNSET) then
    return 60 * partition.default_time
  end
  if partition ~= nil and given(partition.max_time, UNSET) then
    return 60 * partition.max_time
  end
  return 31536000
end

local function processors(job)
  local each = given(job.cpus_per_task, UNSET_SHORT) and job.cpus_per_task or 1
  local tasks = given(job.num_tasks, UNSET) and job.num_tasks or 1
  local least = given(job.min_cpus, UNSET) and job.min_cpus or 1
  local nodes = given(job.min_nodes, UNSET) and job.min_nodes or 1
  return math.max(each * tasks, least, nodes)
end

function queuewright_factor(key)
  local points = math.floor(key * SCALE)
  if points ~= points or points > MIDDLE - 1 then
    points = MIDDLE - 1
  elseif points < 4 - MIDDLE then
    points = 4 - MIDDLE
  end
  return math.floor(MIDDLE - points)
end

function slurm_job_submit(job, partitions, uid)
  local name = job.user_name
  local key = queuewright_key(
    os.time() - EPOCH, seconds(job, partitions), processors(job),
    ${names.includes('group') ? 'GROUPS[name] or 0' : '0'}, ${names.includes('user') ? 'USERS[name] or 0' : '0'})
  job.site_factor = queuewright_factor(key)
  return slurm.SUCCESS
end

function slurm_job_modify(job, record, partitions, uid)
  return slurm.SUCCESS
end

if slurm ~= nil then
  return slurm.SUCCESS
end
`
}

/** A string of Lua, whatever is in the name. */
function quoted(text: string): string {
  return `"${text.replace(/[^\w.@-]/gu, (letter) => [...new TextEncoder().encode(letter)].map((byte) => `\\${String(byte).padStart(3, '0')}`).join(''))}"`
}

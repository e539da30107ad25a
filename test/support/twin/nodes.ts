/**
 * Schedules on nodes, slow and obvious: docs/machine.md word for word. What is free at an instant is counted from all holdings
 * anew; who fits on which node is asked of the core (`sim/nodes`), which has tests of its own.
 */
import { nextAfter } from '../../../src/sim/algorithms/reservation.js'
import { type Facility, type JobsOf, kindsOf, Placing } from '../../../src/sim/facility/index.js'
import { allocate, CORES, type NodeShare, NodeStock } from '../../../src/sim/nodes/index.js'
import { NodeNeeds } from '../../../src/sim/nodes/needs.js'
import type { JobField, QueueOrder, Ranking, TimeClassClock, World } from '../../../src/sim/order.js'
import { type Policy, RULE_BASED, type RulePolicy } from '../../../src/sim/policy.js'
import { DEFAULT_SEMANTICS, type Semantics } from '../../../src/sim/semantics.js'
import { UTC_TIME_CLASSES } from '../../../src/sim/time-class.js'
import { type JobTable, replaceColumns } from '../../../src/trace/job-table.js'
import { chooseSlowly } from './rules.js'
import { freeNow, gridCeil } from './state.js'

export interface Holding {
  readonly from: number
  readonly to: number
  readonly share: NodeShare
}

interface Running {
  readonly job: number
  readonly share: NodeShare
}

interface Setting {
  readonly jobs: JobTable
  readonly facility: Facility
  readonly processors: number
  readonly policy: Policy | RulePolicy
  readonly timeClasses?: TimeClassClock
  readonly fields: Partial<Record<JobField, Float64Array>>
  readonly rules?: Semantics
  /** The instant at which each job leaves the queue or the machine, before all else of it; Infinity where it does not. */
  readonly leaves?: Float64Array
  /** Is told of each instant at which anything happens, and whether a pass has run then. */
  readonly observe?: (seen: SeenSite, passed: boolean) => void
}

/** A limit by its place, and the jobs that fill it. */
export interface SiteLimit {
  readonly place: number
  readonly held: readonly number[]
}

/** What stands after an instant's events, and what may be asked of it. */
export interface SeenSite {
  readonly now: number
  readonly waiting: readonly number[]
  readonly homes: readonly (readonly number[])[]
  readonly nodesIn: readonly Int32Array[]
  readonly overBy: (job: number) => SiteLimit | null
  /** The first instant from now on at which maintenance lets a job begin. */
  readonly clear: (job: number) => number
  /** Cores that nobody holds of a partition. */
  readonly idleIn: (home: number) => number
  /** Whether a job finds what it asks for in a partition, perhaps beside reservations of nodes. */
  readonly fits: (job: number, home: number, beside: readonly Holding[], reserved: boolean) => boolean
  /** The waiting jobs that are looked at, in order. */
  readonly order: () => readonly number[]
  /** Reservations of the last pass, in order, and whether they can be had with a job begun now. */
  readonly reserved: readonly { readonly job: number; readonly at: number }[]
  readonly delayed: (job: number, home: number) => number
  /** Jobs that have a place in the plan, in order. */
  readonly planned: readonly (Holding & { readonly job: number })[]
}

/** A site of processors is one of nodes, a node for the processors of each kind, which jobs take in their order. */
function onNodes(facility: Facility): Facility {
  const { counts, of } = kindsOf(facility.partitions)
  const groups = Array.from(counts, (cores, kind) => ({
    ...{ names: `kind${kind}`, cores, memory: null, gpus: 0, weight: 1 },
  }))
  const partitions = facility.partitions.map((each, place) => ({
    ...each,
    processors: Array.from(of[place], (kind) => [kind, kind] as const),
  }))
  return { ...facility, partitions, nodes: { groups, packing: 'first' } }
}

export function nodeTwin(setting: Setting): Float64Array {
  const {
    processors,
    policy,
    fields,
    timeClasses = UTC_TIME_CLASSES,
    rules = DEFAULT_SEMANTICS,
    observe,
    leaves = new Float64Array(),
  } = setting
  const jobs = replaceColumns(setting.jobs, {})
  const byKinds = setting.facility.nodes === undefined
  const facility = byKinds ? onNodes(setting.facility) : setting.facility
  const { nodes, partitions, priorities, limits, maintenance } = facility
  if (nodes === undefined) throw new Error('a machine of nodes')
  /** Only the first so many waiting jobs are looked at: whoever starts brings another one into sight. */
  const isLimited = rules.sight < Number.POSITIVE_INFINITY
  const kept = rules.compress === 'none'
  const tick = (at: number) => gridCeil(at, 0, rules.passInterval)
  const needs = new NodeNeeds(facility, nodes)
  const field = (name: JobField) => (job: number) => fields[name]?.[job] ?? -1
  const placing = new Placing(partitions)
  const stock = new NodeStock(needs.inventory)
  const requestIn = (job: number, home: number) => needs.of(jobs.size[job], home, (name) => field(name)(job))
  /** Those of its partitions that could hold it. */
  const homes =
    jobs.id.length === 0
      ? []
      : Array.from(jobs.id, (_, job) => {
          const own = placing.of(field('partition')(job), field('queue')(job), field('partitionSet')(job))
          const able = own.filter((home) => {
            const { request, nodes: on } = requestIn(job, home)
            return allocate(stock, request, on, 'first') !== null
          })
          return own.length > 1 && able.length > 0 ? able : own.slice(0, 1)
        })
  const placeOf = (job: number) => homes[job][0]
  const world: World = {
    ...{ jobs, processors, field, site: null, live: false, members: () => [] },
    origin: jobs.submit[0] ?? 0,
    timeClasses,
  }
  const told: Ranking[] = []
  const bound = (order: QueueOrder): Ranking => {
    const ranking = order.bind(world)
    told.push(ranking)
    return ranking
  }
  const members = (policy.algorithm === RULE_BASED ? policy.members : [policy]).map((member) => ({
    algorithm: member.algorithm,
    ranking: bound(member.order),
    backfill: member.backfillOrder === null ? null : bound(member.backfillOrder),
  }))
  /** The member that passes go by. */
  let [{ algorithm, ranking, backfill }] = members
  const start = new Float64Array(jobs.length).fill(Number.NaN)
  const openings = (facility.reservations ?? []).map(({ end }) => Number(end))
  let now = 0
  let waiting: number[] = []
  let running: Running[] = []

  const state = () => {
    const rows = running.map(({ job }) => job)
    return { jobs, processors, rules, now, waiting, running: rows, start }
  }
  const free = () => freeNow(state())
  const priority = (job: number) =>
    priorities.find(({ queue }) => queue === field('queue')(job))?.priority ?? 0
  const tier = (job: number) => partitions[placeOf(job)].tier ?? 0
  function ordered(by: Ranking): number[] {
    const seen = waiting.slice(0, rules.sight)
    const keys = new Float64Array(seen.length)
    by.score(keys, Int32Array.from(seen), seen.length, { now, waiting: waiting.length, free: free() })
    const key = new Map(seen.map((job, k) => [job, keys[k]]))
    const tie = rules.ties === 'earliest' ? 1 : -1
    return [...seen].sort(
      (a, b) =>
        tier(b) - tier(a) ||
        priority(b) - priority(a) ||
        (key.get(a) ?? 0) - (key.get(b) ?? 0) ||
        tie * (a - b),
    )
  }
  const meant = (of: JobsOf, job: number) =>
    (of.users?.includes(jobs.user[job]) ?? true) &&
    (of.groups?.includes(field('unixGroup')(job)) ?? true) &&
    (of.queues?.includes(field('queue')(job)) ?? true)
  const ofArray = (job: number) =>
    running.filter((each) => field('arrayJob')(each.job) === field('arrayJob')(job))
  /** The first limit that a job would be over, by its place, and who fills it; that of its array comes last. */
  const overBy = (job: number): SiteLimit | null => {
    const jobsOf = (counted: readonly Running[]) => counted.map((each) => each.job).sort((a, b) => a - b)
    for (const [place, limit] of limits.entries()) {
      const ofUser = running.filter((each) => jobs.user[each.job] === jobs.user[job])
      const size = (counted: readonly Running[]) =>
        counted.reduce((sum, each) => sum + jobs.size[each.job], jobs.size[job])
      const filled = (counted: readonly Running[]) => ({ place, held: jobsOf(counted) })
      if (limit.kind === 'queue-jobs') {
        const counted = running.filter((each) => field('queue')(each.job) === limit.queue)
        if (field('queue')(job) === limit.queue && counted.length >= limit.value) return filled(counted)
      } else if (limit.kind === 'user-processors') {
        if (size(ofUser) > limit.value) return filled(ofUser)
      } else if (limit.kind === 'user-jobs') {
        if (ofUser.length >= limit.value) return filled(ofUser)
      } else if (meant(limit, job)) {
        const ofGroup = running.filter((each) => field('unixGroup')(each.job) === field('unixGroup')(job))
        const all = limit.each === undefined ? running : limit.each === 'user' ? ofUser : ofGroup
        const counted = all.filter((each) => meant(limit, each.job))
        const gpus = (each: number) => Math.max(0, field('requestedGpus')(each))
        const held = counted.reduce((sum, each) => sum + gpus(each.job), gpus(job))
        const isOver =
          counted.length + 1 > (limit.jobs ?? Infinity) ||
          size(counted) > (limit.processors ?? Infinity) ||
          (gpus(job) > 0 && held > (limit.gpus ?? Infinity))
        if (isOver) return filled(counted)
      }
    }
    const throttle = field('arrayThrottle')(job)
    const isOfArray = field('arrayJob')(job) > 0 && throttle > 0
    if (!isOfArray || ofArray(job).length < throttle) return null
    return { place: limits.length, held: jobsOf(ofArray(job)) }
  }
  const overLimit = (job: number) => overBy(job) !== null

  const plannedEnd = (job: number) => Math.max(start[job] + jobs.estimate[job], nextAfter(now))
  const holdings = (): Holding[] =>
    running.map(({ job, share }) => ({ from: Number.NEGATIVE_INFINITY, to: plannedEnd(job), share }))
  function freeAt(instant: number, held: readonly Holding[]): NodeStock {
    const stock = new NodeStock(needs.inventory)
    for (const { from, to, share } of held) if (from <= instant && instant < to) stock.take(share)
    return stock
  }
  /** What a job would get from an instant on until its estimated end, in the first partition where it fits; null where in none. */
  function shareAt(job: number, at: number, held: readonly Holding[], among = homes[job]): NodeShare | null {
    for (const home of among) {
      const share = shareIn(job, home, at, held)
      if (share !== null) return share
    }
    return null
  }
  /** Whether an instant is in maintenance, or a job that begins then would run into it. */
  function isShut(at: number, length: number): boolean {
    if (maintenance === null) return false
    const { every, start: first, duration } = maintenance
    const into = (((at - first) % every) + every) % every
    return into < duration || into + length > every
  }
  /** The first instant from another on at which maintenance lets a job begin. */
  function clearFrom(at: number, length: number): number {
    if (maintenance === null || !isShut(at, length)) return at
    const { every, start: first, duration } = maintenance
    let end = first + duration + Math.floor((at - first - duration) / every) * every
    while (end < at || isShut(end, length)) end += every
    return end
  }
  /** The first instant from another on that is a pass's, too. */
  function beginningFrom(at: number, length: number): number {
    let begin = tick(at)
    while (clearFrom(begin, length) !== begin) begin = tick(clearFrom(begin, length))
    return begin
  }
  function shareIn(
    job: number,
    home: number,
    at: number,
    held: readonly Holding[],
    closing = true,
  ): NodeShare | null {
    const least = freeAt(at, held)
    const end = at + jobs.estimate[job]
    if (isShut(at, jobs.estimate[job])) return null
    const closed = new Set(
      (facility.reservations ?? []).flatMap((each) => {
        const [from, to] = [Number(each.start), Number(each.end)]
        const open =
          each.users?.includes(jobs.user[job]) ||
          each.groups?.includes(field('unixGroup')(job)) ||
          each.queues?.includes(field('queue')(job))
        const meets = closing && !open && at < to && (end > from || at >= from)
        const [first, last] = each.nodes[0]
        return meets ? Array.from({ length: last - first + 1 }, (_, k) => first + k) : []
      }),
    )
    for (const { from } of held)
      if (from > at && from < at + jobs.estimate[job]) least.limit(freeAt(from, held))
    const { request, nodes: on } = requestIn(job, home)
    const own = on.filter((node) => !closed.has(node))
    return allocate(least, request, own, nodes?.packing ?? 'first')
  }
  function earliest(
    job: number,
    held: readonly Holding[],
  ): { readonly at: number; readonly share: NodeShare } {
    const ends = [...held.map(({ to }) => to), ...openings]
    const instants = [now, ...ends.filter((to) => to > now)]
      .map((at) => beginningFrom(at, jobs.estimate[job]))
      .sort((a, b) => a - b)
    for (const at of instants) {
      const share = shareAt(job, at, held)
      if (share !== null) return { at, share }
    }
    throw new Error(`job ${job} never fits`)
  }
  const holding = (job: number, at: number, share: NodeShare): Holding => ({
    from: at,
    to: at + jobs.estimate[job],
    share,
  })
  function launch(job: number, share: NodeShare): void {
    start[job] = now
    for (const each of told) if (each.kind === 'general') each.started?.(job, now)
    running.push({ job, share })
    waiting = waiting.filter((each) => each !== job)
  }

  function head(): void {
    const blocked = new Set<number>()
    for (const job of ordered(ranking)) {
      if (overLimit(job)) continue
      const open = homes[job].filter((home) => !needs.nodesIn[home].some((node) => blocked.has(node)))
      const share = shareAt(job, now, holdings(), open)
      if (share !== null) {
        launch(job, share)
        if (isLimited) return
      } else for (const home of open) for (const node of needs.nodesIn[home]) blocked.add(node)
    }
  }

  function list(): void {
    for (const job of ordered(ranking)) {
      const share = overLimit(job) ? null : shareAt(job, now, holdings())
      if (share !== null) launch(job, share)
    }
  }

  let reserved: { readonly job: number; readonly at: number; readonly home: number }[] = []
  /** Reservations made again beside others, up to the first that cannot be had at its instant. */
  const remade = (held: Holding[]): Holding[] => {
    for (const { job, at, home } of reserved) {
      const again = byKinds ? earliest(job, held) : { at, share: shareIn(job, home, at, held) }
      if (again.share === null || again.at > at) return held
      held.push(holding(job, again.at, again.share))
    }
    return held
  }
  /** The first reservation that a job begun now would delay; −1 where none. */
  const delayed = (job: number, home: number): number => {
    const share = shareIn(job, home, now, holdings())
    if (share === null) return -1
    const beside = [...holdings(), holding(job, now, share)]
    const made = remade([...beside]).length - beside.length
    return made < reserved.length ? made : -1
  }

  function easy(): void {
    reserved = []
    const attempt = (job: number): boolean => {
      for (const home of homes[job]) {
        const share = shareIn(job, home, now, holdings())
        if (share === null || delayed(job, home) >= 0) continue
        launch(job, share)
        return true
      }
      return false
    }
    const served = new Set<number>()
    for (const job of ordered(ranking)) {
      const isServed = homes[job].every((home) => served.has(home))
      if (overLimit(job) || (backfill !== null && isServed)) continue
      const starts = attempt(job)
      if (starts && !isServed && isLimited) return
      if (starts || isServed) continue
      for (const home of homes[job]) served.add(home)
      const { at, share } = earliest(job, remade(holdings()))
      const home = homes[job].find((each) => requestIn(job, each).request === share.request) ?? -1
      reserved.push({ job, at, home })
    }
    if (backfill === null) return
    for (const job of ordered(backfill)) if (waiting.includes(job) && !overLimit(job)) attempt(job)
  }

  let due = Number.POSITIVE_INFINITY
  let plan: (Holding & { readonly job: number })[] = []
  function planned(): void {
    due = Number.POSITIVE_INFINITY
    plan = []
    const held = holdings()
    const soon = nextAfter(now)
    for (const job of ordered(ranking)) {
      if (overLimit(job)) continue
      const { at, share } = earliest(job, held)
      const { to } = holding(job, at, share)
      held.push({ from: at, to: at === now ? Math.max(soon, to) : to, share })
      if (at === now) {
        launch(job, share)
        continue
      }
      plan.push({ job, ...holding(job, at, share) })
      if (at > soon) due = Math.min(due, at)
    }
  }

  const promised = new Map<number, Holding>()
  let ended = false
  let last = Number.NEGATIVE_INFINITY
  function renewed(): void {
    const wasShut = maintenance !== null && lastOpening(now) > last
    let renew = ended || wasShut
    ended = false
    last = now
    for (let lost = true; lost; ) {
      lost = false
      for (const job of ordered(ranking)) {
        if (overLimit(job)) {
          if (promised.delete(job)) lost = renew = true
          continue
        }
        if (renew) promised.delete(job)
        const ends = running.map((each) => holding(each.job, start[each.job], each.share))
        if (!promised.has(job)) {
          const { at, share } = earliest(job, [...ends, ...promised.values()])
          promised.set(job, holding(job, at, share))
        }
        const { from, share } = promised.get(job) as Holding
        if (from > now) continue
        promised.delete(job)
        launch(job, share)
      }
    }
    due = Math.min(...[...promised.values()].map(({ from }) => from))
    plan = ordered(ranking).flatMap((job) => {
      const held = promised.get(job)
      return held === undefined ? [] : [{ job, ...held }]
    })
  }
  /** The end of the maintenance that ended last, by an instant. */
  function lastOpening(at: number): number {
    const { every, start: first, duration } = maintenance ?? { every: Infinity, start: 0, duration: 0 }
    return first + duration + Math.floor((at - first - duration) / every) * every
  }

  function pass(): void {
    if (policy.algorithm === RULE_BASED && free() > 0) {
      due = Number.POSITIVE_INFINITY
      const member = members[chooseSlowly(policy, state(), timeClasses, submitted)]
      ;({ algorithm, ranking, backfill } = member)
    }
    const sweep = { head, list, easy, cons: kept ? renewed : planned }[algorithm]
    let before: number
    do {
      before = waiting.length
      sweep()
    } while (isLimited && waiting.length < before && waiting.length > 0)
  }
  const seen = (): SeenSite => ({
    ...{ now, waiting, homes, nodesIn: needs.nodesIn, overBy, reserved, delayed, planned: plan },
    clear: (job) => clearFrom(now, jobs.estimate[job]),
    idleIn: (home) => {
      const { free } = freeAt(now, holdings())
      return needs.nodesIn[home].reduce((sum, node) => sum + free[CORES][node], 0)
    },
    fits: (job, home, beside, closing) =>
      shareIn(job, home, now, [...holdings(), ...beside], closing) !== null,
    order: () => ordered(ranking),
  })
  let asked = Number.POSITIVE_INFINITY
  let submitted = 0
  for (;;) {
    const endOf = (job: number) => start[job] + jobs.runtime[job]
    const ends = running.map(({ job }) => endOf(job))
    const opens = maintenance === null ? [] : [lastOpening(now) + maintenance.every]
    const wake =
      waiting.length > 0
        ? Math.min(due > now ? due : Infinity, ...opens, ...openings.filter((to) => to > now))
        : Infinity
    const before = now
    const leave = Math.min(...leaves.filter((at) => at > before))
    now = Math.min(jobs.submit[submitted] ?? Number.POSITIVE_INFINITY, ...ends, asked, tick(wake), leave)
    if (now === Number.POSITIVE_INFINITY) return start
    if (leave === now) {
      for (const [job, at] of leaves.entries()) {
        if (at !== now) continue
        if (running.some((each) => each.job === job)) jobs.runtime[job] = now - start[job]
        if (!waiting.includes(job)) continue
        waiting = waiting.filter((each) => each !== job)
        ended ||= kept
        promised.delete(job)
        asked = Math.min(asked, tick(now))
      }
    }
    const left = running.filter(({ job }) => endOf(job) > now)
    if (left.length < running.length || jobs.submit[submitted] === now) asked = Math.min(asked, tick(now))
    if (tick(wake) === now) asked = now
    ended ||= left.length < running.length
    for (const { job } of running) {
      if (endOf(job) > now) continue
      for (const each of told) if (each.kind === 'general') each.ended?.(job, now)
    }
    running = left
    while (jobs.submit[submitted] === now) waiting.push(submitted++)
    const isPass = waiting.length > 0 && asked === now
    if (isPass || waiting.length === 0) asked = Number.POSITIVE_INFINITY
    if (isPass) pass()
    observe?.(seen(), isPass)
  }
}

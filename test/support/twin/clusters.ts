/**
 * A slow, obvious multi-cluster: rules C1 to C12 of docs/sites.md read aloud, with plain lists, nodes looked at one by one,
 * and all uses, speeds and choices found anew whenever they are asked for. It shares nothing with the engine.
 */
import type { Chromosome, ClusterSystem, ParallelJobs } from '../../../src/sites/index.js'

type Nodes = readonly number[]

interface Running {
  readonly job: number
  readonly nodes: Nodes
  /** Base seconds. */
  left: number
}

export interface SlowSchedule {
  readonly start: readonly number[]
  readonly end: readonly number[]
  readonly nodes: readonly Nodes[]
  readonly saturated: boolean
  readonly makespan: number
  readonly flowtime: number
}

/** What runs, waits and is free at an instant, as a scheduler sees it. */
interface Instant {
  readonly running: readonly Running[]
  /** In arrival order. */
  readonly waiting: readonly number[]
  /** Ascending. */
  readonly free: Nodes
}

interface Start {
  readonly job: number
  readonly nodes: Nodes
}

/** The next job to start, or null where all wait. */
type Scheduler = (instant: Instant) => Start | null

const TOGETHER = 1e-6
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const ascending = (a: number, b: number) => a - b
const upTo = (count: number) => Array.from({ length: count }, (_, k) => k)

/** The rules over one system and its jobs. */
export function slowClusters(system: ClusterSystem, jobs: ParallelJobs) {
  const power = Array.from(system.power)
  const links = Array.from(system.links)
  const clusterOf = (node: number) => system.cluster[node]
  const allNodes = power.map((_, node) => node)
  const count = jobs.tasks.length

  /** C1: the slowest of the nodes beside the most powerful of all. */
  const slowdown = (nodes: Nodes) => Math.max(...nodes.map((node) => Math.max(...power) / power[node]))

  /** C2: Mbit/s that a job takes of a cluster's link. */
  const use = (job: number, nodes: Nodes, cluster: number) => {
    const tasks = jobs.tasks[job]
    const here = nodes.filter((node) => clusterOf(node) === cluster).length
    return tasks === 1 ? 0 : (here * jobs.bandwidth[job] * (tasks - here)) / (tasks - 1)
  }
  const load = (running: readonly Start[], cluster: number) =>
    sum(running.map(({ job, nodes }) => use(job, nodes, cluster)))

  /** C3: real seconds for each base second of one of those that run. */
  const factor = ({ job, nodes }: Start, running: readonly Start[]) => {
    const crowded = links
      .map((link, cluster) => (use(job, nodes, cluster) > 0 ? load(running, cluster) / link : 1))
      .reduce((most, each) => Math.max(most, each), 1)
    return jobs.sigma[job] * slowdown(nodes) + (1 - jobs.sigma[job]) * crowded
  }

  /** C7. */
  const strongest = (nodes: Nodes, wanted: number) =>
    [...nodes].sort((a, b) => power[b] - power[a] || a - b).slice(0, wanted)

  function simulated(next: Scheduler, submit: ArrayLike<number> = new Float64Array(count)): SlowSchedule {
    const start = new Array<number>(count).fill(Number.NaN)
    const end = new Array<number>(count).fill(Number.NaN)
    const nodesOf = new Array<Nodes>(count).fill([])
    let running: readonly Running[] = []
    let [now, saturated] = [0, false]
    while (end.some(Number.isNaN)) {
      for (;;) {
        const held = running.flatMap(({ nodes }) => nodes)
        const waiting = upTo(count).filter((job) => Number.isNaN(start[job]) && submit[job] <= now)
        const found = next({ running, waiting, free: allNodes.filter((node) => !held.includes(node)) })
        if (found === null) break
        const { job, nodes } = found
        start[job] = now
        nodesOf[job] = [...nodes].sort(ascending)
        running = [...running, { ...found, left: jobs.base[job] }]
      }
      if (links.some((link, cluster) => load(running, cluster) > link)) saturated = true
      const due = running.map((each) => now + each.left * factor(each, running))
      const arrival = Math.min(...Array.from(submit).filter((instant) => instant > now))
      const first = Math.min(...due)
      const then = Math.min(first, arrival)
      const ended = running.filter((_, k) => first <= arrival && due[k] <= first + TOGETHER)
      for (const { job } of ended) end[job] = then
      running = running
        .map((each) => ({ ...each, left: each.left - (then - now) / factor(each, running) }))
        .filter(({ job }) => Number.isNaN(end[job]))
      now = then
    }
    const flowtime = sum(end.map((each, job) => each - submit[job]))
    return { start, end, nodes: nodesOf, saturated, makespan: Math.max(0, ...end), flowtime }
  }

  /** C8. */
  const jpr: Scheduler = ({ waiting: [job], free }) =>
    job === undefined || jobs.tasks[job] > free.length
      ? null
      : { job, nodes: strongest(free, jobs.tasks[job]) }

  /** C9: most of the job on one cluster. */
  const chunks = (free: Nodes, tasks: number): Nodes => {
    const clusters = links.map((_, cluster) => free.filter((node) => clusterOf(node) === cluster))
    const tightest = (least: number) =>
      clusters.filter((own) => own.length >= least).sort((a, b) => a.length - b.length)[0]
    const main = tightest(tasks) ?? tightest(Math.ceil(0.75 * tasks)) ?? []
    const rest = clusters.filter((own) => own !== main).sort((a, b) => b.length - a.length)
    const taken: number[] = []
    for (const own of [main, ...rest]) taken.push(...strongest(own, tasks - taken.length))
    return taken
  }
  const cbs: Scheduler = ({ waiting: [job], free }) =>
    job === undefined || jobs.tasks[job] > free.length ? null : { job, nodes: chunks(free, jobs.tasks[job]) }

  const least = <T>(list: readonly T[], of: (each: T) => number) => {
    const smallest = Math.min(...list.map(of))
    return list.find((each) => of(each) <= smallest + TOGETHER) as T
  }
  const seconds = (start: Start, running: readonly Running[]) =>
    jobs.base[start.job] * factor(start, [...running, start])

  /** Where a job takes least: in one cluster, on the strongest nodes, or on those of C9. */
  const quickest = (job: number, running: readonly Running[], free: Nodes): Start => {
    const tasks = jobs.tasks[job]
    const alone = links
      .map((_, cluster) => free.filter((node) => clusterOf(node) === cluster))
      .filter((own) => own.length >= tasks)
      .map((own) => strongest(own, tasks))
    const places = [...alone, strongest(free, tasks), chunks(free, tasks)]
    return least(
      places.map((nodes) => ({ job, nodes })),
      (start) => seconds(start, running),
    )
  }

  /** C10: the job that loses least, and where. */
  const metl: Scheduler = ({ running, waiting, free }) => {
    const choices = waiting
      .filter((job) => jobs.tasks[job] <= free.length)
      .map((job) => {
        const best = quickest(job, running, free)
        const fastest = strongest(allNodes, jobs.tasks[job])
        const ideal = jobs.sigma[job] * slowdown(fastest) + 1 - jobs.sigma[job]
        return { ...best, loss: seconds(best, running) - jobs.base[job] * ideal }
      })
    return choices.length === 0 ? null : least(choices, ({ loss }) => loss)
  }

  /**
   * Ours: at every instant each job that fits, in this order, where it takes least; the jobs behind the number that is none wait
   * for nodes of one kind in one cluster, once they are seen to end earlier there than if they began.
   */
  const byOrder = (items: readonly number[]): Scheduler => {
    const order = items.filter((item) => item < count)
    const choosy = items.includes(count) ? items.slice(items.indexOf(count) + 1) : []
    const kinds = [
      ...new Set(strongest(allNodes, power.length).map((node) => `${power[node]} ${clusterOf(node)}`)),
    ]
    const kind = (nodes: Nodes, name: string) =>
      nodes.filter((node) => `${power[node]} ${clusterOf(node)}` === name)
    const awaited = new Map<number, string>()
    return ({ running, waiting, free }) => {
      for (const job of order.filter((each) => waiting.includes(each))) {
        const tasks = jobs.tasks[job]
        if (tasks > free.length) continue
        const now = quickest(job, running, free)
        const time = seconds(now, running)
        const better = kinds.find((name) => {
          if (kind(allNodes, name).length < tasks) return false
          const alone =
            jobs.base[job] * (jobs.sigma[job] * slowdown(kind(allNodes, name)) + 1 - jobs.sigma[job])
          const left = running.filter((each) => each.left * factor(each, running) + alone < time - TOGETHER)
          const then = [...free, ...left.flatMap(({ nodes }) => nodes)]
          return alone < time - TOGETHER && kind(then, name).length >= tasks
        })
        if (choosy.includes(job) && !awaited.has(job) && better !== undefined) awaited.set(job, better)
        const name = awaited.get(job)
        if (name === undefined) return now
        const own = kind(free, name)
        if (own.length >= tasks) return { job, nodes: own.slice(0, tasks) }
      }
      return null
    }
  }

  /** C4 and C6: behind all before it that share a node with it, and not before its packet is let in. */
  const byChromosome = ({ order, nodes }: Chromosome, packet: number): Scheduler => {
    const sequence = Array.from(order)
    const begun = new Set<number>()
    return ({ running }) => {
      const ended = (job: number) => begun.has(job) && running.every((each) => each.job !== job)
      const place = sequence.findIndex((job, at) => {
        const own = Array.from(nodes[job])
        const shares = (other: number) => Array.from(nodes[other]).some((node) => own.includes(node))
        return (
          !begun.has(job) &&
          sequence.slice(0, Math.floor(at / packet) * packet).every((other) => begun.has(other)) &&
          sequence.slice(0, at).every((other) => ended(other) || !shares(other))
        )
      })
      if (place < 0) return null
      begun.add(sequence[place])
      return { job: sequence[place], nodes: Array.from(nodes[sequence[place]]) }
    }
  }
  const chromosome = (given: Chromosome, packet = count) => simulated(byChromosome(given, packet))

  const fitness = ({ makespan, flowtime }: SlowSchedule, alpha: number) =>
    alpha * makespan + (1 - alpha) * flowtime

  /** C11: proposals one after another, each kept if it gains. */
  function hill(
    start: Chromosome,
    alpha: number,
    patience: number,
    proposals: readonly (readonly [job: number, place: number, nodes: Nodes])[],
  ) {
    let best = { order: Array.from(start.order), nodes: start.nodes.map((own) => Array.from(own)) }
    let least = fitness(chromosome(best), alpha)
    const accepted: number[] = []
    let tried = 0
    for (const [job, place, nodes] of proposals) {
      if (tried - ((accepted.at(-1) ?? -1) + 1) === patience) break
      const others = best.order.filter((each) => each !== job)
      const child = {
        order: [...others.slice(0, place), job, ...others.slice(place)],
        nodes: best.nodes.map((own, each) => (each === job ? [...nodes] : own)),
      }
      const value = fitness(chromosome(child), alpha)
      if (value < least - TOGETHER) {
        best = child
        least = value
        accepted.push(tried)
      }
      tried++
    }
    return { ...best, fitness: least, accepted, tried }
  }

  /** C12: nodes for each job of the order. */
  function guided(order: ArrayLike<number>, draw: () => number): readonly Nodes[] {
    const found = new Array<Nodes>(count).fill([])
    let placed: readonly (Start & { readonly end: number })[] = []
    let clock = 0
    for (const job of Array.from(order)) {
      let nodes: Nodes = []
      while (nodes.length < jobs.tasks[job]) {
        const held = [...nodes, ...placed.flatMap((each) => each.nodes)]
        const free = allNodes.filter((node) => !held.includes(node))
        const open = [...new Set(free.map(clusterOf))].sort(ascending)
        if (open.length === 0) {
          const first = placed.reduce((a, b) => (b.end < a.end ? b : a))
          placed = placed.filter((each) => each !== first)
          clock = Math.max(clock, first.end)
          continue
        }
        const cluster = open[Math.floor(draw() * open.length)]
        const own = free.filter((node) => clusterOf(node) === cluster)
        nodes = [...nodes, ...strongest(own, jobs.tasks[job] - nodes.length)]
      }
      const seconds = jobs.base[job] * factor({ job, nodes }, [...placed, { job, nodes }])
      placed = [...placed, { job, nodes, end: clock + seconds }]
      found[job] = [...nodes].sort(ascending)
    }
    return found
  }

  const heuristics = { jpr, cbs, metl }
  return {
    chromosome,
    priority: (items: readonly number[]) => simulated(byOrder(items)),
    fitness,
    hill,
    guided,
    heuristic: (name: keyof typeof heuristics) => simulated(heuristics[name], jobs.submit),
  }
}

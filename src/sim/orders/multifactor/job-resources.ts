/** The resources that jobs ask for, by the fields of their log. */
import type { JobField, World } from '../../order.js'
import type { JobResources } from '../../slurm/factors.js'

export const RESOURCE_FIELDS = [
  ...(['requestedCores', 'requestedNodes', 'requestedGpus'] as const),
  ...(['totalMemory', 'requestedMemory'] as const),
] satisfies readonly JobField[]

export type AskedResources = (job: number) => JobResources

const KILOBYTES_A_MEGABYTE = 1024

/** Where no Slurm is known of the site, a job is the processors that it has. */
export function askedIn({ jobs, site, field }: World): AskedResources {
  const { size } = jobs
  if (site === null || site.resources === null)
    return (job) => ({ cores: size[job], nodes: Number.NaN, memory: Number.NaN, gpus: Number.NaN })
  const [cores, nodes, gpus, total, each] = RESOURCE_FIELDS.map((name) => field(name))
  return (job) => {
    const kilobytes = total(job) >= 0 ? total(job) : each(job) * size[job]
    return {
      cores: cores(job) > 0 ? cores(job) : size[job],
      nodes: nodes(job),
      memory: kilobytes / KILOBYTES_A_MEGABYTE,
      gpus: gpus(job),
    }
  }
}

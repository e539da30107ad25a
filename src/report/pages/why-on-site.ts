/** Reasons for waiting that only machines of partitions and nodes have, in words; pages simulate none of these. */
import { formatCount, formatSeconds, plural } from '../../core/format.js'
import type { Schedule } from '../../sim/schedule.js'
import type { WaitingReason } from '../../sim/waiting-reason.js'

export type SiteReason = Extract<
  WaitingReason,
  { readonly kind: 'nodes' | 'reserved' | 'limit' | 'maintenance' }
>

export const SITE_KINDS: Readonly<Record<SiteReason['kind'], string>> = {
  nodes: 'because no free nodes had what it asks for',
  reserved: 'because nodes were kept for others',
  limit: 'because of a limit',
  maintenance: 'because it would have run into maintenance',
}

/** Jobs of a limit that are named. */
const MOST_NAMED = 5

export function siteReason(reason: SiteReason, { jobs }: Schedule, job: number): string {
  switch (reason.kind) {
    case 'nodes':
      return 'enough processors were free, but not on nodes that have what it asks for'
    case 'reserved':
      return `reservation ${reason.by} kept nodes that it would have fitted on`
    case 'limit':
      return `a limit of ${reason.limit}, filled by ${fillers(reason.held, jobs)}`
    case 'maintenance':
      return `it would have run into maintenance, which was over ${formatSeconds(reason.until - jobs.submit[job])} after its submit`
  }
}

/** Jobs that fill a limit, the first of them by number, and whose they are. */
function fillers(rows: readonly number[], { id, user }: Schedule['jobs']): string {
  const named = rows.slice(0, MOST_NAMED).map((row) => id[row])
  const more = rows.length > MOST_NAMED ? ` and ${plural(rows.length - MOST_NAMED, 'other')}` : ''
  const users = [...new Set(rows.map((row) => user[row]))]
  const whose =
    users.length > 1 ? ` of ${formatCount(users.length)} users` : users[0] >= 0 ? ` of user ${users[0]}` : ''
  return `${rows.length === 1 ? 'job' : 'jobs'} ${named.join(', ')}${more}${whose}`
}

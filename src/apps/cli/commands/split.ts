/** `qw split`: the workload of a grid, of one machine's log. */
import { formatCount, plural } from '../../../core/format.js'
import type { Trace } from '../../../trace/index.js'
import {
  type Grid,
  type PartLimit,
  parseGrid,
  siteTraces,
  splitTrace,
} from '../../../workload/transform/index.js'
import { usage } from '../options.js'
import { formatOf, writeTrace } from '../output.js'
import type { Terminal } from '../terminal.js'
import { readSource, type TransformOptions, tell, transformed } from './transform.js'

export interface SplitOptions extends TransformOptions {
  readonly sites: string
  readonly parts: string
}

/** What in an output's name stands for the site. */
const SITE = '%s'

const NAMES = { sites: '--sites', parts: '--parts' }

export async function splitCommand(
  path: string | undefined,
  options: SplitOptions,
  terminal: Terminal,
): Promise<void> {
  const { out, size } = options
  const perSite = out.includes(SITE)
  const format = options.format ?? formatOf(out)
  if (format !== 'swf' && !perSite) {
    throw usage('--out', out, `a name with ${SITE} for the site, as Batsim workloads have no partitions`)
  }
  const { grid, limit } = await transformed('', NAMES, terminal, () => ({
    grid: parseGrid(options.sites),
    limit: parseLimit(options.parts),
  }))
  const { trace, file } = await readSource(path, options, terminal)
  const result = await transformed(file, NAMES, terminal, () => splitTrace(trace, grid, limit))
  const facts = [`${plural(result.split, 'job')} split for ${plural(grid.sites.length, 'site')}`]
  if (result.widerThanSite > 0)
    facts.push(`${formatCount(result.widerThanSite)} wider than the site they arrive at`)
  tell('split', [trace], result.trace, facts, terminal)
  if (!perSite) return writeTrace(out, result.trace, { format }, file, terminal, size)
  await writeSites(result.trace, grid, options, file, terminal)
}

/** A log of its own for each site. */
async function writeSites(
  trace: Trace,
  grid: Grid,
  options: SplitOptions,
  file: string,
  terminal: Terminal,
): Promise<void> {
  const { out, size } = options
  const sites = await terminal.blocking(() => siteTraces(trace, grid))
  for (const [k, site] of sites.entries()) {
    const output = out.replaceAll(SITE, String(k + 1))
    if (site.jobs.length === 0) terminal.note(`${output} is not written: no job arrives at this site`)
    else await writeTrace(output, site, options, file, terminal, size)
  }
}

function parseLimit(text: string): PartLimit {
  if (text === 'local' || text === 'largest') return text
  if (/^\d+$/.test(text)) return Number(text)
  throw usage('--parts', text, 'local, largest, or a number of processors')
}

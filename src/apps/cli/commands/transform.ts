/** `qw split`, `merge`, `shift`, `thin` and `load`: a log made of logs. */
import type { LogOptions } from '../../../lab/inputs/log.js'
import {
  changeLogLoad,
  mergeLogs,
  shiftLog,
  splitLog,
  type Transformed,
  thinLog,
} from '../../../lab/logs/transform.js'
import { formatOf } from '../../../lab/logs/written-log.js'
import { LOAD_CHANGE, MERGING, SHIFT, SPLITTING, THINNING } from '../../../workload/transform/index.js'
import { usage } from '../options.js'
import { type OutputOptions, writeTrace } from '../output.js'
import { givenBy } from '../settings.js'
import type { Terminal } from '../terminal.js'

export interface TransformOptions extends LogOptions, OutputOptions {}

type Transform = (
  paths: readonly (string | undefined)[],
  options: TransformOptions,
  terminal: Terminal,
) => Promise<Transformed>

const TRANSFORMS = {
  merge: (paths, options, terminal) =>
    mergeLogs(
      paths.filter((path) => path !== undefined),
      options,
      givenBy(MERGING, options),
      terminal,
    ),
  shift: ([path], options, terminal) => shiftLog(path, options, givenBy(SHIFT, options), terminal),
  thin: ([path], options, terminal) => thinLog(path, options, givenBy(THINNING, options), terminal),
  load: ([path], options, terminal) => changeLogLoad(path, options, givenBy(LOAD_CHANGE, options), terminal),
} satisfies Readonly<Record<string, Transform>>

export async function transformCommand(
  name: keyof typeof TRANSFORMS,
  paths: readonly (string | undefined)[],
  options: TransformOptions,
  terminal: Terminal,
): Promise<void> {
  const { out, size } = options
  // A name that says no format is found out before a long log is read.
  const format = options.format ?? formatOf(out)
  const { file, trace } = await TRANSFORMS[name](paths, options, terminal)
  await writeTrace(out, trace, { format }, file, terminal, size)
}

/** The part of an output's name that stands for the site. */
const SITE = '%s'

export async function splitCommand(
  path: string | undefined,
  options: TransformOptions,
  terminal: Terminal,
): Promise<void> {
  const { out, size } = options
  const perSite = out.includes(SITE)
  const format = options.format ?? formatOf(out)
  if (format !== 'swf' && !perSite) {
    throw usage('--out', out, `a name with ${SITE} for the site, as Batsim workloads have no partitions`)
  }
  const { file, trace, sites } = await splitLog(path, options, givenBy(SPLITTING, options), terminal)
  if (!perSite) return writeTrace(out, trace, { format }, file, terminal, size)
  const traces = await terminal.blocking(sites)
  for (const [k, site] of traces.entries()) {
    const output = out.replaceAll(SITE, String(k + 1))
    if (site.jobs.length === 0) terminal.note(`${output} is not written: no job arrives at this site`)
    else await writeTrace(output, site, { format }, file, terminal, size)
  }
}

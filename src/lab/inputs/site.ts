/** How a site's Slurm is configured: the files that say so, for policies that follow them. */
import { type Given, optionOf, settled } from '../../core/settings/index.js'
import { inputName, readInput } from '../../runtime/index.js'
import type { QueueOrder } from '../../sim/order.js'
import { ordersOf, type ParsedPolicy, SLURM } from '../../sim/policy.js'
import { type Site, siteOf } from '../../sim/site.js'
import { parseAssociations, parseQos, parseSlurmConf, SLURM_FILES, type Trace } from '../../trace/index.js'
import { named, usage } from '../failures.js'
import type { SiteDocumentOptions } from './site-document.js'

/** A study file says the same of each of its logs. */
export type SiteOptions = Given<typeof SLURM_FILES> & SiteDocumentOptions

/** The fair shares of a Slurm that runs, at an instant. */
export interface PresentShares {
  /** The second of the log. */
  readonly at: number
  /** The output of sshare, where no file says more of shares; null where it has none. */
  readonly printed: string | null
}

/**
 * The site that the files describe, in the numbers of the log, and what of them is not simulated.
 * @param present where usage is what shares are printed with, and not what the log's jobs make it
 * @throws QueuewrightError `usage` where no policy would follow them
 */
export async function readSite(
  options: SiteOptions,
  policies: readonly ParsedPolicy[],
  trace: Trace,
  present: PresentShares | null = null,
): Promise<{ site: Site | null; notices: readonly string[] }> {
  const { slurmConf, slurmQos, slurmShares, saltFile } = settled(SLURM_FILES, options)
  if (saltFile !== null && slurmShares === null && options.site === undefined)
    throw usage('--salt-file', saltFile, 'only with --slurm-shares or --site')
  const files = { slurmConf, slurmQos, slurmShares }
  const [first] = Object.entries(files).flatMap(([name, file]) => (file === null ? [] : [{ name, file }]))
  const printed = slurmShares === null ? (present?.printed ?? null) : null
  if (first === undefined && printed === null)
    return { site: null, notices: present === null ? [] : [UNUSED] }
  if (first !== undefined && !policies.some(followsSlurm)) {
    const option = optionOf(first.name, {})
    throw usage(
      option,
      first.file,
      'only with the order multifactor or the algorithm slurm, as in easy:multifactor',
    )
  }
  const conf = await parsed(slurmConf, parseSlurmConf)
  const shares =
    printed === null
      ? await parsed(slurmShares, parseAssociations)
      : named('sshare', () => parseAssociations(printed))
  const texts = {
    conf,
    qos: await parsed(slurmQos, parseQos),
    associations: shares?.associations ?? null,
    salt: await readSalt(options),
  }
  const said = (file: string | null, notices: readonly string[] = []) =>
    notices.map((notice) => `${inputName(file ?? '')}: ${notice}`)
  const notices = [...said(slurmConf, conf?.notices), ...said(slurmShares ?? 'sshare', shares?.notices)]
  const site = siteOf(texts, trace.header, trace.clock)
  if (present === null) return { site, notices }
  const isUsed = (shares?.associations ?? []).some(({ used }) => used !== undefined)
  return isUsed ? { site: { ...site, usedAt: present.at }, notices } : { site, notices: [...notices, UNUSED] }
}

const UNUSED =
  'Fair shares begin with no use: neither sshare nor the file of --slurm-shares says how much was used (sshare -a -P).'

/** The options without Slurm's files, where the policy does not follow them. */
export function followed<Options extends SiteOptions>(options: Options, policy: ParsedPolicy): Options {
  if (followsSlurm(policy)) return options
  const { slurmConf: _conf, slurmQos: _qos, slurmShares: _shares, saltFile, ...rest } = options
  // The secret finds names of a site's document, too.
  return { ...rest, ...(rest.site !== undefined && { saltFile }) } as Options
}

/** Whether a policy goes by the settings of a site's Slurm. */
export function followsSlurm(policy: ParsedPolicy): boolean {
  return policy.algorithm === SLURM || goesByShares(policy)
}

/** Whether a policy goes by the fair shares of a site's Slurm. */
export function goesByShares(policy: ParsedPolicy): boolean {
  return ordersOf(policy).some(({ lacks }) => lacks !== undefined)
}

/** The secret of the log's import; null where nobody names it. */
export async function readSalt({ saltFile = null }: SiteOptions): Promise<string | null> {
  return parsed(saltFile, (text) => text.trim())
}

/** The knowledge that the policies would need to mean what they say. */
export function lacksOf(
  policies: readonly ParsedPolicy[],
  circumstances: Parameters<NonNullable<QueueOrder['lacks']>>[0],
): readonly string[] {
  return [...new Set(policies.flatMap(ordersOf).flatMap((order) => order.lacks?.(circumstances) ?? []))]
}

async function parsed<Result>(path: string | null, parse: (text: string) => Result): Promise<Result | null> {
  if (path === null) return null
  const text = await readInput(path)
  return named(inputName(path), () => parse(text))
}

/** `qw fidelity`: how closely a site is followed by what is simulated here: one that a log was recorded at, or a Slurm that was watched. */
import { type Given, optionOf, settled } from '../../../core/settings/index.js'
import { FIDELITY, measureFidelity } from '../../../lab/calibrate/fidelity.js'
import { type LogFidelityOptions, measureLogFidelity } from '../../../lab/calibrate/log-fidelity.js'
import { usage } from '../options.js'
import { type PrintOptions, printResult } from '../printed.js'
import type { Terminal } from '../terminal.js'

export type FidelityOptions = LogFidelityOptions & PrintOptions

export async function fidelityCommand(
  site: string,
  log: string | undefined,
  options: FidelityOptions,
  terminal: Terminal,
): Promise<void> {
  if (log === undefined) return watchedSlurm(site, options, terminal)
  const fidelity = await measureLogFidelity(site, log, options, terminal)
  const exhibit = async () => {
    const { logFidelityPage } = await import('../../../report/pages/log-fidelity.js')
    return logFidelityPage(fidelity)
  }
  await printResult(terminal, options, exhibit, () => fidelity)
}

async function watchedSlurm(folder: string, options: FidelityOptions, terminal: Terminal): Promise<void> {
  const { json, report, zone, ...others } = options
  const [strange] = Object.keys(others)
  if (strange !== undefined) throw usage(optionOf(strange, {}), '', 'only with a log: qw fidelity SITE LOG')
  const given: Given<typeof FIDELITY> = zone === undefined ? {} : { zone }
  const fidelity = await measureFidelity(folder, settled(FIDELITY, given), terminal)
  const exhibit = async () => {
    const { fidelityPage } = await import('../../../report/pages/fidelity.js')
    return fidelityPage(fidelity)
  }
  await printResult(terminal, options, exhibit, () => fidelity)
}

/** `qw fidelity`: how closely Slurm, as it is modelled here, follows a Slurm that was watched. */
import { type Given, settled } from '../../../core/settings/index.js'
import { FIDELITY, measureFidelity } from '../../../lab/fidelity.js'
import { type PrintOptions, printResult } from '../printed.js'
import type { Terminal } from '../terminal.js'

export type FidelityOptions = Given<typeof FIDELITY> & PrintOptions

export async function fidelityCommand(
  folder: string,
  options: FidelityOptions,
  terminal: Terminal,
): Promise<void> {
  const fidelity = await measureFidelity(folder, settled(FIDELITY, options), terminal)
  const exhibit = async () => {
    const { fidelityPage } = await import('../../../report/pages/fidelity.js')
    return fidelityPage(fidelity)
  }
  await printResult(terminal, options, exhibit, () => fidelity)
}

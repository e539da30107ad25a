/** `qw calibrate`: the site that wrote a log. */
import { calibrateLog, calibrationJson, siteText } from '../../../lab/calibrate/calibrate.js'
import type { LogOptions } from '../../../lab/inputs/log.js'
import { writeOutput } from '../../../runtime/index.js'
import { type PrintOptions, printResult } from '../printed.js'
import type { Terminal } from '../terminal.js'

export interface CalibrateOptions extends LogOptions, PrintOptions {
  readonly out?: string
}

export async function calibrateCommand(
  path: string | undefined,
  options: CalibrateOptions,
  terminal: Terminal,
): Promise<void> {
  const calibrated = await calibrateLog(path, options, terminal)
  if (options.out !== undefined) await writeOutput(options.out, [await siteText(calibrated, options.out)])
  const exhibit = async () => {
    const { calibrationPage } = await import('../../../report/pages/calibration.js')
    const { log, all, calibration, check } = calibrated
    return calibrationPage(log, all, calibration, check, options.out ?? null)
  }
  await printResult(terminal, options, exhibit, () => calibrationJson(calibrated))
}

/** The option `--report`, which is the same wherever a command writes one. */
import { REPORT_FORMATS } from '../../../report/render/format.js'

const ENDINGS = REPORT_FORMATS.map((format) => `.${format}`).join(', ')

/** @param what it tells of */
export function reportOption(what = 'write a report'): readonly [flags: string, meaning: string] {
  return ['--report <file>', `${what} (${ENDINGS})`]
}

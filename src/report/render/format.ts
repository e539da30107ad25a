/** The formats of reports, by the endings of their files' names. */
import { QueuewrightError } from '../../core/errors.js'

export const REPORT_FORMATS = ['html', 'md', 'tex', 'json', 'txt'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

/**
 * The format that the ending of a file's name says, before a `.gz`; HTML where there is none.
 * @throws QueuewrightError `usage` for an ending that promises something else
 */
export function reportFormat(file: string): ReportFormat {
  const name = file.split(/[\\/]/).at(-1) ?? ''
  const ending = /\.([a-z0-9]+)(?:\.gz)?$/i.exec(name)?.[1].toLowerCase()
  if (ending === undefined || ending === 'htm' || ending === 'gz') return 'html'
  const format = REPORT_FORMATS.find((each) => each === ending)
  if (format !== undefined) return format
  throw new QueuewrightError('usage', 'unknown format of a report', {
    field: '--report',
    value: file,
    expected: `a file name that ends in ${REPORT_FORMATS.map((each) => `.${each}`).join(', ')}, or without an ending`,
    remedy: 'An HTML report prints as PDF in any browser',
  })
}

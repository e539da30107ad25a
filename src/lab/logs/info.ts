/** The contents of a log, and which machine it is of: its own, as many processors as somebody says, or a site's. */

import { atLog } from '../../sim/facility/index.js'
import { DESCRIBED_FIELDS, describeTrace, type Trace, type TraceDescription } from '../../trace/index.js'
import { named } from '../failures.js'
import { type LogOptions, readLog } from '../inputs/log.js'
import {
  atSite,
  facilityFacts,
  listsIn,
  numbersIn,
  readSiteDocument,
  type SiteDocumentOptions,
  secondOf,
  strangersIn,
} from '../inputs/site-document.js'
import type { Ports } from '../ports.js'

/** @throws QueuewrightError as `readLog` and `readSiteDocument`; `input-document` for a site that is not of the log's time */
export async function describeLog(
  path: string | undefined,
  asked: LogOptions & SiteDocumentOptions,
  ports: Ports,
): Promise<{ readonly trace: Trace; readonly description: TraceDescription }> {
  const document = await readSiteDocument(asked)
  const options = atSite(asked, document)
  const { trace } = await readLog(path, options, DESCRIBED_FIELDS, ports)
  const described = describeTrace(trace, options.machine ?? trace.processors)
  if (document === null) return { trace, description: described }
  const { facility, notices } = document
  const here = () => atLog(facility, numbersIn(trace, null), secondOf(trace), listsIn(trace))
  const told = facilityFacts(document.file === undefined ? here() : named(document.file, here))
  const site = [...told.map((fact) => fact.join(': ')), ...notices, ...strangersIn(facility, trace, null)]
  return { trace, description: { ...described, notices: [...described.notices, ...site] } }
}

/** `qw market`: domains that trade their idle time, beside central ways of sharing. */
import {
  compareMarket,
  type MarketComparison,
  type MarketOptions,
  marketCount,
  marketJson,
  marketName,
} from '../../../lab/sites/market.js'
import { STANDARD_STREAM, writeOutput } from '../../../runtime/index.js'
import { version } from '../../../runtime/version.js'
import { offerText } from '../../../sites/index.js'
import { usage } from '../options.js'
import { pictureKind, writePicture } from '../picture.js'
import { type PrintOptions, printResult, writeExhibit } from '../printed.js'
import type { Terminal } from '../terminal.js'

export interface MarketCommandOptions extends MarketOptions, PrintOptions {
  readonly csv?: string
  readonly gantt?: string
  readonly offers?: string
}

export async function marketCommand(
  paths: readonly string[],
  options: MarketCommandOptions,
  terminal: Terminal,
  commandLine: string,
): Promise<void> {
  const { csv, gantt, offers, report } = options
  const kind = gantt === undefined ? null : pictureKind(gantt, '--gantt')
  const claims =
    [csv, offers, report].filter((file) => file === STANDARD_STREAM).length + (options.json ? 1 : 0)
  if (claims > 1) throw usage('--csv', STANDARD_STREAM, 'a file, as another output has standard output')
  const several = marketCount(options) > 1
  for (const [option, file] of Object.entries({ '--gantt': gantt, '--offers': offers })) {
    if (file !== undefined && several) {
      throw usage(option, file, 'one market, such as --reservations fixed')
    }
  }
  const comparison = await compareMarket(paths, options, terminal)
  const { trace, stage, outcomes } = comparison
  const names = stage.names
  if (csv !== undefined) {
    const { marketCsv } = await import('../../../report/formats/market-csv.js')
    await writeOutput(
      csv,
      marketCsv(
        outcomes.map((each) => ({ ...each, name: marketName(each.rules) })),
        names,
      ),
    )
  }
  const [first] = outcomes
  if (offers !== undefined) await writeOutput(offers, [offerText(first, names)])
  if (gantt !== undefined && kind !== null) {
    const { gridGantt } = await import('../../../report/plots/grid-gantt.js')
    const { marketAllocation } = await import('../../../report/plots/market-gantt.js')
    const title = `${marketName(first.rules)} on ${trace.name}`
    const allocation = marketAllocation(first.contracts, stage.domains)
    const picture = gridGantt({ title, schedule: first.schedule, names, clock: trace.clock, allocation })
    await writePicture(gantt, kind, picture, terminal)
  }
  const { marketPage } = await import('../../../report/pages/market.js')
  const exhibit = () => marketPage(reportOf(comparison, commandLine))
  // Where a file has standard output, nothing else is printed there.
  if (csv === STANDARD_STREAM || offers === STANDARD_STREAM) {
    if (report !== undefined) await writeExhibit(report, exhibit())
  } else await printResult(terminal, options, exhibit, () => marketJson(comparison))
}

function reportOf({ trace, stage, outcomes, domains, ...rest }: MarketComparison, command: string) {
  const { central, best, classes, refused, checked, dropped, notices } = rest
  return {
    ...{ name: trace.name, digest: trace.digest, clock: trace.clock },
    ...{ central, best, classes, refused, checked, dropped, notices },
    domains: domains.map((domain) => ({ ...domain, machines: domain.machines.map(({ nodes }) => nodes) })),
    markets: outcomes.map((each) => ({ ...each, name: marketName(each.rules) })),
    ...{ jobs: stage.jobs, parts: stage.workload.jobs.length },
    provenance: { version: version(), command },
  }
}

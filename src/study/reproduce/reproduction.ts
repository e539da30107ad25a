/**
 * `reproduction`: a published study as a run. The study says what its parts are and what their results mean
 * (study.ts, `RunStudy`); the parts are investigations of other kinds.
 */
import { above, added, flag, list, nullable, number, objectOf, oneOf, text, whole } from '../../core/codec.js'
import { readKept } from '../../core/documents.js'
import { QueuewrightError } from '../../core/errors.js'
import { formatNumber } from '../../core/format.js'
import type { Json } from '../../core/json.js'
import type { Found, InvestigationKind } from '../../evaluation/investigation.js'
import { FRONT } from '../../front/investigation.js'
import { LEARN } from '../../learn/investigation.js'
import { MULTICLUSTER_COMPARISON } from '../multicluster/investigation.js'
import { composed, PART, type PartSpec } from './composition.js'
import { FRONT_GEOMETRY } from './front-geometry.js'
import { GRID_RUNS } from './grid-runs.js'
import { MARKET_RUNS } from './market-runs.js'
import { MEASUREMENT } from './measurement.js'
import { RUN_STUDIES } from './run-studies.js'
import type { RunStudy, RunStudyOptions, StudyResult } from './study.js'
import { REPRODUCED_LOG, type ReproducedLog, tableCsv, valueRecords } from './tables.js'
import { MISSING_ESTIMATES, type MissingEstimates } from './thesis-estimates.js'

/** The spec of a reproduction, as plain data. */
export interface ReproductionSpec extends RunStudyOptions {
  readonly study: string
  readonly logs: readonly ReproducedLog[]
  readonly parts: readonly PartSpec[]
  readonly furtherTotal: number
  readonly remarks: readonly string[]
}

/** Names of the files that every reproduction leaves. */
export const STUDY_FILES = { table: 'table.csv', values: 'values.json', summary: 'summary.txt' } as const

/** The result of a reproduction. */
export interface ReproductionFound extends Found {
  readonly study: RunStudy
  readonly spec: ReproductionSpec
  readonly result: StudyResult
}

/** The investigations that parts are of. */
const KINDS: readonly InvestigationKind[] = [
  LEARN,
  FRONT,
  MEASUREMENT,
  FRONT_GEOMETRY,
  GRID_RUNS.investigation,
  MARKET_RUNS.investigation,
  MULTICLUSTER_COMPARISON,
]

/** Before `methods` was there, no study had any to choose from; before `missingEstimates`, run times were taken; before
 * `greedyBudget` it was the usual one; before `sources` and `unbounded` all was learnt. */
const SPEC = objectOf<ReproductionSpec>({
  study: text,
  logs: list(REPRODUCED_LOG),
  parts: list(PART),
  furtherTotal: number(0),
  remarks: list(text),
  seed: whole(0),
  budget: above(0),
  scaled: flag,
  missingEstimates: added(oneOf(Object.keys(MISSING_ESTIMATES) as MissingEstimates[]), 'run-time'),
  greedyBudget: added(nullable(above(0)), null),
  methods: added(list(text), []),
  sources: added(list(text), []),
  unbounded: added(flag, false),
  version: text,
})

export function reproductionJson(spec: ReproductionSpec): Json {
  return SPEC.encode(spec)
}

function reproductionSpecOf(json: Json): ReproductionSpec {
  return readKept(SPEC, json, 'reproduction')
}

export const REPRODUCTION: InvestigationKind<ReproductionFound> = {
  kind: 'reproduction',
  open: (json, datasets, state) => {
    const spec = reproductionSpecOf(json)
    const study = studyOf(spec)
    return composed(
      {
        kindOf,
        first: spec.parts,
        further: (finished) => study.further(spec, finished, datasets),
        furtherTotal: spec.furtherTotal,
        result: (finished): ReproductionFound => {
          const result = study.result(spec, finished)
          const records = valueRecords(study, result.values, new Map(spec.logs.map((log) => [log.name, log])))
          return {
            ...{ study, spec, result },
            files: [
              { name: STUDY_FILES.table, content: tableCsv(result.values) },
              { name: STUDY_FILES.values, content: `${JSON.stringify(records, null, 1)}\n` },
            ],
          }
        },
      },
      datasets,
      state,
    )
  },
  facts: (json) => {
    const { study, logs, methods, sources, unbounded, budget, seed, scaled } = reproductionSpecOf(json)
    return [
      ['study', study],
      ['logs', logs.map(({ name }) => name).join(', ')],
      ...(methods.length === 0 ? [] : [['methods', methods.join(', ')] as const]),
      ...(sources.length === 0 ? [] : [['learnt from', sources.join(', ')] as const]),
      ...(unbounded ? [['left out', 'all with a bound of the longest wait'] as const] : []),
      ['budget', `${formatNumber(budget)} of the published evaluations`],
      ...(scaled ? [['scaled', 'to the machine of the published figures'] as const] : []),
      ['seed', String(seed)],
    ]
  },
  converging: () => null,
  convergence: () => [],
}

function kindOf(name: string): InvestigationKind {
  const found = KINDS.find(({ kind }) => kind === name)
  if (found === undefined) throw new TypeError(`no part of a study is of the kind ${name}`)
  return found
}

/** @throws QueuewrightError `run-version` for a study that this version does not know */
function studyOf({ study }: ReproductionSpec): RunStudy {
  const found = RUN_STUDIES.find(({ name }) => name === study)
  if (found !== undefined) return found
  throw new QueuewrightError('run-version', 'a run of a study that this version does not know', {
    field: 'study',
    value: study,
    expected: `one of ${RUN_STUDIES.map(({ name }) => name).join(', ')}`,
    remedy: 'Use the version that made it',
  })
}

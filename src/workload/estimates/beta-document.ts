/**
 * The Beta model as a JSON document, `{"kind": "queuewright-estimates-beta", "version": 1, "groups": …,
 * "evidence": …}`: written after a fit, checked value by value when it is read.
 */
import {
  above,
  type Codec,
  list,
  literal,
  nullable,
  number,
  object,
  refined,
  text,
  whole,
} from '../../core/codec.js'
import { readDocument, versioned } from '../../core/documents.js'
import { BETA_METHOD, type BetaEvidence, type BetaGroup, type BetaModel } from './beta.js'

export const BETA_KIND = 'queuewright-estimates-beta'
export const BETA_VERSION = 1

const count = whole(0)

const group: Codec<BetaGroup> = refined(
  object({
    from: number(0),
    jobs: count,
    atLimit: number(0, 1),
    beta: nullable(object({ a: above(0), b: above(0) })),
  }),
  ({ atLimit, beta }, at) => {
    if (beta === null && atLimit < 1)
      throw at.at('atLimit').bad(atLimit, '1, as there is no Beta distribution')
  },
)

const groups = refined(list(group, { least: 1 }), (read, at) => {
  for (const [k, { from }] of read.entries())
    if (k === 0 ? from !== 0 : from <= read[k - 1].from)
      throw at.at(k).at('from').bad(from, 'bounds that start at 0 and rise')
})

const evidence: Codec<BetaEvidence> = object({
  logs: list(object({ name: text, digest: text, jobs: count, used: count })),
  jobs: count,
  limit: number(Number.MIN_VALUE, 1, 'a number above 0 and at most 1'),
  method: literal(BETA_METHOD),
})

type BetaDocument = BetaModel & { readonly kind: typeof BETA_KIND; readonly version: typeof BETA_VERSION }

const MODEL: Codec<BetaDocument> = versioned<BetaDocument>(
  {
    what: 'a Beta model of estimates',
    tag: 'kind',
    name: BETA_KIND,
    remedy: 'Make one with: qw estimates fit LOG -o model.json',
  },
  { [BETA_VERSION]: object({ kind: literal(BETA_KIND), version: literal(BETA_VERSION), groups, evidence }) },
)

/** The text of `model`, with a newline at its end. */
export function writeBetaModel(model: BetaModel): string {
  return `${JSON.stringify(MODEL.encode({ kind: BETA_KIND, version: BETA_VERSION, ...model }), null, 2)}\n`
}

/**
 * The model in a document.
 * @param file its name in messages
 * @throws QueuewrightError `input-document`
 */
export function readBetaModel(text: string, file: string): BetaModel {
  const { groups, evidence } = readDocument(MODEL, text, file)
  return { groups, evidence }
}

/**
 * The Beta model as a JSON document, `{"kind": "queuewright-estimates-beta", "version": 1, "groups": …,
 * "evidence": …}`: written after a fit, checked value by value when it is read.
 */

import { Document } from '../../core/document.js'
import { QueuewrightError } from '../../core/errors.js'
import { BETA_METHOD, type BetaEvidence, type BetaGroup, type BetaModel } from './beta.js'

export const BETA_KIND = 'queuewright-estimates-beta'
export const BETA_VERSION = 1

/** The text of `model`, with a newline at its end. */
export function writeBetaModel(model: BetaModel): string {
  return `${JSON.stringify({ kind: BETA_KIND, version: BETA_VERSION, ...model }, null, 2)}\n`
}

/**
 * The model in a document.
 * @param file its name in messages
 * @throws QueuewrightError `input-document`
 */
export function readBetaModel(text: string, file: string): BetaModel {
  const document = new Document(file)
  const whole = document.object(document.parse(text), 'the document')
  if (whole['kind'] !== BETA_KIND) throw otherKind(file, 'kind', whole['kind'], BETA_KIND)
  if (whole['version'] !== BETA_VERSION) throw otherKind(file, 'version', whole['version'], BETA_VERSION)
  const groups = document.array(whole['groups'], 'groups').map((value, k) => readGroup(document, value, k))
  if (groups.length === 0) throw document.bad('groups', 'none', 'at least one group')
  groups.forEach(({ from }, k) => {
    const rises = k === 0 ? from === 0 : from > groups[k - 1].from
    if (!rises) throw document.bad(`groups[${k}].from`, from, 'bounds that start at 0 and rise')
  })
  return { groups, evidence: readEvidence(document, whole['evidence']) }
}

function readGroup(document: Document, value: unknown, k: number): BetaGroup {
  const path = `groups[${k}]`
  const group = document.object(value, path)
  const above = (name: string, of: Readonly<Record<string, unknown>>) =>
    document.number(of[name], `${path}.beta.${name}`, 'a number above 0', (number) => number > 0)
  const beta = group['beta'] === null ? null : document.object(group['beta'], `${path}.beta`)
  return {
    from: document.number(group['from'], `${path}.from`, 'seconds', (seconds) => seconds >= 0),
    jobs: readCount(document, group['jobs'], `${path}.jobs`),
    atLimit: document.number(
      group['atLimit'],
      `${path}.atLimit`,
      beta === null ? '1, as there is no Beta distribution' : 'a share of 0 to 1',
      (share) => (beta === null ? share === 1 : share >= 0 && share <= 1),
    ),
    beta: beta === null ? null : { a: above('a', beta), b: above('b', beta) },
  }
}

function readEvidence(document: Document, value: unknown): BetaEvidence {
  const evidence = document.object(value, 'evidence')
  return {
    logs: document.array(evidence['logs'], 'evidence.logs').map((each, k) => {
      const path = `evidence.logs[${k}]`
      const log = document.object(each, path)
      return {
        name: document.string(log['name'], `${path}.name`),
        digest: document.string(log['digest'], `${path}.digest`),
        jobs: readCount(document, log['jobs'], `${path}.jobs`),
        used: readCount(document, log['used'], `${path}.used`),
      }
    }),
    jobs: readCount(document, evidence['jobs'], 'evidence.jobs'),
    limit: document.number(
      evidence['limit'],
      'evidence.limit',
      'a number above 0 and at most 1',
      (limit) => limit > 0 && limit <= 1,
    ),
    method: readMethod(document, evidence['method']),
  }
}

function readMethod(document: Document, value: unknown): typeof BETA_METHOD {
  if (value === BETA_METHOD) return BETA_METHOD
  throw document.bad('evidence.method', value, JSON.stringify(BETA_METHOD))
}

function readCount(document: Document, value: unknown, path: string): number {
  return document.number(value, path, 'a count', (count) => Number.isInteger(count) && count >= 0)
}

function otherKind(file: string, field: string, value: unknown, expected: string | number): QueuewrightError {
  return new QueuewrightError('input-document', 'not a Beta model of estimates that can be read here', {
    file,
    field,
    value: typeof value === 'number' ? value : String(value),
    expected: JSON.stringify(expected),
    remedy: 'Make one with: qw estimates fit LOG -o model.json',
  })
}

/** Requests that are refused, as statuses of HTTP and a sentence; failures of the house by their kind. */
import { type FailureKind, QueuewrightError } from '../../../core/errors.js'
import type { Refused } from '../protocol/messages.js'

/** A request that is not answered as it was asked. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
  }
}

/** Statuses of failures; what a user can mend in the request is 400. */
const STATUS: Partial<Record<FailureKind, number>> = {
  internal: 500,
  'input-unreadable': 404,
  'data-missing': 404,
  'output-unwritable': 507,
  'run-busy': 409,
  'run-version': 409,
  'run-damaged': 422,
  'engine-unreachable': 502,
  'engine-refused': 502,
  'engine-workers': 502,
  'slurm-unreachable': 502,
  interrupted: 503,
}

/** The answer where something went wrong. */
export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Refused
}

/** @param onDefect told of what is no fault of the user's */
export function answerTo(error: unknown, onDefect: (error: unknown) => void): Answered {
  if (error instanceof Refusal) {
    return { status: error.status, headers: error.headers, body: { kind: 'refused', message: error.message } }
  }
  if (error instanceof QueuewrightError) {
    const { kind, message } = error
    return { status: STATUS[kind] ?? 400, headers: {}, body: { kind, message } }
  }
  onDefect(error)
  const message = 'a defect of the workbench: its terminal says more'
  return { status: 500, headers: {}, body: { kind: 'internal', message } }
}

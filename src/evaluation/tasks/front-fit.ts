/** The task `front-fit`: one front laid upon another by scaling and moving its axes (geometry/fit.ts). */
import { type Decoded, exact, flag, floats, list, object, tuple, whole } from '../../core/codec.js'
import { readKept } from '../../core/documents.js'
import type { Json } from '../../core/json.js'
import { fitTransformation, frontOf } from '../../geometry/index.js'
import type { Task } from '../../optimize/evaluator.js'
import type { TaskKind } from './task-kind.js'

const RANGE = tuple(exact, exact)

const PAYLOAD = object({
  objectives: whole(1),
  /** Points × objectives, all minimised. */
  front: floats(),
  reference: floats(),
  bounds: list(object({ scale: RANGE, shift: RANGE })),
  generations: whole(1),
  /** Whether one of the first parents leaves the front as it is. */
  identity: flag,
  seed: whole(0),
})
export type FrontFitPayload = Decoded<typeof PAYLOAD>

export const FRONT_FIT_RESULT = object({ scale: floats(), shift: floats(), distance: exact })
export type FrontFitResult = Decoded<typeof FRONT_FIT_RESULT>

export function frontFitTask(payload: FrontFitPayload): Task {
  return { kind: FRONT_FIT.kind, payload: PAYLOAD.encode(payload), data: [] }
}

/** @throws QueuewrightError `input-document` for what is no result of this task */
export function frontFitResult(result: Json): FrontFitResult {
  return readKept(FRONT_FIT_RESULT, result, 'result')
}

export const FRONT_FIT: TaskKind = {
  kind: 'front-fit',
  open: () => (given) => {
    const { objectives, front, reference, bounds, generations, identity, seed } = readKept(
      PAYLOAD,
      given,
      'task',
    )
    const still = { scale: new Float64Array(objectives).fill(1), shift: new Float64Array(objectives) }
    const { transformation, distance } = fitTransformation(
      frontOf(objectives, front),
      frontOf(objectives, reference),
      { bounds, generations, starts: identity ? [still] : [] },
      seed,
    )
    return FRONT_FIT_RESULT.encode({ ...transformation, distance })
  },
}

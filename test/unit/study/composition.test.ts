/** Investigations made of others. */
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/core/json.js'
import type { InvestigationKind } from '../../../src/evaluation/investigation.js'
import type { Evaluator } from '../../../src/optimize/evaluator.js'
import { composed, type Finished, type PartSpec } from '../../../src/study/reproduce/composition.js'
import { drive } from '../../support/investigate.js'

interface CountSpec {
  readonly batches: number
  readonly size: number
}

/** Adds up what it is told; its tasks are numbers, which depend on the sum so far. */
const COUNT: InvestigationKind = {
  kind: 'count',
  open: (json, _, state) => {
    const { batches, size } = json as unknown as CountSpec
    let { done, sum } = (state ?? { done: 0, sum: 0 }) as unknown as { done: number; sum: number }
    return {
      next: () => {
        if (done === batches) return null
        const tasks = Array.from({ length: size }, (_, k) => ({ kind: 'echo', payload: sum + k, data: [] }))
        return { label: `batch ${done + 1}`, tasks, steps: true }
      },
      take: (results) => {
        sum += (results as readonly number[]).reduce((total, each) => total + each, 1)
        done++
        return sum
      },
      progress: () => ({ done: done * size, total: batches * size, note: '' }),
      snapshot: () => ({ done, sum }),
      finish: () => ({ files: [{ name: 'sum.txt', content: String(sum) }] }),
    }
  },
  facts: () => [],
  converging: () => null,
  convergence: () => [],
}

const part = (name: string, spec: CountSpec, weight = 1): PartSpec => ({
  ...{ name, kind: 'count', weight },
  spec: spec as unknown as Json,
})

const sumOf = (finished: Finished, name: string) => Number(finished.get(name)?.found?.files[0].content)

const stateSum = (finished: Finished, name: string) =>
  Number((finished.get(name)?.state as { readonly sum?: number } | undefined)?.sum)

const FIRST = [part('long', { batches: 9, size: 30 }), part('short', { batches: 2, size: 250 })]

/** The last part has as many batches as the first ones' sums say. */
const WHOLE: InvestigationKind = {
  ...COUNT,
  kind: 'whole',
  open: (_, datasets, state) =>
    composed(
      {
        kindOf: () => COUNT,
        first: FIRST,
        further: (finished) => {
          return [part('last', { batches: 2 + (stateSum(finished, 'short') % 3), size: 2 }, 5)]
        },
        furtherTotal: 10,
        result: (finished) => ({
          files: [...finished.keys()].map((name) => ({ name, content: String(sumOf(finished, name)) })),
        }),
      },
      datasets,
      state,
    ),
}

const echo: Evaluator = {
  width: 1,
  evaluate: async (tasks) => tasks.map(({ payload }) => payload),
  close: async () => {},
}

async function alone(each: PartSpec): Promise<unknown> {
  const { artefacts } = await drive(COUNT, each.spec, new Map(), undefined, echo)
  return artefacts[0].content
}

describe('an investigation made of others', () => {
  it('leads each part where it would go alone, and the later ones after the first', async () => {
    const { artefacts, steps, tasks } = await drive(WHOLE, null, new Map(), undefined, echo)
    const sums = new Map(artefacts.map(({ name, content }) => [name, content]))
    for (const each of FIRST) expect(sums.get(each.name)).toBe(await alone(each))
    const batches = 2 + (Number(sums.get('short')) % 3)
    expect(sums.get('last')).toBe(await alone(part('last', { batches, size: 2 })))
    const places = steps.map((step) => Object.keys(step as object))
    expect(places.slice(-batches)).toEqual(Array.from({ length: batches }, () => ['last']))
    expect(tasks).toBe(9 * 30 + 2 * 250 + 2 * batches)
  })

  it('goes on with the part of which the smallest share is done, with as many as it takes', () => {
    const order = (first: readonly PartSpec[], batches: number) => {
      const whole = composed(
        { kindOf: () => COUNT, first, further: () => [], furtherTotal: 0, result: () => ({ files: [] }) },
        new Map(),
        null,
      )
      return Array.from({ length: batches }, () => {
        const batch = whole.next()
        const results = batch?.tasks.map(({ payload }) => payload) ?? []
        return Object.keys(whole.take(results) as object).join(' ')
      })
    }
    const nine = part('nine', { batches: 9, size: 200 })
    const three = part('three', { batches: 3, size: 250 })
    // 1/9 0/3, 1/9 1/3, 2/9 1/3, 3/9 1/3, 4/9 1/3, 4/9 2/3
    expect(order([nine, three], 6)).toEqual(['nine', 'three', 'nine', 'nine', 'nine', 'three'])
    const few = part('few', { batches: 9, size: 30 })
    const little = part('little', { batches: 3, size: 170 })
    expect(order([few, little, nine], 3)).toEqual(['few little', 'nine', 'few nine'])
  })

  it('tells progress by weight, with what is to come', () => {
    const whole = WHOLE.open(null, new Map(), null)
    expect(whole.progress()).toEqual({ done: 0, total: 770 + 10, note: '0 of 2 parts done' })
    const run = () => {
      const batch = whole.next()
      if (batch !== null) whole.take(batch.tasks.map(({ payload }) => payload))
      return batch
    }
    for (let k = 0; k < 9; k++) run()
    const last = whole.next()
    const length = last?.tasks.length ?? 0
    // A task is not one step of progress where a step has another weight.
    expect([length, last?.steps]).toEqual([2, undefined])
    const before = whole.progress()
    expect(before).toMatchObject({ done: 770, note: '2 of 3 parts done' })
    run()
    expect(whole.progress().done - before.done).toBe(5 * 2)
    while (run() !== null);
    const { done, total } = whole.progress()
    expect(done).toBe(total)
  })

  it('goes the same way when it is opened anew after any batch', async () => {
    const straight = await drive(WHOLE, null, new Map(), undefined, echo)
    expect(await drive(WHOLE, null, new Map(), () => true, echo)).toEqual(straight)
    expect(await drive(WHOLE, null, new Map(), (batch) => batch % 4 === 1, echo)).toEqual(straight)
  })
})

/** Workloads made by a model: the one of Lublin and Feitelson, or one fitted to a log. */
import { type Given, settled } from '../../core/settings/index.js'
import { inputName, readInput } from '../../runtime/index.js'
import type { Trace } from '../../trace/index.js'
import { GENERATED_LOG, generatedClock } from '../../workload/generated.js'
import { LUBLIN, lublinTrace } from '../../workload/lublin/index.js'
import { generateFromModel, MODEL_GENERATION, parseModel } from '../../workload/model/index.js'
import { namedByOptions } from '../failures.js'
import type { Ports } from '../ports.js'

/** Settings of a workload of Lublin and Feitelson's model, and of its log. */
export const LUBLIN_LOG = { ...LUBLIN, ...GENERATED_LOG }

/** @throws QueuewrightError as `lublinTrace` and `generatedClock` */
export async function generateLublin(given: Given<typeof LUBLIN_LOG>, ports: Ports): Promise<Trace> {
  const { start, zone, ...asked } = given
  const { observe, stop } = ports.parts('generating')
  try {
    return await ports.blocking(() =>
      namedByOptions(LUBLIN_LOG, () => {
        const clock = generatedClock(settled(GENERATED_LOG, { start, zone }))
        return lublinTrace({ ...asked, clock, observe })
      }),
    )
  } finally {
    stop()
  }
}

/**
 * @param path of the model; `-` for standard input
 * @throws QueuewrightError as `parseModel` and `generateFromModel`
 */
export async function generateModelled(
  path: string,
  given: Given<typeof MODEL_GENERATION>,
  ports: Ports,
): Promise<Trace> {
  const model = parseModel(await readInput(path), inputName(path))
  return ports.blocking(() => namedByOptions(MODEL_GENERATION, () => generateFromModel(model, given)))
}

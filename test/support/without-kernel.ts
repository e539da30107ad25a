/**
 * Modules as they are where there is no kernel in WebAssembly, so that the engine does everything: what the kernel is held to.
 * The kernel is compiled when it is first needed, so that taking WebAssembly away while modules are loaded would change nothing.
 */
import { vi } from 'vitest'

const INSTANCE = '../../src/sim/kernel/instance.js'

/**
 * @param load imports them
 * @throws Error where there is a kernel with them, or none without this
 */
export async function withoutKernel<T>(load: () => Promise<T>): Promise<T> {
  const { withKernel } = await import('../../src/sim/kernel/instance.js')
  if (withKernel(() => true) === null) throw new Error('there is no kernel to hold to the engine')
  vi.doMock(INSTANCE, async (original) => ({
    ...(await original<typeof import('../../src/sim/kernel/instance.js')>()),
    withKernel: () => null,
    instantiate: () => null,
  }))
  vi.resetModules()
  const loaded = await load()
  const instance = await import('../../src/sim/kernel/instance.js')
  if (instance.withKernel(() => true) !== null) throw new Error('the kernel is still there')
  vi.doUnmock(INSTANCE)
  return loaded
}

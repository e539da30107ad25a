/** The page's one policy of trusted types: addresses of its own workers, and nothing else, may become scripts. */

/** Addresses of workers, which the document says. */
const SCRIPTS = document.getElementById('app')?.dataset ?? {}

type WorkerName = 'simulate' | 'site' | 'events'

interface Policy {
  createScriptURL(address: string): string
}

/** The host of browsers that hold pages to trusted types; not all declare it. */
interface Factory {
  createPolicy(name: string, rules: Policy): Policy
}

const TRUSTED: Policy = {
  createScriptURL: (address) => {
    if (Object.values(SCRIPTS).includes(address)) return address
    throw new TypeError('no script of this page')
  },
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: Factory }
const policy = trustedTypes?.createPolicy('queuewright', TRUSTED) ?? TRUSTED

export function startWorker(name: WorkerName): Worker {
  return new Worker(policy.createScriptURL(SCRIPTS[name] ?? ''), { type: 'module' })
}

export function joinWorker(name: WorkerName): SharedWorker {
  return new SharedWorker(policy.createScriptURL(SCRIPTS[name] ?? ''), { type: 'module', name })
}

/** The page's one policy of trusted types: addresses of its own workers, and nothing else, may become scripts. */

/** Put in where the client is bundled. */
declare const WORKER_SCRIPTS: Readonly<Record<'simulate' | 'events', string>>

type WorkerName = keyof typeof WORKER_SCRIPTS

interface Policy {
  createScriptURL(address: string): string
}

/** Of browsers that hold pages to trusted types; not all declare it. */
interface Factory {
  createPolicy(name: string, rules: Policy): Policy
}

const RULES: Policy = {
  createScriptURL: (address) => {
    if (Object.values(WORKER_SCRIPTS).includes(address)) return address
    throw new TypeError('no script of this page')
  },
}

const { trustedTypes } = globalThis as { readonly trustedTypes?: Factory }
const policy = trustedTypes?.createPolicy('queuewright', RULES) ?? RULES

export function startWorker(name: WorkerName): Worker {
  return new Worker(policy.createScriptURL(WORKER_SCRIPTS[name]), { type: 'module' })
}

export function joinWorker(name: WorkerName): SharedWorker {
  return new SharedWorker(policy.createScriptURL(WORKER_SCRIPTS[name]), { type: 'module', name })
}

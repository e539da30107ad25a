/** `qw serve` of a sandbox as a process of its own, which can be killed and started again; and a browser beside it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll } from 'vitest'
import type { Sandbox } from '../support/sandbox.js'
import { type Browsing, browse, refreshPages } from './chromium.js'

export interface Served {
  readonly browsing: Browsing
  /** The address that the server printed last. */
  readonly address: string
  /** @param words of `qw serve` */
  start(...words: string[]): Promise<void>
  kill(): Promise<void>
}

/** Set up before the tests of the calling suite, closed after them. @param words of the first start */
export function useServed(box: Sandbox, words: () => readonly string[]): Served {
  let server: ChildProcess | undefined
  let browsing: Browsing
  let address = ''
  const served: Served = {
    get browsing() {
      return browsing
    },
    get address() {
      return address
    },
    start: async (...words) => {
      server = spawn(process.execPath, [box.qw.program, 'serve', ...words], { cwd: box.cwd })
      const [line] = await once(server.stdout as NonNullable<ChildProcess['stdout']>, 'data')
      address = String(line).trim()
    },
    kill: async () => {
      if (server === undefined) return
      server.kill('SIGKILL')
      await once(server, 'close')
    },
  }
  beforeAll(async () => {
    refreshPages()
    await served.start(...words())
    browsing = await browse()
  })
  afterAll(async () => {
    await browsing?.close()
    server?.kill('SIGKILL')
  })
  return served
}

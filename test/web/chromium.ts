/** A real browser, one for all tests of a file, and pages in it that tell what they complained of. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { PROJECT_ROOT } from '../support/data.js'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export interface Browsing {
  readonly browser: Browser
  /** A profile of its own. */
  context(options?: Parameters<Browser['newContext']>[0]): Promise<BrowserContext>
  /** What pages said to their consoles as warnings or errors, and what policies forbade. */
  readonly complaints: string[]
  /** Those of a policy of content, embedding or trusted types: nobody takes these back. */
  readonly forbidden: readonly string[]
  close(): Promise<void>
}

export async function browse(): Promise<Browsing> {
  const home = mkdtempSync(join(tmpdir(), 'queuewright-chromium-'))
  // Nothing of a user's own settings gets in.
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home }
  const browser = await chromium.launch({ executablePath: executable(), args: FLAGS, env })
  const complaints: string[] = []
  const forbidden: string[] = []
  const heed = (page: Page) => {
    page.on('console', (message) => {
      if (!['warning', 'error'].includes(message.type())) return
      complaints.push(message.text())
      if (/Content[- ]Security|Trusted|Embedder-Policy|Opener-Policy/i.test(message.text()))
        forbidden.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
  }
  return {
    browser,
    complaints,
    forbidden,
    context: async (options) => {
      const context = await browser.newContext(options)
      // What is waited for comes, if late where a machine has much to do.
      context.setDefaultTimeout(90_000)
      context.on('page', heed)
      return context
    },
    close: async () => {
      await browser.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function executable(): string {
  const { stdout } = spawnSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' })
  return stdout.trim()
}

/** The pages as they are shipped, bundled anew where a source is newer. */
export function refreshPages(): void {
  const script = `const web = await import('./scripts/bundle-web.mjs'); if (web.isStale()) await web.bundleWeb()`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the pages cannot be bundled:\n${stderr}`)
}

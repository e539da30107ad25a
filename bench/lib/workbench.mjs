/** A workbench that is served and looked at: `qw serve` and a Chromium, as long as somebody works with it. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { BENCH } from './build.mjs'

export const PROGRAM = join(BENCH, '..', 'dist', 'apps', 'cli', 'main.js')

/** The path of a Chromium; null where there is none. */
export function browserPath() {
  const { stdout } = spawnSync('sh', ['-c', 'command -v chromium || command -v google-chrome'], {
    encoding: 'utf8',
  })
  return stdout.trim() || null
}

/**
 * @param words of `qw serve`
 * @param work told the page, at its home, and the milliseconds from the start of `qw serve` until it could be used
 * @param cwd of the server; a new folder where absent
 */
export async function withWorkbench(words, work, cwd) {
  const home = mkdtempSync(join(tmpdir(), 'queuewright-bench-'))
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home }
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync']
  const browser = await chromium.launch({ executablePath: browserPath(), args, env })
  let server = null
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    page.setDefaultTimeout(180_000)
    const from = performance.now()
    server = spawn(process.execPath, [PROGRAM, 'serve', ...words, '--port', '0'], {
      cwd: cwd ?? home,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(server, 'close').then(() => {
      throw new Error('the server has ended')
    })
    const [line] = await Promise.race([once(server.stdout, 'data'), ended])
    await page.goto(String(line).trim())
    await Promise.race([page.getByRole('link', { name: 'Try a policy' }).waitFor(), ended])
    return await work(page, performance.now() - from)
  } finally {
    server?.removeAllListeners('close')
    await browser.close()
    server?.kill('SIGKILL')
    rmSync(home, { recursive: true, force: true })
  }
}

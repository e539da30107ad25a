/** A workbench that is served and looked at: `qw serve` and a Chromium, as long as somebody works with it. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { BENCH } from './build.mjs'

const PROGRAM = join(BENCH, '..', 'dist', 'apps', 'cli', 'main.js')

/** The path of a Chromium; null where there is none. */
export function browserPath() {
  const { stdout } = spawnSync('sh', ['-c', 'command -v chromium || command -v google-chrome'], {
    encoding: 'utf8',
  })
  return stdout.trim() || null
}

/**
 * @param words of `qw serve`
 * @param work told the page, at its home
 */
export async function withWorkbench(words, work) {
  const home = mkdtempSync(join(tmpdir(), 'queuewright-bench-'))
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home }
  const server = spawn(process.execPath, [PROGRAM, 'serve', ...words, '--port', '0'], { cwd: home })
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync']
  const browser = await chromium.launch({ executablePath: browserPath(), args, env })
  try {
    const [line] = await once(server.stdout, 'data')
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    page.setDefaultTimeout(180_000)
    await page.goto(String(line).trim())
    await page.getByRole('heading', { level: 1, name: 'Queuewright' }).waitFor()
    return await work(page)
  } finally {
    await browser.close()
    server.kill('SIGKILL')
    rmSync(home, { recursive: true, force: true })
  }
}

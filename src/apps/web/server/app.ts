/**
 * The application: which request is answered how. Whatever comes, it is answered with the same headers, and refused in a sentence.
 * What the first page does without is loaded when it is asked for.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Served } from '../protocol/messages.js'
import { sendAsset, sendFile, sendJson, sendPacked, sendText } from './answers.js'
import type { Asset } from './assets.js'
import { readJson } from './body.js'
import type { Events } from './events.js'
import type { Explaining } from './explain.js'
import { askedWords, runForms } from './forms.js'
import type { Guard } from './guard.js'
import { HEADERS } from './headers.js'
import type { Logs } from './logs.js'
import type { Preferences } from './preferences.js'
import { answerTo, Refusal } from './refusal.js'
import type { Runs } from './runs.js'
import type { Foretelling } from './starts.js'

/** Characters of an address. */
const LONGEST_PATH = 4000

export interface Workbench {
  readonly guard: Guard
  readonly assets: ReadonlyMap<string, Asset>
  readonly logs: Logs
  readonly runs: Runs
  readonly preferences: Preferences
  readonly explain: Explaining
  readonly foretell: Foretelling
  readonly events: Events
  readonly version: string
  readonly runsFolder: string
  readonly readOnly: boolean
  readonly atSite: boolean
  readonly hasSlurm: boolean
  /** Told of defects. */
  readonly onDefect: (error: unknown) => void
}

interface Call {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The parts of the path at the places of a route. */
  readonly parts: readonly string[]
  readonly bench: Workbench
}

interface Route {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: RegExp
  /** Whether it begins, ends or writes anything. */
  readonly changes?: true
  readonly answer: (call: Call) => Promise<void> | void
}

const ROUTES: readonly Route[] = [
  { method: 'GET', path: /^\/api\/served$/, answer: answerServed },
  { method: 'GET', path: /^\/api\/logs\/([\da-f]{64})\/dataset$/, answer: answerDataset },
  { method: 'GET', path: /^\/api\/logs\/([\da-f]{64})\/profile$/, answer: answerProfile },
  { method: 'GET', path: /^\/api\/forms$/, answer: answerForms },
  { method: 'GET', path: /^\/api\/runs$/, answer: answerRuns },
  { method: 'POST', path: /^\/api\/runs$/, changes: true, answer: answerBegin },
  { method: 'GET', path: /^\/api\/runs\/([^/]+)$/, answer: answerRun },
  { method: 'GET', path: /^\/api\/runs\/([^/]+)\/files\/([^/]+)$/, answer: answerFile },
  { method: 'POST', path: /^\/api\/runs\/([^/]+)\/(stop|resume)$/, changes: true, answer: answerAct },
  { method: 'POST', path: /^\/api\/runs\/([^/]+)\/preferred\/regions\.(svg|csv)$/, answer: answerPanels },
  { method: 'GET', path: /^\/api\/preferences$/, answer: answerPreferences },
  { method: 'GET', path: /^\/api\/preferences\/([^/]+)$/, answer: answerPreference },
  { method: 'PUT', path: /^\/api\/preferences\/([^/]+)$/, changes: true, answer: answerKeep },
  { method: 'POST', path: /^\/api\/explain$/, answer: answerExplain },
  { method: 'POST', path: /^\/api\/sites$/, answer: answerSites },
  { method: 'POST', path: /^\/api\/starts$/, answer: answerStarts },
  { method: 'GET', path: /^\/api\/events$/, answer: answerEvents },
]

/** Answers one request; never throws. */
export async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  bench: Workbench,
): Promise<void> {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
  try {
    await routed(request, response, bench)
  } catch (error) {
    // Whoever went away is told nothing, and a connection that broke is no defect.
    if (response.headersSent || response.destroyed) {
      response.destroy()
      return
    }
    const { status, headers, body } = answerTo(error, bench.onDefect)
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    sendJson(request, response, body, status)
    // What it still sends is not read.
    if (headers['connection'] === 'close') response.once('finish', () => request.destroy())
  }
}

async function routed(request: IncomingMessage, response: ServerResponse, bench: Workbench): Promise<void> {
  bench.guard.requireOwn(request)
  const address = request.url ?? '/'
  if (address.length > LONGEST_PATH) throw new Refusal(414, 'this address is too long')
  const [path] = address.split('?', 1)
  if (path.startsWith('/api/')) {
    bench.guard.requireToken(request)
    const fitting = ROUTES.filter((route) => route.path.test(path))
    if (fitting.length === 0) throw new Refusal(404, 'there is nothing at this address')
    const route = fitting.find(({ method }) => method === request.method)
    if (route === undefined) throw notAllowed(fitting.map(({ method }) => method).join(', '))
    if (route.changes && bench.readOnly) {
      throw new Refusal(403, 'this server only shows: it was started with --read-only')
    }
    const [, ...parts] = (route.path.exec(path) ?? []).map(decoded)
    return route.answer({ request, response, parts, bench })
  }
  // Not decoded: pages have plain names.
  const asset = bench.assets.get(path)
  if (asset === undefined) throw new Refusal(404, 'there is nothing at this address')
  if (request.method !== 'GET' && request.method !== 'HEAD') throw notAllowed('GET, HEAD')
  sendAsset(request, response, asset)
}

/** A part of a path, as it was before it was made one. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Refusal(404, 'there is nothing at this address')
  }
}

function notAllowed(allow: string): Refusal {
  return new Refusal(405, `this address takes ${allow}`, { allow })
}

async function answerServed({ request, response, bench }: Call): Promise<void> {
  const { version, runsFolder, readOnly, atSite, hasSlurm } = bench
  const served: Served = { version, runsFolder, readOnly, atSite, hasSlurm, ...(await bench.logs.read) }
  sendJson(request, response, served)
}

async function answerDataset({ request, response, parts: [digest], bench }: Call): Promise<void> {
  sendPacked(request, response, await bench.logs.dataset(digest))
}

async function answerProfile({ request, response, parts: [digest], bench }: Call): Promise<void> {
  sendJson(request, response, await bench.logs.profile(digest))
}

async function answerRuns({ request, response, bench }: Call): Promise<void> {
  sendJson(request, response, await bench.runs.list())
}

async function answerRun({ request, response, parts: [id], bench }: Call): Promise<void> {
  sendJson(request, response, await bench.runs.show(id))
}

async function answerFile({ response, parts: [id, name], bench }: Call): Promise<void> {
  await sendFile(response, name, await bench.runs.file(id, name))
}

async function answerAct({ request, response, parts: [id, act], bench }: Call): Promise<void> {
  await readJson(request)
  if (act === 'stop') await bench.runs.stop(id)
  else await bench.runs.resume(id)
  sendJson(request, response, {}, 202)
}

async function answerForms({ request, response }: Call): Promise<void> {
  sendJson(request, response, await runForms())
}

/** Begins a run by the command that pages show: its name is answered at once, and the rest is told by events. */
async function answerBegin({ request, response, bench }: Call): Promise<void> {
  const { words, log } = await askedWords(await readJson(request), bench)
  sendJson(request, response, { id: await bench.runs.begin(words, log) }, 202)
}

async function answerPanels({ request, response, parts: [id, kind], bench }: Call): Promise<void> {
  const file = await bench.runs.place(id, 'front.json')
  const { preferredPanels } = await import('./preferred.js')
  sendJson(request, response, await preferredPanels(await readJson(request), file, kind))
}

async function answerPreferences({ request, response, bench }: Call): Promise<void> {
  sendJson(request, response, await bench.preferences.list())
}

async function answerPreference({ request, response, parts: [name], bench }: Call): Promise<void> {
  const { text, digest } = await bench.preferences.text(name)
  response.setHeader('etag', digest)
  response.setHeader('content-disposition', `attachment; filename="${name}.json"`)
  sendText(request, response, text)
}

async function answerKeep({ request, response, parts: [name], bench }: Call): Promise<void> {
  const { headers } = request
  const condition = { match: headers['if-match'], noneMatch: headers['if-none-match'] }
  const kept = await bench.preferences.put(name, await readJson(request), condition)
  response.setHeader('etag', kept.digest)
  sendJson(request, response, kept)
}

async function answerExplain({ request, response, bench }: Call): Promise<void> {
  sendJson(request, response, await bench.explain(await readJson(request)))
}

async function answerStarts({ request, response, bench }: Call): Promise<void> {
  sendJson(request, response, await bench.foretell(await readJson(request)))
}

async function answerSites({ request, response }: Call): Promise<void> {
  const { sitesAsked } = await import('./sites.js')
  sendJson(request, response, await sitesAsked(await readJson(request)))
}

function answerEvents({ request, response, bench }: Call): void {
  response.setHeader('content-type', 'text/event-stream; charset=utf-8')
  response.setHeader('cache-control', 'no-store')
  response.writeHead(200)
  response.flushHeaders()
  request.setTimeout(0)
  bench.events.listen(response)
}

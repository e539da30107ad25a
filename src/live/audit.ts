/** `audit.jsonl`: who did what to a live Slurm and when, a line of JSON each; nothing is read from it again. */
import { userInfo } from 'node:os'
import type { Json } from '../core/json.js'
import { type GrowingFile, nodeDisk } from '../runtime/runs/disk.js'

/** Something that happened, as logs and screens tell it. */
export interface LiveEvent {
  readonly event: string
  readonly [fact: string]: Json
}

export type EventSink = (event: LiveEvent) => void | Promise<void>

export interface Audit {
  add(event: LiveEvent): Promise<void>
  close(): Promise<void>
}

export async function openAudit(path: string): Promise<Audit> {
  const file: GrowingFile = await nodeDisk.grow(path)
  const user = userInfo().username
  return {
    add: ({ event, ...facts }) =>
      file.append(`${JSON.stringify({ time: new Date().toISOString(), user, event, ...facts })}\n`),
    close: () => file.close(),
  }
}

/** The events of a live Slurm, as lines: for a reader, or of JSON for a log. */
import type { Json } from '../../../core/json.js'
import type { EventSink, LiveEvent } from '../../../live/index.js'
import type { Terminal } from '../terminal.js'

export interface EventPrinting {
  readonly json?: true
}

export function tellerOn(terminal: Terminal, { json }: EventPrinting): EventSink {
  return (event) => {
    const time = new Date().toISOString()
    terminal.print(json ? JSON.stringify({ time, ...event }) : `${time} ${eventText(event)}`)
  }
}

function eventText({ event, ...facts }: LiveEvent): string {
  const words = Object.entries(facts).map(([name, value]) =>
    name === 'text' ? String(value) : `${name} ${valueText(name, value)}`,
  )
  return [`${event}:`, words.join(', ')].join(' ')
}

function valueText(name: string, value: Json): string {
  if (name === 'until') return new Date(Number(value) * 1000).toISOString()
  return Array.isArray(value) ? value.join(' ') : String(value)
}

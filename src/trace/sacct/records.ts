/** The rows of one export as they are read, before anything is decided of them. */
import { JSON_START, JsonReader } from './json.js'
import { LineReader } from './lines.js'
import type { RecordSink, SlurmRecord } from './record.js'
import { TextReader } from './text.js'
import { TimeReader } from './times.js'

/**
 * @param zone of local times
 * @throws QueuewrightError as `SacctParser` does
 */
export function slurmRecords(bytes: Uint8Array, zone: string | number): readonly SlurmRecord[] {
  const records: SlurmRecord[] = []
  const sink: RecordSink = {
    add: (record) => records.push(record),
    drop: () => {},
    bad: (error) => {
      throw error
    },
  }
  if (JSON_START.has(bytes.find((byte) => byte > 0x20) ?? 0)) {
    const json = new JsonReader(sink)
    json.push(bytes)
    json.end()
    return records
  }
  const text = new TextReader({ delimiter: null, unit: 'cores', times: new TimeReader(zone) }, sink)
  const lines = new LineReader((line, number, ended) => text.take(line, number, ended))
  lines.push(bytes)
  lines.end()
  text.end()
  return records
}

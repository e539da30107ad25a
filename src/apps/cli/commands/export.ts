/** `qw export`: what a run has done, batch by batch, for other programs. */
import { join } from 'node:path'
import { isObject } from '../../../core/codec.js'
import { csvField } from '../../../core/csv.js'
import { QueuewrightError } from '../../../core/errors.js'
import { plural } from '../../../core/format.js'
import type { Json } from '../../../core/json.js'
import { makeFolderOf, STANDARD_STREAM, writeOutput } from '../../../runtime/index.js'
import { nodeDisk } from '../../../runtime/runs/disk.js'
import { inspectRun, type JournalBatch, readBatches } from '../../../runtime/runs/index.js'
import type { Terminal } from '../terminal.js'

export async function exportCommand(
  folder: string,
  { out }: { readonly out: string },
  terminal: Terminal,
): Promise<void> {
  const batches: JournalBatch[] = []
  const { damage } = await readBatches(folder, (batch) => batches.push(batch))
  if (damage !== null) terminal.note(`${damage}; what stands before is exported`)
  if (out === STANDARD_STREAM) return writeOutput(out, batchesJson(batches))
  const write = async (file: string, pieces: Iterable<string>): Promise<void> => {
    await writeOutput(file, pieces)
    terminal.print(`${file}: ${plural(batches.length, 'batch', 'batches')}`)
  }
  if (/\.json(\.gz)?$/i.test(out)) return write(out, batchesJson(batches))
  if (/\.csv(\.gz)?$/i.test(out)) return write(out, batchesCsv(batches))
  if (/\.\w+$/.test(out)) {
    throw new QueuewrightError('usage', 'unknown format', {
      field: '--out',
      value: out,
      expected: 'a file that ends in .csv or .json, or a folder',
    })
  }
  await makeFolderOf(join(out, 'batches.csv'))
  await write(join(out, 'batches.csv'), batchesCsv(batches))
  await write(join(out, 'batches.json'), batchesJson(batches))
  for (const name of (await inspectRun(folder))?.artefacts ?? []) {
    await writeOutput(join(out, name), nodeDisk.pieces(join(folder, name)))
    terminal.print(join(out, name))
  }
}

function* batchesJson(batches: readonly JournalBatch[]): Generator<string> {
  yield '[\n'
  for (const [k, { batch, label, results, step }] of batches.entries()) {
    yield `${JSON.stringify({ batch, label, results, step })}${k + 1 < batches.length ? ',' : ''}\n`
  }
  yield ']\n'
}

/**
 * A line a batch: its number, its label, its tasks, the members of its step (those within them by `a.b`) and the results
 * of its tasks as JSON.
 */
function* batchesCsv(batches: readonly JournalBatch[]): Generator<string> {
  const rows = batches.map(({ step }) => new Map(membersOf('', step)))
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  yield `${['batch', 'label', 'tasks', ...columns, 'results'].map(csvField).join(',')}\n`
  for (const [k, { batch, label, results }] of batches.entries()) {
    const cells = columns.map((column) => rows[k].get(column) ?? '')
    yield `${[String(batch), label, String(results.length), ...cells, JSON.stringify(results)].map(csvField).join(',')}\n`
  }
}

/** Names and texts of the scalars in a value; lists as JSON. */
function membersOf(path: string, value: Json): readonly (readonly [string, string])[] {
  if (isObject(value)) {
    return Object.entries(value as Readonly<Record<string, Json>>).flatMap(([name, part]) =>
      membersOf(path === '' ? name : `${path}.${name}`, part),
    )
  }
  const name = path === '' ? 'step' : path
  if (value === null) return [[name, '']]
  return [[name, typeof value === 'string' ? value : JSON.stringify(value)]]
}

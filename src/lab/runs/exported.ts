/** The batches of a run for other programs: as CSV, as JSON, or both with the files that it left. */
import { join } from 'node:path'
import { isObject } from '../../core/codec.js'
import { csvField } from '../../core/csv.js'
import { QueuewrightError } from '../../core/errors.js'
import type { Json } from '../../core/json.js'
import { makeFolderOf, STANDARD_STREAM, writeOutput } from '../../runtime/index.js'
import { nodeDisk } from '../../runtime/runs/disk.js'
import { inspectRun, type JournalBatch, readBatches } from '../../runtime/runs/index.js'
import type { Ports } from '../ports.js'

export interface ExportedFile {
  readonly file: string
  /** Batches in it; null of a file that the run left. */
  readonly batches: number | null
}

/**
 * @param out a file by its ending, `-` for standard output as JSON, or a folder
 * @returns the files that were written; standard output is none
 * @throws QueuewrightError `usage` for a file of another format; as the reading of the run
 */
export async function exportRun(
  folder: string,
  out: string,
  ports: Pick<Ports, 'note'>,
): Promise<readonly ExportedFile[]> {
  const batches: JournalBatch[] = []
  const { damage } = await readBatches(folder, (batch) => batches.push(batch))
  if (damage !== null) ports.note(`${damage}; what stands before is exported`)
  const write = async (file: string, pieces: Iterable<string>): Promise<ExportedFile> => {
    await writeOutput(file, pieces)
    return { file, batches: batches.length }
  }
  if (out === STANDARD_STREAM) {
    await write(out, batchesJson(batches))
    return []
  }
  if (/\.json(\.gz)?$/i.test(out)) return [await write(out, batchesJson(batches))]
  if (/\.csv(\.gz)?$/i.test(out)) return [await write(out, batchesCsv(batches))]
  if (/\.\w+$/.test(out)) {
    throw new QueuewrightError('usage', 'unknown format', {
      field: '--out',
      value: out,
      expected: 'a file that ends in .csv or .json, or a folder',
    })
  }
  await makeFolderOf(join(out, 'batches.csv'))
  const written = [
    await write(join(out, 'batches.csv'), batchesCsv(batches)),
    await write(join(out, 'batches.json'), batchesJson(batches)),
  ]
  for (const name of (await inspectRun(folder))?.artefacts ?? []) {
    const file = join(out, name)
    await writeOutput(file, nodeDisk.pieces(join(folder, name)))
    written.push({ file, batches: null })
  }
  return written
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

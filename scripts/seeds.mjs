/**
 * Cells of a study over the seeds that it was run with, in parts (docs/published.md, "Scaled, at the published budget"): median,
 * least and most of ours beside the print, and whether the median is more than three points off. Where several parts of one
 * seed have a cell, such as that of EASY, they have to agree.
 * `node scripts/seeds.mjs 'fobj over EASY, %' RUN...`, the folders of finished runs.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const [table, ...folders] = process.argv.slice(2)
if (folders.length === 0)
  throw new Error("name the table and the runs: node scripts/seeds.mjs 'fobj over EASY, %' RUN...")
const FAR = 3

/** Cells by row and column: the print, and ours by seed. */
const cells = new Map()
/** How long the member that rules may choose was learnt, which no two runs of a table may differ in. */
let member
for (const folder of folders) {
  const { seed, budget, scaled, greedyBudget } = JSON.parse(
    readFileSync(join(folder, 'run.json'), 'utf8'),
  ).spec
  if (budget !== 1 || !scaled) throw new Error(`${folder} is not scaled, at a budget of 1`)
  member ??= { folder, greedyBudget }
  if (greedyBudget !== member.greedyBudget)
    throw new Error(`${member.folder} and ${folder} differ in --greedy-budget: theirs are other rules`)
  for (const { row, column, published, ours } of JSON.parse(
    readFileSync(join(folder, 'values.json'), 'utf8'),
  )) {
    if (!row.startsWith(`${table}: `)) continue
    const name = `${row.slice(table.length + 2)} | ${column}`
    const cell = cells.get(name) ?? { published, bySeed: new Map() }
    cells.set(name, cell)
    const known = cell.bySeed.get(seed)
    if (known !== undefined && known !== ours)
      throw new Error(`${name}: seed ${seed} has ${known} and ${ours}`)
    cell.bySeed.set(seed, ours)
  }
}

const shown = (value) => (value === null ? '–' : value.toFixed(2).replace('-', '−'))
const lines = [
  '| row | log | published | ours, median | least to most | seeds | |',
  '|---|---|---|---|---|---|---|',
]
for (const [name, { published, bySeed }] of cells) {
  const ours = [...bySeed.values()].filter((value) => value !== null).sort((a, b) => a - b)
  if (ours.length === 0) continue
  const middle = (ours[(ours.length - 1) >> 1] + ours[ours.length >> 1]) / 2
  const range = ours.length === 1 ? '' : `${shown(ours[0])} to ${shown(ours[ours.length - 1])}`
  const far = published !== null && Math.abs(middle - published) > FAR ? 'far' : ''
  const seeds = [...bySeed.keys()].sort().join(', ')
  lines.push(`| ${name} | ${shown(published)} | ${shown(middle)} | ${range} | ${seeds} | ${far} |`)
}
process.stdout.on('error', ({ code }) => {
  // Whoever reads on as far as `head` has what was wanted.
  if (code !== 'EPIPE') throw new Error(`the table cannot be written: ${code}`)
})
process.stdout.write(`${lines.join('\n')}\n`)

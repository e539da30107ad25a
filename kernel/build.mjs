/**
 * Compiles the kernel and writes it into the sources as text: `npm run build:kernel`, after every change in this folder.
 * With `--check` it fails where that was forgotten, and writes nothing.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const SOURCE = fileURLToPath(new URL('../src/sim/kernel/bytes.ts', import.meta.url))

const options = [
  ...['-O3', '--converge', '--shrinkLevel', '1', '--noAssert', '--runtime', 'stub', '--enable', 'simd'],
  ...['--baseDir', FOLDER, '--outFile', 'kernel.wasm'],
]
let bytes = null
const { error, stderr } = await asc.main(['index.ts', ...options], {
  writeFile: (_name, contents) => {
    bytes = contents
  },
})
if (error !== null || bytes === null) throw new Error(`the kernel does not compile:\n${stderr}`)

// Two digits a byte, in one line: longer than base64, and shorter when packed, since what is repeated stays so.
const digits = Buffer.from(bytes).toString('hex')
const source = `/** The kernel as WebAssembly, in hexadecimal digits. Made of kernel/ by \`npm run build:kernel\`; not to be edited. */
export const KERNEL_BYTES =
  '${digits}'
`

if (!process.argv.includes('--check')) writeFileSync(SOURCE, source)
else if (readFileSync(SOURCE, 'utf8') !== source) {
  process.stderr.write('src/sim/kernel/bytes.ts is not what kernel/ compiles to: npm run build:kernel\n')
  process.exitCode = 1
}

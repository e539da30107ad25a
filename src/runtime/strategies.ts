/** Files of strategies, told from logs by their content. */
import { readStrategy, STRATEGY_FORMAT, type StrategyArtefact } from '../strategy/index.js'
import { inputName, openInput, readInput } from './input.js'
import { STANDARD_STREAM } from './standard.js'

/** Bytes in which a strategy says what it is: it does so in the first line that has anything to say. */
const BEGINNING = 65_536

/**
 * @param path a file, or `-` for standard input
 * @throws QueuewrightError as `openInput` and `readStrategy`
 */
export async function loadStrategy(path: string): Promise<StrategyArtefact> {
  return readStrategy(await readInput(path), inputName(path))
}

/**
 * Whether a file is meant to be a strategy: a JSON document that names the format near its beginning, also one that is
 * damaged further on. Standard input is never looked into.
 * @throws QueuewrightError as `openInput`
 */
export async function isStrategy(path: string): Promise<boolean> {
  if (path === STANDARD_STREAM) return false
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of openInput(path)) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length >= BEGINNING) break
  }
  return /^[\s\uFEFF]*\{/.test(text) && text.includes(`"${STRATEGY_FORMAT}"`)
}

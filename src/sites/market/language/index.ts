/** language: requests, offers and resources as text. */
export {
  type At,
  type Condition,
  type Description,
  type Element,
  type Item,
  type Key,
  printDescriptions,
  type Value,
} from './ast.js'
export { parseDescriptions } from './parse.js'

/** Sites of a grid as an owner has written them in a file, for pages, which read no YAML. */

import { object, text } from '../../../core/codec.js'
import { isDocumentName } from '../../../core/documents.js'
import type { Json } from '../../../core/json.js'
import { Place } from '../../../core/place.js'
import { readWrittenText } from '../../../lab/inputs/written.js'
import { GRID_DOCUMENT, WRITTEN_SITES } from '../../../sites/index.js'
import { Refusal } from './refusal.js'

const ASKED = object({ name: text, text })
/** Policies that are files of the server's machine, which no page may name. */
const FILE = '@'

/** @throws QueuewrightError, Refusal */
export async function sitesAsked(asked: unknown): Promise<{ readonly sites: Json }> {
  const { name, text: content } = ASKED.decode(asked, Place.of('the request'))
  if (!isDocumentName(name)) throw new Refusal(400, 'a file of sites ends in .yaml, .yml or .json')
  const { sites } = await readWrittenText(content, name, GRID_DOCUMENT)
  if (sites.some(({ policy }) => policy.startsWith(FILE))) {
    throw new Refusal(400, 'sites that go by @FILE are read by qw grid alone')
  }
  return { sites: WRITTEN_SITES.encode(sites) }
}

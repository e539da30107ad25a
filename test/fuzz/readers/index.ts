/** Every reader of the house, fuzzed: adding one takes an entry in its file here. */
import type { FuzzedReader } from '../reader.js'
import { DOCUMENT_READERS } from './documents.js'
import { FOLDER_READERS } from './folders.js'
import { LOG_READERS } from './logs.js'
import { SITE_READERS } from './sites.js'
import { SLURM_READERS } from './slurm.js'
import { STATE_READERS } from './state.js'
import { TEXT_READERS } from './texts.js'

export const FUZZED_READERS: readonly FuzzedReader[] = [
  ...LOG_READERS,
  ...SLURM_READERS,
  ...DOCUMENT_READERS,
  ...TEXT_READERS,
  ...SITE_READERS,
  ...STATE_READERS,
  ...FOLDER_READERS,
]

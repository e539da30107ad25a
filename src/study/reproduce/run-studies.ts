/** The published studies that are runs: adding one takes its folder and one line here. */
import { FUZZY_TABLES } from './fuzzy-tables/study.js'
import { MULTI } from './multi/study.js'
import type { RunStudy } from './study.js'
import { THESIS_FRONT } from './thesis-front/study.js'
import { THESIS_GEOMETRY } from './thesis-geometry/study.js'
import { THESIS_GREEDY } from './thesis-greedy/study.js'
import { THESIS_GRID } from './thesis-grid/study.js'
import { THESIS_MARKET } from './thesis-market/study.js'
import { THESIS_REGIONS } from './thesis-regions/study.js'
import { THESIS_RULES } from './thesis-rules/study.js'

export const RUN_STUDIES: readonly RunStudy[] = [
  THESIS_GREEDY,
  THESIS_REGIONS,
  THESIS_FRONT,
  THESIS_GEOMETRY,
  THESIS_RULES,
  FUZZY_TABLES,
  THESIS_GRID,
  THESIS_MARKET,
  MULTI,
]

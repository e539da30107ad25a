/** The published studies that can be reproduced: adding one takes its folder and one line here. */
import { QueuewrightError } from '../../core/errors.js'
import { suggestion } from '../../core/suggest.js'
import { CMA_ES } from './cma-es/study.js'
import { DTLZ } from './dtlz/study.js'
import { EASY_2015 } from './easy-2015/study.js'
import { RLSCHEDULER_TABLE5 } from './rlscheduler-table5/study.js'
import { RUN_STUDIES } from './run-studies.js'
import { SC17_FIT } from './sc17-fit/study.js'
import { SC17_TABLE4 } from './sc17-table4/study.js'
import { SC17_TRIALS } from './sc17-trials/study.js'
import type { AnyStudy, RunStudy } from './study.js'
import { THESIS_SCALING } from './thesis-scaling/study.js'
import { ZDT } from './zdt/study.js'

export const STUDIES: readonly AnyStudy[] = [
  THESIS_SCALING,
  EASY_2015,
  SC17_FIT,
  SC17_TABLE4,
  SC17_TRIALS,
  RLSCHEDULER_TABLE5,
  ZDT,
  DTLZ,
  CMA_ES,
  ...RUN_STUDIES,
]

/** @throws QueuewrightError `usage` with a suggestion */
export function requireStudy(name: string): AnyStudy {
  const found = STUDIES.find((study) => study.name === name)
  if (found !== undefined) return found
  throw new QueuewrightError('usage', `unknown study ${name.slice(0, 80)}`, {
    remedy: suggestion(
      name,
      STUDIES.map((study) => study.name),
      'Studies',
    ),
  })
}

/** Whether a study is a run, to be done by an engine. */
export function isRun(study: AnyStudy): study is RunStudy {
  return 'prepare' in study
}

/** Files and pages of investigations, by their kind: adding a kind's looks takes its file and one line here. */
import type { Artefact, Found, InvestigationKind } from '../../evaluation/investigation.js'
import { FRONT } from '../../front/investigation.js'
import { LEARN } from '../../learn/investigation.js'
import { LEARN_MARKET } from '../../learn/market/investigation.js'
import { TRIALS } from '../../learn/score/trials/investigation.js'
import { ADVISE } from '../../study/advise/index.js'
import { STUDY } from '../../study/factorial/investigation.js'
import { MULTICLUSTER_COMPARISON } from '../../study/multicluster/investigation.js'
import { FRONT_GEOMETRY } from '../../study/reproduce/front-geometry.js'
import { REPRODUCTION } from '../../study/reproduce/reproduction.js'
import { adviseFiles } from './advise.js'
import { frontFiles } from './front.js'
import { frontGeometryFiles } from './front-geometry.js'
import { learnMarketFiles } from './learn-market.js'
import { multiclusterFiles } from './multicluster.js'
import { reproductionFiles } from './reproduction.js'
import { searchFiles } from './search.js'
import { studyFiles } from './study.js'
import { trialsFiles } from './trials.js'

type FilesOf = (found: Found) => Promise<readonly Artefact[]>

const LOOKS: ReadonlyMap<string, FilesOf> = new Map([
  looks(LEARN, searchFiles),
  looks(LEARN_MARKET, learnMarketFiles),
  looks(FRONT, frontFiles),
  looks(FRONT_GEOMETRY, frontGeometryFiles),
  looks(TRIALS, trialsFiles),
  looks(STUDY, studyFiles),
  looks(MULTICLUSTER_COMPARISON, multiclusterFiles),
  looks(ADVISE, adviseFiles),
  looks(REPRODUCTION, (found) => reproductionFiles(found, filesOf)),
])

/** All files of what an investigation of a kind has found: its data, and what shows it. Those of unknown kinds are data alone. */
export async function filesOf(kind: string, found: Found): Promise<readonly Artefact[]> {
  return LOOKS.get(kind)?.(found) ?? found.files
}

function looks<Result extends Found>(
  { kind }: InvestigationKind<Result>,
  files: (found: Result) => Promise<readonly Artefact[]>,
): readonly [string, FilesOf] {
  // What a kind finds is of its own type: the kind's name stands for it.
  return [kind, (found) => files(found as Result)]
}

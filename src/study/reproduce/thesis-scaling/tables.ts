/**
 * Tables 5.2 to 5.5 of C. Franke, doctoral thesis, Dortmund 2006, as printed, for the logs that are at hand in some
 * edition (SDSC95 is not; LANL is not scaled, it has 1,024 processors itself). Every scaled log is for 1,024 processors.
 *
 * Checked against each other: AWRT − AWWT depends on the log alone and agrees between EASY and FCFS, RC / (m·C_max) gives
 * UTIL, and n follows from d and the mean number of copies (test/unit/study). Where they disagree, they do so in print:
 * - the numbers of jobs of table 5.2, CTC d = 1, and table 5.3, SDSC00 d = 1, are those of d = 2 (2.03 % and 2.07 % of
 *   the jobs copied), that of table 5.2, SDSC96 d = 99, of d = 98 (97.98 %);
 * - table 5.3, SDSC96 d = 50: EASY and FCFS are of two different samples, with one RC between them;
 * - table 5.4, NASA: two numbers of jobs, 188,706 and 188,258, of one factor and one RC.
 */
import type { MatchPolicy } from '../../measured-run.js'

export const STUDY_LOGS = ['CTC', 'KTH', 'NASA', 'SDSC00', 'SDSC96'] as const
export type StudyLogName = (typeof STUDY_LOGS)[number]

/** The columns n, C_max, UTIL (in %), AWWT, AWRT and RC of one simulation. */
export type PublishedRun = readonly [
  n: number,
  lastEnd: number,
  UTIL: number,
  AWWT: number,
  AWRT: number,
  RC: number,
]

type ByPolicy<Runs> = Readonly<Record<MatchPolicy, Runs>>

/** The rows `ref` of all tables: the log on its own machine. */
export const ORIGINALS: Readonly<Record<StudyLogName, ByPolicy<PublishedRun>>> = {
  CTC: {
    easy: [79285, 29306750, 66, 13905, 53442, 8335013015],
    fcfs: [79285, 29306750, 66, 19460, 58996, 8335013015],
  },
  KTH: {
    easy: [28482, 29363625, 69, 24677, 75805, 2024854282],
    fcfs: [28482, 29381343, 69, 400649, 451777, 2024854282],
  },
  NASA: {
    easy: [42049, 7945421, 47, 6, 9482, 474928903],
    fcfs: [42049, 7945421, 47, 6, 9482, 474928903],
  },
  SDSC00: {
    easy: [67655, 63192267, 83, 76059, 116516, 6749918264],
    fcfs: [67655, 68623991, 77, 2182091, 2222548, 6749918264],
  },
  SDSC96: {
    easy: [37910, 31842431, 62, 9134, 48732, 8163457982],
    fcfs: [37910, 31842431, 62, 10594, 50192, 8163457982],
  },
}

/** The percentages of copied jobs in tables 5.2 and 5.3. */
export const PERCENTAGES = [1, 50, 99] as const

type ByPercentage = Readonly<
  Record<StudyLogName, ByPolicy<readonly [PublishedRun, PublishedRun, PublishedRun]>>
>

/** The whole numbers of copies of table 5.2, where only sizes are scaled by 1,024/m. */
export const WHOLE_COPIES: Readonly<Record<StudyLogName, number>> = {
  CTC: 3,
  KTH: 10,
  NASA: 8,
  SDSC00: 8,
  SDSC96: 3,
}

/** Table 5.2: sizes times 1,024/m, a whole number of copies. */
export const WHOLE: ByPercentage = {
  CTC: {
    easy: [
      [82509, 29306750, 66, 13851, 53377, 19798151305],
      [158681, 29306750, 75, 21567, 61117, 22259040765],
      [236269, 29306750, 83, 30555, 70083, 24960709755],
    ],
    fcfs: [
      [82509, 29306750, 66, 19579, 59105, 19798151305],
      [158681, 29306750, 75, 28116, 67666, 22259040765],
      [236269, 29306750, 83, 35724, 75253, 24960709755],
    ],
  },
  KTH: {
    easy: [
      [30984, 29363625, 69, 25002, 76102, 20698771517],
      [157614, 29363625, 68, 17786, 68877, 20485558974],
      [282228, 29363625, 67, 10820, 61948, 20258322777],
    ],
    fcfs: [
      [30984, 29373429, 69, 386539, 437640, 20698771517],
      [157614, 29376374, 68, 38411, 89503, 20485558974],
      [282228, 29363625, 67, 11645, 62773, 20258322777],
    ],
  },
  NASA: {
    easy: [
      [44926, 7945421, 47, 6, 9482, 3799431224],
      [190022, 7945421, 47, 5, 9481, 3799431224],
      [333571, 7945421, 47, 1, 9477, 3799431224],
    ],
    fcfs: [
      [44926, 7945421, 47, 6, 9482, 3799431224],
      [190022, 7945421, 47, 5, 9481, 3799431224],
      [333571, 7945421, 47, 1, 9477, 3799431224],
    ],
  },
  SDSC00: {
    easy: [
      [72492, 63201878, 83, 74241, 114698, 53999346112],
      [305879, 63189633, 83, 54728, 95185, 53999346112],
      [536403, 63189633, 83, 35683, 76140, 53999346112],
    ],
    fcfs: [
      [72492, 68569657, 77, 2165698, 2206155, 53999346112],
      [305879, 64177724, 82, 516788, 557245, 53999346112],
      [536403, 63189633, 83, 38787, 79244, 53999346112],
    ],
  },
  SDSC96: {
    easy: [
      [38678, 31842431, 62, 9503, 49070, 20140010107],
      [75562, 31842431, 68, 14858, 54305, 22307362421],
      [112200, 31842431, 75, 22966, 62540, 24410540372],
    ],
    fcfs: [
      [38678, 31842431, 62, 11175, 50741, 20140010107],
      [75562, 31842431, 68, 18448, 57896, 22307362421],
      [112200, 31842431, 75, 26058, 65632, 24410540372],
    ],
  },
}

/** Table 5.3: sizes times 1,024/m, as many copies on average. */
export const PRECISE: ByPercentage = {
  CTC: {
    easy: [
      [80407, 29306750, 66, 13695, 53250, 19679217185],
      [133981, 29306750, 66, 12422, 51890, 19734862061],
      [187605, 29306750, 66, 10527, 50033, 19930294802],
    ],
    fcfs: [
      [80407, 29306750, 66, 18706, 58261, 19679217185],
      [133981, 29306750, 66, 15256, 54724, 19734862061],
      [187605, 29306750, 66, 12014, 51519, 19930294802],
    ],
  },
  KTH: {
    easy: [
      [31160, 29363625, 69, 24457, 75562, 20702184590],
      [159096, 29363625, 69, 18868, 70002, 20725223128],
      [289030, 29363625, 69, 11903, 62981, 20737513457],
    ],
    fcfs: [
      [31160, 29381343, 69, 383217, 434322, 20702184590],
      [159096, 29371792, 69, 41962, 93097, 20725223128],
      [289030, 29363625, 69, 12935, 64013, 20737513457],
    ],
  },
  NASA: {
    easy: [
      [44870, 7945421, 47, 6, 9482, 3799431224],
      [188706, 7945421, 47, 2, 9478, 3799431224],
      [333774, 7945421, 47, 1, 9477, 3799431224],
    ],
    fcfs: [
      [44870, 7945421, 47, 6, 9482, 3799431224],
      [188706, 7945421, 47, 3, 9479, 3799431224],
      [333774, 7945421, 47, 1, 9477, 3799431224],
    ],
  },
  SDSC00: {
    easy: [
      [77462, 63192267, 83, 75056, 115513, 53999346112],
      [305802, 63189633, 83, 61472, 101929, 53999346112],
      [536564, 63189633, 83, 35881, 76338, 53999346112],
    ],
    fcfs: [
      [77462, 68486537, 77, 2141633, 2182090, 53999346112],
      [305802, 64341025, 82, 585902, 626359, 53999346112],
      [536564, 63189633, 83, 38729, 79186, 53999346112],
    ],
  },
  SDSC96: {
    easy: [
      [38459, 31842431, 62, 9504, 49084, 20100153862],
      [66059, 31842431, 62, 9214, 49087, 20106192767],
      [92750, 31842431, 62, 8040, 47796, 20171317735],
    ],
    fcfs: [
      [38459, 31842431, 62, 11079, 50658, 20100153862],
      [65627, 31842431, 62, 10126, 49823, 20106192767],
      [92750, 31842431, 62, 8604, 48360, 20171317735],
    ],
  },
}

export interface Adjusted {
  /** The factor that was found to match the original's AWRT and AWWT. */
  readonly factor: number
  readonly run: PublishedRun
}

/** Table 5.4: sizes and copies by an adjusted factor, d = 50. The text has 2.43 for CTC and EASY. */
export const ADJUSTED: Readonly<Record<StudyLogName, ByPolicy<Adjusted>>> = {
  CTC: {
    easy: { factor: 2.45, run: [136922, 29306750, 68, 14480, 54036, 20322861231] },
    fcfs: { factor: 2.45, run: [136922, 29306750, 68, 19503, 59058, 20322861231] },
  },
  KTH: {
    easy: { factor: 10.71, run: [165396, 29363625, 72, 24672, 75826, 21708443586] },
    fcfs: { factor: 10.71, run: [165396, 29379434, 72, 167185, 218339, 21708443586] },
  },
  NASA: {
    easy: { factor: 8, run: [188706, 7945421, 47, 2, 9478, 3799431224] },
    fcfs: { factor: 8, run: [188258, 7945421, 47, 4, 9480, 3799431224] },
  },
  SDSC00: {
    easy: { factor: 8.21, run: [312219, 63204664, 86, 75787, 116408, 55369411171] },
    fcfs: { factor: 8.58, run: [323903, 69074629, 82, 2180614, 2221139, 58020939264] },
  },
  SDSC96: {
    easy: { factor: 2.48, run: [66007, 31842431, 62, 8799, 48357, 20184805564] },
    fcfs: { factor: 2.48, run: [66007, 31842431, 62, 10008, 49566, 20184805564] },
  },
}

/** Table 5.5: jobs of the scaled logs that the thesis goes on with, other samples by the factors of EASY in table 5.4. */
export const FINAL_JOBS: Readonly<Record<StudyLogName, number>> = {
  CTC: 136471,
  KTH: 167375,
  NASA: 188986,
  SDSC00: 310745,
  SDSC96: 66185,
}

/** The log of table 5.5 that needs no scaling: its machine has 1,024 processors itself. */
export const UNSCALED = { log: 'LANL', jobs: 201_378 } as const

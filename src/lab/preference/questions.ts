/**
 * A preference by questions: "is A or B better?". Answers are kept as they are given, one a line, `12 77 A`: the numbers of
 * two evaluations of the front and which is better. The same answers lead to the same questions, so that whoever is
 * interrupted goes on where he was.
 */
import { existsSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { QueuewrightError } from '../../core/errors.js'
import type { FrontDocument } from '../../front/document.js'
import {
  answeredPreference,
  type Better,
  type DrawnFront,
  type GivenAnswer,
  type Inquiry,
  inquire,
  MOST_QUESTIONS,
  type Preference,
} from '../../preference/index.js'
import { inputName, readInput } from '../../runtime/index.js'

/** Two schedules to be compared, by the values of the front's objectives. */
export interface AskedPair {
  /** 1, 2, … */
  readonly number: number
  readonly most: number
  /** Names. */
  readonly objectives: readonly string[]
  readonly a: readonly number[]
  readonly b: readonly number[]
}

/** Null where whoever is asked has had enough. */
export type Ask = (pair: AskedPair) => Promise<Better | null>

export interface QuestionsOptions {
  /** Where answers are kept, and are read from; absent: nowhere. */
  readonly answers?: string
  readonly seed: number
}

/** The outcome of the questions. */
export interface Answered {
  readonly preference: Preference
  readonly inquiry: Inquiry
  /** By the number of its evaluation. */
  readonly best: number
}

const LINE = /^(?:(\d+)\s+(\d+)\s+)?([AaBb=])\s*(?:#.*)?$/

/**
 * @param ask is asked what the answers at hand do not say
 * @throws QueuewrightError `input-document` for answers that are none, or of other questions; `usage` where nothing was answered
 */
export async function preferByQuestions(
  name: string,
  front: FrontDocument,
  drawn: DrawnFront,
  { answers: file, seed }: QuestionsOptions,
  ask: Ask,
): Promise<Answered> {
  const senses = front.objectives.map(({ sense }) => sense)
  let inquiry = inquire({ senses, points: Float64Array.from(drawn.points.flat()) }, seed)
  const given: GivenAnswer[] = []
  const evaluationOf = (row: number) => front.points[row].evaluation
  const take = (better: Better): void => {
    const { a, b } = inquiry.question as NonNullable<Inquiry['question']>
    given.push({ a: evaluationOf(a), b: evaluationOf(b), better })
    inquiry = inquiry.answer(better)
  }
  for (const kept of file === undefined ? [] : await answersIn(file)) {
    if (inquiry.question === null) break
    const { a, b } = inquiry.question
    if (kept.pair !== null && (kept.pair[0] !== evaluationOf(a) || kept.pair[1] !== evaluationOf(b))) {
      throw new QueuewrightError('input-document', 'an answer to another question', {
        ...{ file: inputName(file as string), line: kept.line, value: kept.pair.join(' ') },
        expected: `${evaluationOf(a)} ${evaluationOf(b)}`,
        remedy: 'Answers go with one front and one --seed: take others, or another file',
      })
    }
    take(kept.better)
  }
  while (inquiry.question !== null) {
    const { a, b } = inquiry.question
    const pair = { objectives: drawn.objectives, a: drawn.points[a], b: drawn.points[b] }
    const better = await ask({ number: given.length + 1, most: MOST_QUESTIONS, ...pair })
    if (better === null) break
    // Before anything else, so that nothing is lost.
    if (file !== undefined) await appendFile(file, `${evaluationOf(a)} ${evaluationOf(b)} ${better}\n`)
    take(better)
  }
  if (given.length === 0) {
    throw new QueuewrightError('usage', 'no question was answered', {
      field: '--ask',
      expected: 'answers on a terminal, on standard input, or in the file of --answers',
    })
  }
  return {
    preference: answeredPreference(name, drawn, senses, inquiry, given),
    inquiry,
    best: evaluationOf(inquiry.belief.best),
  }
}

interface KeptAnswer {
  readonly line: number
  readonly pair: readonly [number, number] | null
  readonly better: Better
}

/** None of a file that is not there yet. */
async function answersIn(file: string): Promise<readonly KeptAnswer[]> {
  if (!existsSync(file)) return []
  const text = await readInput(file)
  return text.split(/\r?\n/).flatMap((written, k): readonly KeptAnswer[] => {
    const line = written.trim()
    if (line === '' || line.startsWith('#')) return []
    return [{ line: k + 1, ...answerOf(line, inputName(file), k + 1) }]
  })
}

/** @throws QueuewrightError `input-document` */
export function answerOf(text: string, file: string, line: number): Omit<KeptAnswer, 'line'> {
  const [, a, b, word] = LINE.exec(text.trim()) ?? []
  if (word === undefined) {
    throw new QueuewrightError('input-document', 'no answer', {
      ...{ file, line, value: text.slice(0, 80) },
      expected: 'A, B or =, after the numbers of two evaluations or alone',
    })
  }
  return { pair: a === undefined ? null : [Number(a), Number(b)], better: word.toUpperCase() as Better }
}

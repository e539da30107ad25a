/**
 * The score functions F1–F4 learnt from simulated trials (Carastan-Santos and de Camargo, SC'17, table 3), once with
 * the coefficients as printed and once (`-raw`) with the unsimplified ones of the study's released artefact
 * (`-raw`), which rank alike but for rounding.
 *
 * r the estimate, n the size, s the submit time counted from the study's origin. log10(0) is −∞: a job submitted at
 * the origin (or before it) goes before all others, as does, in F1, a job of r = 0; ties by job order.
 */
import type { OrderDeclaration } from './declaration.js'
import { staticRanking } from './ranking.js'

type ScoreFunction = (r: number, n: number, s: number) => number

const { log10, sqrt } = Math

function score(name: string, formula: string, source: string, f: ScoreFunction): OrderDeclaration {
  return {
    name,
    aliases: [],
    formula,
    source,
    parameters: [],
    create: (written) => ({
      name: written,
      bind: ({ jobs, jobs: { estimate, size, submit }, origin }) =>
        staticRanking(jobs, (job) => f(estimate[job], size[job], Math.max(0, submit[job] - origin))),
    }),
  }
}

const PRINTED = 'SC 2017, table 3'
const ARTEFACT = 'SC 2017, released artefact'

export const SC17_ORDERS: readonly OrderDeclaration[] = [
  score('f1', 'log10(r)·n + 870·log10(s)', PRINTED, (r, n, s) => log10(r) * n + 870 * log10(s)),
  score('f2', '√r·n + 25600·log10(s)', PRINTED, (r, n, s) => sqrt(r) * n + 25_600 * log10(s)),
  score('f3', 'r·n + 6860000·log10(s)', PRINTED, (r, n, s) => r * n + 6_860_000 * log10(s)),
  score('f4', 'r·√n + 530000·log10(s)', PRINTED, (r, n, s) => r * sqrt(n) + 530_000 * log10(s)),
  score(
    'f1-raw',
    '(0.0155183403·log10 r)(0.0005149209·n) + 0.0069596182·log10 s',
    ARTEFACT,
    (r, n, s) => 0.0155183403 * log10(r) * (0.0005149209 * n) + 0.0069596182 * log10(s),
  ),
  score(
    'f2-raw',
    '(0.0000342717·√r)(0.0076562110·n) + 0.0067364626·log10 s',
    ARTEFACT,
    (r, n, s) => 0.0000342717 * sqrt(r) * (0.007656211 * n) + 0.0067364626 * log10(s),
  ),
  score(
    'f3-raw',
    '(0.2188093701·r)(0.0000000049·n) + 0.0073580361·log10 s',
    ARTEFACT,
    (r, n, s) => 0.2188093701 * r * (0.0000000049 * n) + 0.0073580361 * log10(s),
  ),
  score(
    'f4-raw',
    '(0.0056500287·r)(0.0000024814·√n) + 0.0074444355·log10 s',
    ARTEFACT,
    (r, n, s) => 0.0056500287 * r * (0.0000024814 * sqrt(n)) + 0.0074444355 * log10(s),
  ),
]

/**
 * Table 3 of D. Carastan-Santos and R. Y. de Camargo: Obtaining Dynamic Scheduling Policies with Simulation and Machine
 * Learning, SC 2017, and what the program that they released prints for the same functions (github.com/hpcsched/
 * gen-sched-policies): c1, c2 and c3 with ten decimals, and the fitness. The paper's coefficient is c3/(c1·c2) of these
 * printed numbers, cut after three digits. Of F3, whose c2 is printed as 0.0000000049, two digits are known.
 */
export interface PublishedFunction {
  readonly name: string
  readonly symbols: string
  /** As formulas, the second with the coefficient. */
  readonly terms: readonly [string, string]
  readonly coefficient: number
  readonly fitness: number
  /** c1, c2, c3. */
  readonly released: readonly [number, number, number]
}

export const TABLE_3: readonly PublishedFunction[] = [
  {
    name: 'F1',
    symbols: 'log10(r)·n + c·log10(s)',
    terms: ['log10(estimate) * size', 'log10(submit)'],
    coefficient: 870,
    fitness: 0.0052776,
    released: [0.0155183403, 0.0005149209, 0.0069596182],
  },
  {
    name: 'F2',
    symbols: '√r·n + c·log10(s)',
    terms: ['sqrt(estimate) * size', 'log10(submit)'],
    coefficient: 25_600,
    fitness: 0.0053168,
    released: [0.0000342717, 0.007656211, 0.0067364626],
  },
  {
    name: 'F3',
    symbols: 'r·n + c·log10(s)',
    terms: ['estimate * size', 'log10(submit)'],
    coefficient: 6_860_000,
    fitness: 0.0054076,
    released: [0.2188093701, 0.0000000049, 0.0073580361],
  },
  {
    name: 'F4',
    symbols: 'r·√n + c·log10(s)',
    terms: ['estimate * sqrt(size)', 'log10(submit)'],
    coefficient: 530_000,
    fitness: 0.0054818,
    released: [0.0056500287, 0.0000024814, 0.0074444355],
  },
]

/** Candidates of the paper, section 3.3: 4³ base functions, 3² operators. */
export const CANDIDATES = 576

/** The algorithms by name. `head` is FCFS over any order (with a dynamic order: greedy). */
export const ALGORITHM_NAMES = ['head', 'list', 'easy', 'cons'] as const
export type AlgorithmName = (typeof ALGORITHM_NAMES)[number]

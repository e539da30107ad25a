/** What a caller may choose, and the defaults; apart, so that the command's help loads nothing of the model. */

/** Which jobs a log has: all as one class, both classes side by side, or one of them. */
export const LUBLIN_CLASSES = ['combined', 'both', 'batch', 'interactive'] as const
export type LublinClasses = (typeof LUBLIN_CLASSES)[number]

/** One class of jobs. */
export type LublinClassName = Exclude<LublinClasses, 'both'>

/** What is cut to whole seconds. */
export const LUBLIN_ROUNDINGS = ['arrivals', 'gaps'] as const
export type LublinRounding = (typeof LUBLIN_ROUNDINGS)[number]

export const LUBLIN_DEFAULTS = { seed: 1, processors: 128, jobs: 10_000 } as const

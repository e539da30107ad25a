/**
 * The commands, by what they are for. Each family is declared, with its options, in a file of declarations/, which is
 * imported when one of its commands is called: a call loads nothing of the others.
 */
import type { Command } from 'commander'
import type { CommandContext } from './declarations/context.js'

/** Commands that are declared together. */
export interface Family {
  readonly names: readonly string[]
  /** Adds them to the program. */
  readonly declare: () => Promise<(program: Command, context: CommandContext) => void>
}

export interface Purpose {
  /** As the program's help calls it. */
  readonly heading: string
  readonly families: readonly Family[]
}

export const PURPOSES: readonly Purpose[] = [
  {
    heading: 'A log, and the machine that it is of:',
    families: [
      {
        names: ['info', 'convert'],
        declare: async () => (await import('./declarations/logs.js')).declareLogs,
      },
      {
        names: ['import', 'fidelity'],
        declare: async () => (await import('./declarations/imports.js')).declareImports,
      },
      {
        names: ['calibrate'],
        declare: async () => (await import('./declarations/calibrate.js')).declareCalibrate,
      },
    ],
  },
  {
    heading: 'What policies do on it:',
    families: [
      {
        names: ['compare', 'simulate', 'policies', 'settings'],
        declare: async () => (await import('./declarations/experiments.js')).declareExperiments,
      },
      { names: ['why'], declare: async () => (await import('./declarations/why.js')).declareWhy },
      { names: ['bounds'], declare: async () => (await import('./declarations/bounds.js')).declareBounds },
      { names: ['serve'], declare: async () => (await import('./declarations/serve.js')).declareServe },
    ],
  },
  {
    heading: 'Policies that are better:',
    families: [
      { names: ['advise'], declare: async () => (await import('./declarations/advise.js')).declareAdvise },
      { names: ['tune'], declare: async () => (await import('./declarations/tune.js')).declareTune },
      { names: ['learn'], declare: async () => (await import('./declarations/learn.js')).declareLearners },
      {
        names: ['evaluate', 'explain'],
        declare: async () => (await import('./declarations/strategies.js')).declareStrategies,
      },
      { names: ['front'], declare: async () => (await import('./declarations/front.js')).declareFront },
      {
        names: ['front-compare'],
        declare: async () => (await import('./declarations/front-compare.js')).declareFrontCompare,
      },
      { names: ['prefer'], declare: async () => (await import('./declarations/prefer.js')).declarePrefer },
      { names: ['scores'], declare: async () => (await import('./declarations/scores.js')).declareScores },
    ],
  },
  {
    heading: 'From here to the batch system:',
    families: [
      {
        names: ['export-policy'],
        declare: async () => (await import('./declarations/export-policy.js')).declareExportPolicy,
      },
      { names: ['live'], declare: async () => (await import('./declarations/live.js')).declareLive },
    ],
  },
  {
    heading: 'Experiments and runs:',
    families: [
      {
        names: ['study'],
        declare: async () => (await import('./declarations/study-file.js')).declareStudyFiles,
      },
      {
        names: ['reproduce'],
        declare: async () => (await import('./declarations/reproduce.js')).declareReproduce,
      },
      {
        names: ['resume', 'runs', 'show', 'export'],
        declare: async () => (await import('./declarations/runs.js')).declareRuns,
      },
      { names: ['worker'], declare: async () => (await import('./declarations/workers.js')).declareWorkers },
    ],
  },
  {
    heading: 'Several machines:',
    families: [
      { names: ['grid'], declare: async () => (await import('./declarations/grid.js')).declareGrid },
      { names: ['market'], declare: async () => (await import('./declarations/market.js')).declareMarket },
      {
        names: ['multicluster'],
        declare: async () => (await import('./declarations/multicluster.js')).declareMulticluster,
      },
    ],
  },
  {
    heading: 'Other workloads:',
    families: [
      {
        names: ['generate'],
        declare: async () => (await import('./declarations/generate.js')).declareGenerate,
      },
      {
        names: ['sessions', 'model'],
        declare: async () => (await import('./declarations/models.js')).declareModels,
      },
      {
        names: ['estimates'],
        declare: async () => (await import('./declarations/estimates.js')).declareEstimates,
      },
      {
        names: ['split', 'merge', 'shift', 'thin', 'load'],
        declare: async () => (await import('./declarations/transforms.js')).declareTransforms,
      },
      { names: ['scale'], declare: async () => (await import('./declarations/scale.js')).declareScale },
    ],
  },
]

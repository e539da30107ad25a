/**
 * Where tests find job logs and reference schedules, and what to do when something they need is absent.
 *
 * Real logs, other simulators' results and runs of a real Slurm are not part of the project. They are looked for in the
 * folders named by QUEUEWRIGHT_TRACES, QUEUEWRIGHT_REFERENCE and QUEUEWRIGHT_SLURM_RUNS, else beside the checkout in
 * ../shared. A test that needs them
 * uses `describe.skipIf(missing(traces))`; the closing summary (reporter.ts) names what was left out and why, and
 * under CI=true a missing requirement is a failure (reporter.ts).
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'

/** By the package's own name: this file may have been transpiled to another folder, or bundled. */
const root = dirname(createRequire(import.meta.url).resolve('queuewright/package.json'))

function folder(variable: string, fallback: string): string | null {
  const path = process.env[variable] ?? join(root, '..', 'shared', fallback)
  return existsSync(path) ? path : null
}

export const PROJECT_ROOT = root
export const TRACES = folder('QUEUEWRIGHT_TRACES', 'traces')
export const REFERENCE = folder('QUEUEWRIGHT_REFERENCE', 'reference')
/** Whole runs of a real Slurm. */
export const SLURM_RUNS = folder('QUEUEWRIGHT_SLURM_RUNS', 'slurm/real')

/** Something of the surroundings that some tests need. */
export interface Requirement {
  readonly name: string
  readonly present: boolean
  readonly remedy: string
}

/** What starts a program as the first process of a container, as far as process numbers go. */
export const CONTAINER = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'] as const

function command(name: string, remedy: string, version = '--version'): Requirement {
  return { name, present: spawnSync(name, [version], { stdio: 'ignore' }).status === 0, remedy }
}

function isProgram(name: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((at) => existsSync(join(at, name)))
}

export const requirements = {
  traces: {
    name: 'job logs',
    present: TRACES !== null,
    remedy: 'put them in ../shared/traces or name their folder in QUEUEWRIGHT_TRACES',
  },
  reference: {
    name: 'reference schedules',
    present: REFERENCE !== null,
    remedy: 'put them in ../shared/reference or name their folder in QUEUEWRIGHT_REFERENCE',
  },
  slurmRuns: {
    name: 'runs of a real Slurm',
    present: SLURM_RUNS !== null,
    remedy: 'put them in ../shared/slurm/real or name their folder in QUEUEWRIGHT_SLURM_RUNS',
  },
  cxx: command('g++', 'apt-get install g++'),
  redis: command('redis-server', 'apt-get install redis-server'),
  python: command('python3', 'apt-get install python3'),
  lua: { name: 'lua5.4', present: isProgram('lua5.4'), remedy: 'apt-get install lua5.4' },
  openssl: command('openssl', 'apt-get install openssl', 'version'),
  chromium: {
    name: 'chromium',
    // It would take a second to say its version.
    present: isProgram('chromium'),
    remedy: 'apt-get install chromium',
  },
  slurm: {
    name: 'a Slurm that may be started (slurmctld, slurmd, slurmdbd, mariadbd, munged; as root)',
    present:
      process.getuid?.() === 0 &&
      ['slurmctld', 'slurmd', 'slurmdbd', 'mariadbd', 'munged', 'sbatch', 'setpriv'].every(isProgram),
    remedy:
      'apt-get install slurmctld slurmd slurm-client slurmdbd slurm-wlm-mysql-plugin mariadb-server munge, and run the tests as root',
  },
  containers: {
    name: 'process numbers and mounts of its own for a program (unshare)',
    present:
      spawnSync(CONTAINER[0], [...CONTAINER.slice(1), '--mount', 'true'], { stdio: 'ignore' }).status === 0,
    remedy: 'run the tests as root, where the system allows unshare',
  },
} satisfies Record<string, Requirement>

export function missing(...needed: Requirement[]): boolean {
  return needed.some((requirement) => !requirement.present)
}

/** Path of a job log; only for tests that skip when `requirements.traces` is missing. */
export function tracePath(file: string): string {
  return join(TRACES ?? '', file)
}

/** Path of a reference schedule; only for tests that skip when `requirements.reference` is missing. */
export function referencePath(file: string): string {
  return join(REFERENCE ?? '', file)
}

/** Plots of waits against what is known of jobs. */

import { type Block, figure } from '../../core/exhibit.js'
import type { Schedule } from '../../sim/schedule.js'
import { durationClasses, sizeClasses } from '../density.js'
import { spreadPlot } from '../plots/spread.js'

const EXPLANATION =
  'Each column is one class of jobs. Shades show how its waits are spread; the box holds the middle half.'

/** Waits against size and against run time. */
export function waitFigures(schedule: Schedule, policy: string, id: string): Block[] {
  const { jobs, start } = schedule
  const waits = start.map((second, row) => second - jobs.submit[row])
  const largest = jobs.size.reduce((most, size) => Math.max(most, size), 1)
  const longest = jobs.runtime.reduce((most, runtime) => Math.max(most, runtime), 1)
  const bySize = spreadPlot({
    name: `${id}-wait-size`,
    label: `Waits under ${policy} by size of the job`,
    classesOf: 'processors of the job',
    valuesOf: 'wait',
    classes: sizeClasses(largest),
    by: jobs.size,
    values: waits,
  })
  const byRuntime = spreadPlot({
    name: `${id}-wait-run`,
    label: `Waits under ${policy} by run time of the job`,
    classesOf: 'run time of the job',
    valuesOf: 'wait',
    classes: durationClasses(longest),
    by: jobs.runtime,
    values: waits,
  })
  return [
    figure(bySize, `Wait against size. ${EXPLANATION}`),
    figure(byRuntime, `Wait against run time. ${EXPLANATION}`),
  ]
}

/**
 * The floors of docs/architecture.md: a room may import only from rooms on lower floors,
 * never sideways and never upwards. Rooms that do not exist yet have no rule.
 */
const floors = [
  ['core'],
  ['trace', 'optimize'],
  ['sim', 'geometry'],
  ['workload', 'strategy', 'preference', 'deploy', 'calibrate'],
  ['sites'],
  ['evaluation'],
  ['front', 'learn'],
  ['study'],
  ['report'],
  ['runtime'],
  ['live'],
  ['lab'],
  ['apps'],
]

/** Rooms below `runtime`: what is pure. */
const pure = floors.slice(
  0,
  floors.findIndex((rooms) => rooms.includes('runtime')),
)

/** The floors within the lab, on the ground of its ports and failures. */
const labFloors = [
  ['inputs'],
  ['runs', 'logs', 'preference', 'explain'],
  ['experiments', 'sites', 'live'],
  ['investigations', 'calibrate'],
  ['export'],
  ['faces'],
]

/** @param place where the rooms lie, with a slash at its end */
const downwards = (place, floors) =>
  floors.flatMap((rooms, floor) =>
    rooms.map((room) => {
      const below = floors.slice(0, floor).flat()
      const allowed = [room, ...below].join('|')
      return {
        name: `${place}${room} looks down only`,
        comment: `${place}${room} may import only: ${below.join(', ') || 'nothing there'}`,
        severity: 'error',
        from: { path: `^${place}${room}/` },
        to: { path: `^${place}[^/]+/`, pathNot: `^${place}(${allowed})/` },
      }
    }),
  )

module.exports = {
  forbidden: [
    ...downwards('src/', floors),
    ...downwards('src/lab/', labFloors),
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'pure-below-runtime',
      comment: 'What is pure runs in browsers too: nothing of Node; effects live in runtime and apps only',
      severity: 'error',
      from: { path: `^src/(${pure.flat().join('|')})/` },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'lab-has-no-face',
      comment: 'What the lab does serves every face: it knows no command line, no terminal and no process',
      severity: 'error',
      from: { path: '^src/lab/' },
      to: {
        path: '^(commander|cli-progress)$|/node_modules/(commander|cli-progress)/|^(node:)?(process|readline|tty)$',
      },
    },
    {
      name: 'pages-are-pure',
      comment: 'What runs in a browser knows pure rooms only: no files, no processes, and no server',
      severity: 'error',
      from: { path: '^src/apps/web/client/' },
      to: { path: '^src/(runtime|lab|apps/(cli|web/server))/' },
    },
    {
      name: 'pages-need-no-node',
      comment: 'A browser has nothing of Node',
      severity: 'error',
      from: { path: '^src/apps/web/(client|protocol)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, path: '^src/', pathNot: '[.]d[.]ts$' },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.js'] },
  },
}

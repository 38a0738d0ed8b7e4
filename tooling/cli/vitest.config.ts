import { nodeTests, sharedModules } from '../../vitest.base.ts'

// By default a core is left free, which on two cores means one file at a time.
const concurrent = nodeTests({
  name: 'concurrent',
  maxWorkers: 2,
  isolate: false,
  exclude: ['src/release/**', '**/node_modules/**'],
  // V8 would optimize the code of each short-lived engine, which takes more time than it saves.
  execArgv: ['--liftoff-only'],
})

// Sequential, because two files build an outdated shell into the same folder.
const release = sharedModules.map(({ test }) => ({ test }))

export default nodeTests({ projects: [concurrent, ...release] })

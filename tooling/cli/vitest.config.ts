import { configDefaults } from 'vitest/config'
import { nodeTests } from '../../vitest.base.ts'

const MOCKS = 'src/**/*.mocks.test.ts'

/** By default a core is left free, which on two cores means one file at a time. */
const others = nodeTests({
  name: 'project and dev-stack',
  include: ['src/{project,dev-stack}/**/*.test.ts'],
  exclude: [...configDefaults.exclude, MOCKS],
  maxWorkers: 2,
  isolate: false,
  // V8 would optimize the code of each short-lived engine, which takes more time than it saves.
  execArgv: ['--liftoff-only'],
})

/** Sequential, because two files build an outdated shell into the same folder. */
const sequential = { fileParallelism: false, sequence: { groupOrder: 1 } }
const release = nodeTests({
  name: 'release',
  include: ['src/release/**/*.test.ts'],
  exclude: [...configDefaults.exclude, MOCKS],
  isolate: false,
  ...sequential,
})
const mocks = nodeTests({ name: 'mocks', include: [MOCKS], ...sequential })

export default { test: { projects: [others, release, mocks] } }

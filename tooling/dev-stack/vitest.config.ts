import { nodeTests } from '../../vitest.base.ts'

// By default a core is left free, which on two cores means one file at a time.
export default nodeTests({
  maxWorkers: 2,
  isolate: false,
  // V8 would optimize the code of each short-lived engine, which takes more time than it saves.
  execArgv: ['--liftoff-only'],
})

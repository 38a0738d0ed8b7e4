import { nodeTests, sharedModules } from '../../vitest.base.ts'

export default nodeTests({
  projects: sharedModules,
  // V8 would optimize the code of each short-lived engine, which takes more time than it saves.
  execArgv: ['--liftoff-only'],
})

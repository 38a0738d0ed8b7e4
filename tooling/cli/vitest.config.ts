import { nodeTests } from '../../vitest.base.ts'

export default nodeTests({
  // V8 would optimize the code of each short-lived engine, which takes more time than it saves.
  execArgv: ['--liftoff-only'],
})

import { nodeTests } from '../vitest.base.ts'

export default nodeTests({
  globalSetup: ['src/testing/pglite.setup.ts', 'src/testing/postgres.setup.ts'],
  // V8 would optimize the code of each short-lived engine, which takes more time than it saves.
  execArgv: ['--liftoff-only'],
})

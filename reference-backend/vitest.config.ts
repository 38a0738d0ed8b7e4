import { nodeTests } from '../vitest.base.ts'

export default nodeTests({
  include: ['src/**/*.test.ts'],
  globalSetup: ['src/testing/pglite.setup.ts', 'src/testing/postgres.setup.ts'],
  // Loading the embedded engine for each file would add a second per file.
  isolate: false,
  // V8 would optimize the code of each short-lived engine, which takes more time than it saves.
  execArgv: ['--liftoff-only'],
})

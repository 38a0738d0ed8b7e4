import { remoteTests } from '@canje/tab-testing/vitest'
import { sharedModules } from '../vitest.base.ts'

export default remoteTests({
  projects: sharedModules,
  globalSetup: ['./tests/backends.setup.ts', './tests/postgres.setup.ts', './tests/week.setup.ts'],
})

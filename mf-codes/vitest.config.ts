import { remoteTests } from '@canje/tab-testing/vitest'
import { sharedModules } from '../vitest.base.ts'

export default remoteTests({
  projects: sharedModules,
  globalSetup: ['@canje/tab-testing/backend-per-worker', './tests/postgres.setup.ts', './tests/week.setup.ts'],
})

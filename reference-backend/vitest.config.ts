import { nodeTests } from '../vitest.base.ts'

export default nodeTests({
  globalSetup: ['src/testing/pglite.setup.ts', 'src/testing/postgres.setup.ts'],
})

import { nodeTests } from '../vitest.base.ts'

export default nodeTests({
  include: ['src/**/*.test.ts'],
})

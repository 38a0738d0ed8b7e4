import { nodeTests } from '../../vitest.base.ts'

// The template has tests too, of the remotes that it creates.
export default nodeTests({ include: ['src/**/*.test.ts'] })

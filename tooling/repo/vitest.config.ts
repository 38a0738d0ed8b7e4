import { nodeTests } from '../../vitest.base.ts'

// By default a core is left free, which on two cores means one file at a time.
export default nodeTests({ maxWorkers: 2, isolate: false })

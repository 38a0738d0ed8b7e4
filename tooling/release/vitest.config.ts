import { nodeTests } from '../../vitest.base.ts'

// Two files build the shell when it is out of date; at the same time they would do so into the same folder.
export default nodeTests({ fileParallelism: false })

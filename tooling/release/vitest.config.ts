import { nodeTests, sharedModules } from '../../vitest.base.ts'

// Sequential, because two files build an outdated shell into the same folder.
export default nodeTests({ fileParallelism: false, projects: sharedModules })

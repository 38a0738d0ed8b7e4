import { nodeTests, sharedModules } from '../vitest.base.ts'

export default nodeTests({ projects: sharedModules })

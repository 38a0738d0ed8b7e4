import { documentTests } from '../vitest.base.ts'

export default { ...documentTests({ testTimeout: 30_000 }), define: { SHELL_BUILD: '"shell-build"' } }

import { expect, it } from 'vitest'
import { buildRemote, productionRemotes } from './testing/build-remote'

const root = productionRemotes()

it.each(['@canje/shared-auth/host', '../node_modules/@canje/shared-auth/src/host'])(
  'refuses a remote that imports %s, which starts and ends sessions',
  async (request) => {
    const build = buildRemote(root(), {
      'src/Tab.tsx': `import * as host from '${request}'\nexport default () => host`,
    })
    await expect(build).rejects.toThrow(/src\/Tab\.tsx cannot import .*\/host: only the shell starts and ends sessions/)
  },
)

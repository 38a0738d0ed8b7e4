import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildRemote, productionRemotes } from './testing/build-remote'

const root = productionRemotes()

it('lists in release.json what the code of each chunk uses of shared modules, and nothing that is removed', async () => {
  const { release } = await buildRemote(root(), {
    'src/Tab.tsx': `
      import * as React from 'react'
      import { apiClient, type TabProps } from '@canje/shared-auth'
      import { shown } from './library'
      import { Table } from '@canje/shared-ui'
      const Lazy = React.lazy(() => import('./Lazy'))
      export default (props: TabProps) => <Lazy {...props} shown={[shown, apiClient, Table]} />`,
    'src/Lazy.tsx': "export { ObjectUtils as default } from 'primereact/utils'",
    'src/library.ts': `
      import { useRef, useState } from 'react'
      import { ZIndexUtils } from 'primereact/utils'
      import { kept } from 'pure'
      export const shown = () => useState(kept)
      export const unused = () => [useRef(0), ZIndexUtils]`,
    'node_modules/pure/package.json': '{ "name": "pure", "version": "1.0.0", "main": "a.ts", "sideEffects": false }',
    'node_modules/pure/a.ts': "export * from './removed'; export const kept = 0",
    'node_modules/pure/removed.ts': "import { memo } from 'react'; export const removed = memo(() => null)",
    'node_modules/@canje/shared-ui/index.ts': "import { useMemo } from 'react'; export const Table = useMemo",
  })
  expect(release.uses).toEqual({
    'primereact/utils': ['ObjectUtils'],
    react: ['lazy', 'useMemo', 'useState'],
    'react/jsx-runtime': ['jsx'],
    'shared-auth': ['apiClient'],
    [release.sharedUi.key]: ['Table'],
  })

  // The runtime refuses other versions of them: a remote has no copy.
  const entry = await readFile(join(root(), 'dist', release.entry), 'utf8')
  const strict = /shareKey:"([^"]+)",import:null,requiredVersion:"([^"]+)",strictVersion:!0,singleton:!0/g
  const { requires } = release
  expect(Object.fromEntries([...entry.matchAll(strict)].map(([, key, range]) => [key, range]))).toEqual({
    'primereact/utils': requires.primereact,
    react: requires.react,
    'react/jsx-runtime': requires.react,
    'shared-auth': requires['shared-auth'],
  })
})

import { exampleRelease } from '@canje/registry/testing'
import { expect, it } from 'vitest'
import { shellWith } from '../../../tests/shell-with'
import { ownSharedUi } from './budget'

it('notes no copy of shared-ui in a shell that has the same', () => {
  const manifest = { ...exampleRelease({ requires: {} }), name: 'mf-codes', sharedUi: { key: 'same', files: [] } }
  const shells = ['same', 'another'].map((sharedUi) => ({ ...shellWith(), url: sharedUi, sharedUi }))
  expect(ownSharedUi('/', manifest, shells)).toEqual([expect.stringContaining('another has another')])
})

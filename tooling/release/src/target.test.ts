import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from 'workspace'
import { chosenName, chosenRelease, chosenRemote } from './target'

const codes = join(ROOT, 'mf-codes')
const unclear = [expect.objectContaining({ code: 'remote-unknown', message: 'It is not clear which remote is meant.' })]

it('takes the remote of the folder, and the named one anywhere', () => {
  expect(chosenRemote(undefined, codes).value).toMatchObject({ name: 'mf-codes', directory: codes })
  expect(chosenRemote('mf-users', codes).value).toMatchObject({ name: 'mf-users' })
})

it.each([ROOT, join(ROOT, 'docs'), join(ROOT, 'shell')])('asks which remote is meant in %s', (folder) => {
  expect(chosenRemote(undefined, folder)).toEqual({ findings: unclear })
  expect(chosenName(undefined, folder)).toEqual({ findings: unclear })
  expect(chosenRelease('1.2.0', folder)).toEqual({ findings: unclear })
})

it('says which remotes there are to build', () => {
  const [finding] = chosenRemote('shell', ROOT).findings
  expect(finding?.message).toBe('There is no remote "shell" in this repository.')
  expect(finding?.fix).toContain('mf-codes')
})

it('knows a release by its version in the remote’s folder, by both anywhere', () => {
  expect(chosenRelease('1.2.0', codes).value).toEqual({ name: 'mf-codes', version: '1.2.0' })
  expect(chosenRelease('mf-users@1.2.0', codes).value).toEqual({ name: 'mf-users', version: '1.2.0' })
  expect(chosenName('mf-elsewhere', ROOT).value).toBe('mf-elsewhere')
})

import { join } from 'node:path'
import { ROOT } from 'repo'
import { expect, it } from 'vitest'
import { contextOf } from './context'
import { chosenRelease, readTarget } from './stored-target'
import { chosenRemote } from './target'

const codes = join(ROOT, 'mf-codes')
const unclear = 'No remote is specified.'

it('resolves the remote of the folder, or the named one', () => {
  expect(chosenRemote(undefined, codes)).toMatchObject({ name: 'mf-codes', directory: codes })
  expect(chosenRemote('mf-users', codes)).toMatchObject({ name: 'mf-users' })
})

it.each([ROOT, join(ROOT, 'docs'), join(ROOT, 'shell')])('requires the name of a remote in %s', async (folder) => {
  expect(() => chosenRemote(undefined, folder)).toThrow(unclear)
  const context = contextOf({ store: '/nowhere' }, folder, {}, new AbortController().signal)
  await expect(readTarget(context, undefined)).rejects.toThrow(unclear)
  const finding = { code: 'remote-unknown', message: unclear, fix: expect.stringContaining('mf-codes@1.2.0') }
  expect(() => chosenRelease('mf-codes', folder)).toThrow(expect.objectContaining({ findings: [finding] }))
})

it('lists the remotes of the repository when the name is unknown', () => {
  const message = 'There is no remote "shell" in this repository.'
  const finding = { code: 'remote-unknown', message, fix: expect.stringContaining('mf-codes') }
  expect(() => chosenRemote('shell', ROOT)).toThrow(expect.objectContaining({ findings: [finding] }))
})

it('resolves a release by its version in the remote’s folder, or by name and version', () => {
  expect(chosenRelease('1.2.0', codes)).toEqual({ name: 'mf-codes', version: '1.2.0' })
  expect(chosenRelease('mf-users@1.2.0', codes)).toEqual({ name: 'mf-users', version: '1.2.0' })
})

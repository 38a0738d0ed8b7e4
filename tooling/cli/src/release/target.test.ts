import { join } from 'node:path'
import { ROOT } from 'repo'
import { expect, it } from 'vitest'
import { contextOf } from './context'
import { chosenRelease, readTarget } from './stored-target'
import { chosenRemote } from './target'

const codes = join(ROOT, 'mf-codes')
const unclear = [expect.objectContaining({ code: 'remote-unknown', message: 'No remote is specified.' })]

it('resolves the remote of the folder, or the named one', () => {
  expect(chosenRemote(undefined, codes).value).toMatchObject({ name: 'mf-codes', directory: codes })
  expect(chosenRemote('mf-users', codes).value).toMatchObject({ name: 'mf-users' })
})

it.each([ROOT, join(ROOT, 'docs'), join(ROOT, 'shell')])('requires the name of a remote in %s', async (folder) => {
  expect(chosenRemote(undefined, folder)).toEqual({ findings: unclear })
  const context = contextOf({ store: '/nowhere' }, folder, {}, new AbortController().signal)
  expect(await readTarget(context, undefined)).toEqual({ findings: unclear })
  expect(chosenRelease('1.2.0', folder)).toEqual({ findings: unclear })
})

it('lists the remotes of the repository when the name is unknown', () => {
  const [finding] = chosenRemote('shell', ROOT).findings
  expect(finding?.message).toBe('There is no remote "shell" in this repository.')
  expect(finding?.fix).toContain('mf-codes')
})

it('resolves a release by its version in the remote’s folder, or by name and version', () => {
  expect(chosenRelease('1.2.0', codes).value).toEqual({ name: 'mf-codes', version: '1.2.0' })
  expect(chosenRelease('mf-users@1.2.0', codes).value).toEqual({ name: 'mf-users', version: '1.2.0' })
})

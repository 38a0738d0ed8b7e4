import type { RegisteredRemote } from '@canje/registry'
import { expect, it } from 'vitest'
import { nextMajors } from './next-majors'

const remote = (name: string, version: string, requires: Record<string, string>) =>
  ({ name, live: { version, requires }, previous: [] }) as unknown as RegisteredRemote

it('names the live releases that block the next major of a shared package', () => {
  const remotes = [
    remote('mf-codes', '1.2.0', { react: '^19.3.0', primereact: '~10.9.0' }),
    remote('mf-users', '1.0.0', { react: '^19.3.0 || ^20.0.0', primereact: '~10.9.0 || ^11.0.0' }),
    remote('mf-scores', '2.0.0', { primereact: '~10.9.0 || ^11.0.0', zustand: '^5.0.0 || ^6.0.0' }),
  ]
  expect(nextMajors(remotes)).toEqual([
    { package: 'primereact', next: '11.0.0', blockedBy: [{ name: 'mf-codes', version: '1.2.0', range: '~10.9.0' }] },
    { package: 'react', next: '20.0.0', blockedBy: [{ name: 'mf-codes', version: '1.2.0', range: '^19.3.0' }] },
    { package: 'zustand', next: '6.0.0', blockedBy: [] },
  ])
  expect(nextMajors([])).toEqual([])
  const early = [remote('mf-codes', '1.2.0', { 'shared-auth': '^2.0.0-rc.1', react: 'the newest' })]
  expect(nextMajors(early)).toMatchObject([{ next: '1.0.0' }, { next: '3.0.0', blockedBy: [{ range: '^2.0.0-rc.1' }] }])
})

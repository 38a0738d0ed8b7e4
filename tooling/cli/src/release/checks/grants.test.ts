import { createPrivateKey } from 'node:crypto'
import { createKey, publicKeyOf } from '@canje/release-store'
import { expect, it } from 'vitest'
import { CONFIG, shellWith } from '../../../tests/shell-with'
import { keysNotTrusted, originsNotGranted } from './grants'

it('trusts the keys of the remote and of the operators', async () => {
  const ours = createPrivateKey(createKey())
  const own = publicKeyOf(ours)
  const [other = ''] = CONFIG.operatorKeys
  const distrusted = async (keys: string[], operatorKeys: string[], name = 'mf-codes') =>
    (await keysNotTrusted([shellWith({ keys }, { operatorKeys })], ours, name)).length
  expect(await distrusted([other, own], [other])).toBe(0)
  expect(await distrusted([other], [own])).toBe(0)
  expect(await distrusted([other], [other])).toBe(1)
  // What is not listed is a finding of its own.
  expect(await distrusted([other], [other], 'mf-users')).toBe(0)
})

it('names the origins that a shell does not grant, and what its operator does', () => {
  const shells = [
    shellWith({ connect: ['https://maps.test'] }),
    { ...shellWith({ connect: ['https://prizes.test'] }), url: 'https://other.test/' },
  ]
  expect(originsNotGranted(shells, { name: 'mf-codes' })).toEqual([])
  expect(originsNotGranted(shells, { name: 'mf-codes', connect: ['https://prizes.test'] })).toEqual([
    {
      code: 'connect-not-granted',
      message: 'The shell at https://office.test/ does not let mf-codes send requests to https://prizes.test.',
      fix: expect.stringContaining('"connect": ["https://maps.test","https://prizes.test"] for mf-codes in its config'),
    },
  ])
})

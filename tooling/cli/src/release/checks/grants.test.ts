import { createPrivateKey } from 'node:crypto'
import { type Listing, readShellConfig } from '@canje/registry'
import { exampleListing } from '@canje/registry/testing'
import { createKey, publicKeyOf } from '@canje/release-store'
import { expect, it } from 'vitest'
import { keysNotTrusted, originsNotGranted } from './grants'

const services = { securityUrl: 'http://s.test/', apiUrl: 'http://a.test/', storeUrl: 'http://r.test/' }
const trust = { storeId: 'store-1', operatorKeys: exampleListing().keys }

/** A shell that lists mf-codes. */
function shellAt(url: string, changes: Partial<Listing> = {}, settings: object = {}) {
  const remotes = { 'mf-codes': exampleListing(changes) }
  const config = readShellConfig({ ...services, ...trust, remotes, ...settings })
  return { url, provides: { 'shared-auth': '1.4.0', react: '19.3.1' }, sharedUi: undefined, config }
}

it('trusts the keys of the remote and of the operators', async () => {
  const ours = createPrivateKey(createKey())
  const own = publicKeyOf(ours)
  const [other = ''] = trust.operatorKeys
  const distrusted = async (keys: string[], operatorKeys: string[], name = 'mf-codes') =>
    (await keysNotTrusted([shellAt('http://a.test/', { keys }, { operatorKeys })], ours, name)).length
  expect(await distrusted([other, own], [other])).toBe(0)
  expect(await distrusted([other], [own])).toBe(0)
  expect(await distrusted([other], [other])).toBe(1)
  // What is not listed is a finding of its own.
  expect(await distrusted([other], [other], 'mf-users')).toBe(0)
})

it('names the origins that a shell does not grant, and what its operator does', () => {
  const shells = [
    shellAt('http://a.test/', { connect: ['https://maps.test'] }),
    shellAt('http://b.test/', { connect: ['https://prizes.test'] }),
  ]
  expect(originsNotGranted(shells, { name: 'mf-codes' })).toEqual([])
  expect(originsNotGranted(shells, { name: 'mf-codes', connect: ['https://prizes.test'] })).toEqual([
    {
      code: 'connect-not-granted',
      message: 'The shell at http://a.test/ does not let mf-codes send requests to https://prizes.test.',
      fix: expect.stringContaining('"connect": ["https://maps.test","https://prizes.test"] for mf-codes in its config'),
    },
  ])
})

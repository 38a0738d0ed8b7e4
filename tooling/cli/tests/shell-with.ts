import { type Listing, readShellConfig } from '@canje/registry'
import { exampleListing } from '@canje/registry/testing'
import type { LiveShell } from '../src/release/checks/shells'

/** The configuration of a live shell without remotes. */
export const CONFIG = {
  securityUrl: 'https://security.test/',
  apiUrl: 'https://api.test/v1/',
  storeUrl: 'https://store.test/',
  storeId: 'store-1',
  operatorKeys: exampleListing().keys,
  remotes: {},
}

/** A live shell that lists `mf-codes`. @param changes of its configuration */
export function shellWith(listing: Partial<Listing> = {}, changes: object = {}): LiveShell {
  const remotes = { 'mf-codes': exampleListing(listing) }
  const config = readShellConfig({ ...CONFIG, remotes, ...changes })
  return { url: 'https://office.test/', provides: {}, sharedUi: undefined, config }
}

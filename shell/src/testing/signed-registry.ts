import type { Authority, RegisteredRemote } from '@canje/registry'
import { createTestKey, exampleEntry, exampleRegistry, exampleRelease, signEntry } from '@canje/registry/testing'
import { authorityOf } from './test-remotes'

/** The key of the operator. */
const operator = await createTestKey()

/** The menu of these remotes, whose releases the operator signs. */
export function trusting(...remotes: RegisteredRemote[]): Authority {
  return { ...authorityOf(...remotes), operatorKeys: [operator.publicKey] }
}

/** What a test writes in an entry, valid or not. */
type Written = Pick<RegisteredRemote, 'name'> & { live: unknown; previous: unknown }

/** @returns the text of a registry with these remotes, signed by the operator */
export async function signedRegistry(serial: number, ...remotes: Written[]): Promise<string> {
  const entries = remotes.map(({ name, live, previous }) =>
    signEntry({ ...exampleEntry(name, exampleRelease()), live, previous, serial }, operator),
  )
  return JSON.stringify(exampleRegistry(await Promise.all(entries)))
}

import { isDeepStrictEqual } from 'node:util'
import { listingOf } from '@canje/registry'
import { type ReleaseStore, type Trust, trustIn } from '@canje/release-store'
import type { LiveShell } from './shells'

type Shells = readonly Pick<LiveShell, 'url' | 'config'>[]

/** The remotes that shells list, each with every different trust that one of them puts in it. */
export function trustsOf(shells: Shells): { name: string; trust: Trust }[] {
  const trusts = shells.flatMap(({ config: { authority } }) =>
    authority.remotes.map(({ name }) => ({ name, trust: trustIn(authority, name) })),
  )
  return trusts.filter((one, index) => trusts.findIndex((other) => isDeepStrictEqual(one, other)) === index)
}

/** @returns a sentence per listing that a shell leaves out */
export function leftOut(shells: Shells): string[] {
  return shells.flatMap(({ url, config: { authority } }) =>
    authority.findings.map(({ reason }) => `The shell at ${url} leaves out a remote: ${reason.replace(/\.$/, '')}.`),
  )
}

/** @returns a sentence per remote of the store that a shell does not list */
export async function notInMenu(store: ReleaseStore, shells: Shells): Promise<string[]> {
  const names = (await store.remotes()) ?? []
  return shells.flatMap(({ url, config: { authority } }) =>
    names.filter((name) => !listingOf(authority, name)).map((name) => `The shell at ${url} does not list ${name}.`),
  )
}

import { isDeepStrictEqual } from 'node:util'
import { listingOf } from '@canje/registry'
import { type ReleaseStore, type Trust, trustIn } from '@canje/release-store'
import type { LiveShell } from './shells'

type Shells = readonly Pick<LiveShell, 'url' | 'config'>[]

/** The different trusts that shells put in each remote that they list, by its name. */
export function trustsOf(shells: Shells): Map<string, Trust[]> {
  const trusts = new Map<string, Trust[]>()
  for (const {
    config: { authority },
  } of shells) {
    for (const { name } of authority.remotes) {
      const trust = trustIn(authority, name)
      const others = trusts.get(name) ?? []
      if (!others.some((other) => isDeepStrictEqual(other, trust))) trusts.set(name, [...others, trust])
    }
  }
  return trusts
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

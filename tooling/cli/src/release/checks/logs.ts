import { listingOf } from '@canje/registry'
import { type RemoteLog, type Trust, trustIn } from '@canje/release-store'
import type { Finding } from '../findings'
import type { LiveShell } from './shells'
import { storeDamaged } from './store'

/** Whom the first live shell that lists a remote trusts with it; without one, nobody's signature is verified. */
export function trustOf(shells: readonly Pick<LiveShell, 'config'>[], name: string): Trust {
  const authority = shells.map(({ config }) => config.authority).find((one) => listingOf(one, name))
  return authority ? trustIn(authority, name) : {}
}

/** What keeps a log from being continued. */
export function logFindings({ mismatch, damage }: RemoteLog): Finding[] {
  const fix = 'Pass the store that the shells read (--store), or correct storeId and epoch in their config.json.'
  return [
    ...(mismatch === undefined ? [] : [{ code: 'store-elsewhere' as const, message: `${mismatch}.`, fix }]),
    ...storeDamaged(damage === undefined ? [] : [damage]),
  ]
}

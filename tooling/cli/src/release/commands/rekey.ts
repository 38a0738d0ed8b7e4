import type { KeyObject } from 'node:crypto'
import { keyIdOf } from '@canje/registry'
import { publicKeyOf, type ReleaseStore, rekey } from '@canje/release-store'
import { readReleaseKey } from '../checks/key'
import { registeredRemotes, registryMissing } from '../checks/registry'
import { checkSameStore, fetchShells, keysNotTrusted } from '../checks/shells'
import type { Context } from '../context'
import type { Finding } from '../findings'
import { type Outcome, refusal } from '../outcome'

/**
 * Signs the registry with another key, once every live shell trusts it. Released files are not verified: a lost file
 * must not keep a leaked key in use.
 */
export async function rekeyStore(context: Context): Promise<Outcome> {
  const { store, keyFile, options } = context
  const next = await readReleaseKey(options.newKey ?? '', '--new-key')
  if (next.value && (await isSignedWith(store, next.value))) return signed(store, next.value, 'already')
  const key = await readReleaseKey(keyFile)
  const registered = await registeredRemotes(store, key.value)
  const findings = [
    ...next.findings,
    ...key.findings,
    ...registered.findings,
    ...(registered.value?.length === 0 ? [registryMissing(store, 'there is nothing to sign')] : []),
    ...(registered.value ? await shellFindings(context, next.value) : []),
  ]
  if (findings.length > 0 || !key.value || !next.value) return refusal(findings)
  if (!options.dryRun) await rekey(store, key.value, next.value)
  return signed(store, next.value, 'now', key.value)
}

async function isSignedWith(store: ReleaseStore, key: KeyObject): Promise<boolean> {
  const { value: remotes = [] } = await registeredRemotes(store, key)
  return remotes.length > 0
}

async function shellFindings({ shells: urls, store, stop }: Context, next?: KeyObject): Promise<Finding[]> {
  const { value: shells = [], findings } = await fetchShells(urls, stop)
  const fix = next && `First add "${publicKeyOf(next)}" to registryKeys in its /config.json, beside the present key.`
  return [
    ...findings,
    ...(await checkSameStore(shells, store, stop)),
    ...(next ? await keysNotTrusted(shells, next, fix) : []),
  ]
}

async function signed(store: ReleaseStore, key: KeyObject, when: 'now' | 'already', old?: KeyObject): Promise<Outcome> {
  const registryKey = publicKeyOf(key)
  const keyId = await keyIdOf(registryKey)
  const lines = [`${store.location} is ${when} signed with key ${keyId}: the next release needs that key.`]
  if (old) lines.push(`Once no open page needs it, remove "${publicKeyOf(old)}" from the /config.json of every shell.`)
  return { result: { store: store.location, registryKey, keyId }, lines, findings: [] }
}

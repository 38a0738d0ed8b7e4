import { writeFile } from 'node:fs/promises'
import { excerpt, keyIdOf, Name, type RemoteAuthority } from '@canje/registry'
import { createKey, publicKeyOf, readKey } from '@canje/release-store'
import * as v from 'valibot'
import { changesOf, keyName, linesOf, ownKeys, readRoots, withKeys } from '../config-change'
import type { Context } from '../context'
import type { CheckResult, Finding } from '../findings'
import { type Outcome, refusal } from '../outcome'

/**
 * Prints the change of `/config.json` that lets a key sign a remote, and checks that every live shell has it. The key is
 * a new one (`--create`), or one whose private half is elsewhere (`--public-key`).
 *
 * @param name of the remote, or `operator`
 */
export async function addKey(context: Context, name = ''): Promise<Outcome> {
  const { value: roots, findings } = await readRoots(context)
  const refused = [...unnamed(name), ...findings]
  if (!roots || refused.length > 0) return refusal(refused)
  const { value: publicKey, findings: unusable } = await addedKey(context)
  if (!publicKey) return refusal(unusable)

  const live = roots.registry.remotes.find((remote) => remote.name === name)?.live
  // What staff have now is reserved for it.
  const reserved: RemoteAuthority = {
    keys: [],
    ...(live && { tab: { id: live.tab.id, label: live.tab.label, order: live.tab.order } }),
    slots: (live?.extensions ?? []).map(({ slot }) => slot),
  }
  const changes = changesOf(roots.shells, name, (authority) =>
    withKeys(authority, name, [...new Set([...ownKeys(authority, name), publicKey])], reserved),
  )
  const what = await keyName(name, publicKey)
  const pending = changes.flatMap((change) => change.shells)
  const { create } = context.options
  const isNew = create !== undefined
  return {
    result: { name, publicKey, keyId: await keyIdOf(publicKey), changes, pending },
    lines: [
      ...(isNew ? [`${create} has the private ${what}; "publicKey" is ${publicKey}.`] : []),
      ...linesOf(changes),
      ...(pending.length === 0 ? [`Every live shell trusts ${what}.`] : []),
    ],
    // Nobody can trust a key that did not exist.
    findings: isNew ? [] : pending.map((url) => notYet(url, what)),
    notes: isNew ? pending.map((url) => `The shell at ${url} does not trust ${what} yet.`) : [],
  }
}

/** A remote need not exist yet. */
function unnamed(name: string): Finding[] {
  if (v.is(Name, name)) return []
  const fix = 'Name a remote, such as mf-codes, or operator.'
  return [{ code: 'remote-unknown', message: `"${excerpt(name, 100)}" is no name of a remote.`, fix }]
}

async function addedKey({ options: { create, publicKey } }: Context): Promise<CheckResult<string>> {
  if (publicKey !== undefined) return { value: publicKey, findings: [] }
  if (create === undefined) {
    const fix = 'Pass --create <pem> for a new key, or --public-key <base64>.'
    return { findings: [{ code: 'key-missing', message: 'No key is named.', fix }] }
  }
  try {
    await writeFile(create, createKey(), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    const fix = 'Name another file: a key that was lost cannot be restored.'
    return { findings: [{ code: 'key-exists', message: `${create} exists and is not overwritten.`, fix }] }
  }
  return { value: publicKeyOf(await readKey(create)), findings: [] }
}

function notYet(url: string, what: string): Finding {
  const message = `The shell at ${url} does not trust ${what} yet.`
  return { code: 'key-not-trusted', message, fix: 'Make the printed change of its /config.json, and run this again.' }
}

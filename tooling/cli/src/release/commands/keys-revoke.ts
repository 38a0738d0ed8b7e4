import type { KeyObject } from 'node:crypto'
import {
  type Authority,
  entryContent,
  isSignedRegistry,
  keyIdOf,
  keysFor,
  signatureFault,
  stampContent,
} from '@canje/registry'
import { publicKeyOf, resign } from '@canje/release-store'
import { readReleaseKey } from '../checks/key'
import { changesOf, keyName, linesOf, OPERATOR, ownKeys, type RootedShell, readRoots, withKeys } from '../config-change'
import type { Context } from '../context'
import type { CheckResult, Finding } from '../findings'
import { noteOf } from '../note'
import { type Outcome, refusal } from '../outcome'
import { unknownRemote } from '../target'

/** The stamp, among the names of remotes. */
const STAMP = 'the stamp'

/**
 * Prints the change of `/config.json` that revokes a key, and checks that every live shell has it. What only this key has
 * signed is signed again with `--new-key` before, or the command refuses.
 *
 * @param name of the remote, or `operator`
 */
export async function revokeKey(context: Context, name = ''): Promise<Outcome> {
  const { publicKey = '' } = context.options
  const { value: roots, findings: unusable } = await readRoots(context)
  if (!roots || unusable.length > 0) return refusal(unusable)
  const { shells, registry } = roots
  const what = await keyName(name, publicKey)
  const without = (authority: Authority) => {
    const others = ownKeys(authority, name).filter((key) => key !== publicKey)
    return withKeys(authority, name, others)
  }
  const pending = shells.filter(({ authority }) => ownKeys(authority, name).includes(publicKey))
  const changes = changesOf(pending, name, without)
  const unrevocable = [...unlisted(shells, name), ...lastKeys(pending, without, name, what)]
  if (unrevocable.length > 0) return refusal(unrevocable)

  const dependents = await dependentsOf(registry.json, shells, without, name, publicKey)
  const isChanged = dependents.length > 0
  if (isChanged) {
    const { value: key, findings } = await nextKey(context, dependents, what, shells, without)
    if (!key) return refusal(findings)
    const [first] = shells
    // Entries of the key are still valid here, also when a shell has revoked it already.
    const authority = first && withKeys(first.authority, name, [...ownKeys(first.authority, name), publicKey])
    const names = dependents.filter((dependent) => dependent !== STAMP)
    if (!context.options.dryRun) await resign(context.store, names, key, noteOf(context, authority))
  }
  const urls = pending.map(({ url }) => url)
  const stillTrusted = urls.map((url) => `The shell at ${url} still trusts ${what}.`)
  return {
    result: { name, publicKey, keyId: await keyIdOf(publicKey), resigned: dependents, changes, pending: urls },
    lines: [
      ...(isChanged ? [`${dependents.join(', ')}: signed with the new key.`] : []),
      ...linesOf(changes),
      ...(urls.length === 0 ? [`No live shell trusts ${what}.`] : []),
    ],
    findings: isChanged ? [] : stillTrusted.map(notYet),
    notes: isChanged ? stillTrusted : [],
  }
}

function unlisted(shells: RootedShell[], name: string): Finding[] {
  const listed = [OPERATOR, ...new Set(shells.flatMap(({ authority }) => Object.keys(authority.remotes)))]
  return listed.includes(name) ? [] : [unknownRemote(name, 'the config.json of any shell', listed)]
}

/** A shell refuses a `/config.json` with an empty list. */
function lastKeys(
  shells: RootedShell[],
  without: (authority: Authority) => Authority,
  name: string,
  what: string,
): Finding[] {
  const fix = `Add another one first: npm run release -- keys add ${name} --create <pem>`
  return shells
    .filter(({ authority }) => ownKeys(without(authority), name).length === 0)
    .map(({ url }) => ({ code: 'last-key', message: `The shell at ${url} trusts no other key than ${what}.`, fix }))
}

/** What a shell accepts with the key only: names of remotes, and the stamp. */
async function dependentsOf(
  json: unknown,
  shells: RootedShell[],
  without: (authority: Authority) => Authority,
  name: string,
  publicKey: string,
): Promise<string[]> {
  if (!isSignedRegistry(json)) return []
  const { storeId, remotes, stamp } = json
  const found = new Set<string>()
  const depends = async (content: unknown, signature: typeof stamp.signature, others: readonly string[]) =>
    !(await signatureFault(content, signature, [publicKey])) && !!(await signatureFault(content, signature, others))
  for (const authority of shells.map((shell) => without(shell.authority))) {
    for (const entry of remotes) {
      if (name !== OPERATOR && name !== entry.name) continue
      const content = entryContent(storeId, { ...entry })
      if (await depends(content, entry.signature, keysFor(authority, entry.name))) found.add(entry.name)
    }
    const content = stampContent(storeId, { ...stamp })
    if (name === OPERATOR && (await depends(content, stamp.signature, authority.operatorKeys))) found.add(STAMP)
  }
  return [...found]
}

/** The key that signs again, if every shell trusts it for all that it has to sign. */
async function nextKey(
  { options }: Context,
  dependents: string[],
  what: string,
  shells: RootedShell[],
  without: (authority: Authority) => Authority,
): Promise<CheckResult<KeyObject>> {
  if (options.newKey === undefined) return { findings: dependents.map((dependent) => signedOnlyWith(dependent, what)) }
  const { value: key, findings } = await readReleaseKey(options.newKey, '--new-key')
  if (!key) return { findings }
  const ours = publicKeyOf(key)
  const id = await keyIdOf(ours)
  const untrusted = shells.flatMap(({ url, authority }) => {
    const remaining = without(authority)
    const keysOf = (dependent: string) => (dependent === STAMP ? remaining.operatorKeys : keysFor(remaining, dependent))
    return dependents
      .filter((dependent) => !keysOf(dependent).includes(ours))
      .map((dependent): Finding => {
        const message = `The shell at ${url} does not trust key ${id} for ${dependent}.`
        return { code: 'key-not-trusted', message, fix: 'Add it first: npm run release -- keys add' }
      })
  })
  return untrusted.length > 0 ? { findings: untrusted } : { value: key, findings: [] }
}

function signedOnlyWith(dependent: string, what: string): Finding {
  const message = `${dependent} is signed with ${what}: without it, shells refuse ${dependent}.`
  const fix = 'Pass another key that the shells trust, with which it is signed again first: --new-key <pem>.'
  return { code: 'entry-unsigned', message, fix }
}

function notYet(message: string): Finding {
  return { code: 'key-trusted', message, fix: 'Make the printed change of its /config.json, and run this again.' }
}

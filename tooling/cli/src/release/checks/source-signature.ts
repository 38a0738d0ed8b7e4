import { entryContent, isSignedRegistry, keyIdOf, Signature, signatureFault } from '@canje/registry'
import { publicKeyOf } from '@canje/release-store'
import * as v from 'valibot'
import type { Context } from '../context'
import type { CheckResult, Finding } from '../findings'
import { readReleaseKey } from './key'
import type { UsableRegistry } from './registry'
import { fetchShells, trustedKeys } from './shells'

const Signed = v.looseObject({ signature: Signature })

/** What a key has signed, with its signature. */
interface SignedPart {
  content: unknown
  signature: Signature
}

/**
 * Verifies who has signed the release that `copy` reads. The keys are those of the shells of `--from-shell`; without it,
 * those of the target's shells and of `--key`, which may be others than the source's.
 *
 * @param isListed whether the source's registry lists the release: nothing else is signed
 * @returns a note when the signature could not be verified
 */
export async function checkSourceSignature(
  context: Context,
  { json }: UsableRegistry,
  name: string,
  isListed: boolean,
): Promise<CheckResult<string[]>> {
  const { from, fromShells } = context
  const { value: keys, findings } = await keysOfSource(context, name)
  if (!keys) return { findings }
  const signed = isListed ? signedPart(json, name) : undefined
  const fault = signed ? await signatureFault(signed.content, signed.signature, keys) : 'is not signed'
  if (!fault) return { value: [], findings: [] }
  const message = `In ${from.labelOf('registry.json')}, ${name} ${fault}.`
  const ids = await Promise.all(keys.map(keyIdOf))
  if (signed && ids.includes(signed.signature.keyId)) return { findings: [altered(message)] }
  if (fromShells.length > 0) return { findings: [untrusted(message)] }
  const advice = `Name a shell that reads ${from.location}: --from-shell <url>.`
  return { value: [`Who has signed the release was not verified. ${message} ${advice}`], findings: [] }
}

async function keysOfSource(context: Context, name: string): Promise<CheckResult<string[]>> {
  const { fromShells, shells, keyFile, stop } = context
  const { value: found = [], findings } = await fetchShells(fromShells.length > 0 ? fromShells : shells, stop)
  const keys = found.flatMap((shell) => trustedKeys(shell, name) ?? [])
  if (fromShells.length > 0) return findings.length > 0 ? { findings } : { value: keys, findings }
  // The checks of a publication report a key or a shell of the target that cannot be read.
  const { value: own } = await readReleaseKey(keyFile)
  return { value: [...(own ? [publicKeyOf(own)] : []), ...keys], findings: [] }
}

function signedPart(json: unknown, name: string): SignedPart | undefined {
  if (isSignedRegistry(json)) {
    const entry = json.remotes.find((one) => one.name === name)
    return entry && { content: entryContent(json.storeId, { ...entry }), signature: entry.signature }
  }
  if (!v.is(Signed, json)) return undefined
  const { signature, ...content } = json
  return { content, signature }
}

function altered(message: string): Finding {
  const fix = 'Restore registry.json of the source from a backup. "verify" shows details.'
  return { code: 'registry-unusable', message, fix }
}

function untrusted(message: string): Finding {
  const fix =
    'Copy a release that is live or previous in the source, and name shells that trust its key (--from-shell).'
  return { code: 'key-not-trusted', message, fix }
}

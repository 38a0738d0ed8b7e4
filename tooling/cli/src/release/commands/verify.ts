import { publicKeyOf, readHistory, readRegistry, StoreError, verifyStore } from '@canje/release-store'
import { asCommandError } from '../../project'
import { readReleaseKey } from '../checks/key'
import { readAuthority } from '../checks/shells'
import { storeDamaged } from '../checks/store'
import type { Context } from '../context'
import type { CheckResult, Finding } from '../findings'
import { type Outcome, refusal } from '../outcome'
import { brokenLinks } from './history'

/** Compares every released file with its hash in the registry, and the registry with its signature. */
export async function verify(context: Context): Promise<Outcome> {
  const { store } = context
  const registry = await readRegistry(store).catch(() => undefined)
  if (registry?.schema === 3) return verifySigned(context)
  const { value: publicKeys, findings: keyFindings } = await publicKeysFor(context)
  if (!publicKeys) return refusal(keyFindings)
  const findings = storeDamaged(
    await verifyStore(store, ...publicKeys).catch((error) => {
      if (error instanceof StoreError) throw error
      return [asCommandError(error).message]
    }),
  )
  const lines = findings.length === 0 ? [`${store.location} matches its registry, and the signature is valid.`] : []
  return { result: { store: store.location }, lines, findings }
}

/** Each entry must be signed by whom the live shells trust, and the chain of its history be unbroken. */
async function verifySigned({ store, shells, options, stop }: Context): Promise<Outcome> {
  const authority = await readAuthority(shells, stop)
  if (!authority) return refusal([noAuthority(shells)])
  const findings = [
    ...storeDamaged(await verifyStore(store)),
    ...brokenLinks(await readHistory(store, undefined, authority)),
  ]
  const line = `${store.location} matches its registry, every remote is signed by its team or an operator, and no link of the history is broken.`
  const ignored = options.registryKey && '--registry-key is not used: the config.json of a live shell has the keys.'
  return {
    result: { store: store.location },
    lines: findings.length === 0 ? [line] : [],
    findings,
    notes: ignored ? [ignored] : [],
  }
}

function noAuthority(shells: string[]): Finding {
  const message = `No config.json of ${shells.join(' and ')} says who may sign this store.`
  return { code: 'shell-unreachable', message, fix: 'Name a live shell of this store: --shell <url>.' }
}

async function publicKeysFor({ options, keyFile }: Context): Promise<CheckResult<string[]>> {
  if (options.registryKey !== undefined) return { value: options.registryKey, findings: [] }
  const { value: key, findings } = await readReleaseKey(keyFile)
  return key ? { value: [publicKeyOf(key)], findings } : { findings }
}

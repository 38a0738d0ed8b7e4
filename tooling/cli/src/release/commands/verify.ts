import { type Authority, parseSignedRegistry } from '@canje/registry'
import {
  publicKeyOf,
  readHistory,
  readRegistry,
  type StoredRegistry,
  StoreError,
  verifyStore,
} from '@canje/release-store'
import { asCommandError } from '../../project'
import { readReleaseKey } from '../checks/key'
import { fetchShells } from '../checks/shells'
import { storeDamaged } from '../checks/store'
import type { Context } from '../context'
import type { CheckResult, Finding } from '../findings'
import { type Outcome, refusal } from '../outcome'
import { brokenLinks } from './history'

/** Compares every released file with its hash in the registry, and the registry with its signature. */
export async function verify(context: Context): Promise<Outcome> {
  const { store } = context
  const registry = await readRegistry(store).catch(() => undefined)
  if (registry?.schema === 3) return verifySigned(context, registry)
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

/** Each entry must be one that the live shells accept, the stamp be fresh, and the chain of the history be unbroken. */
async function verifySigned({ store, shells, options, stop }: Context, { json }: StoredRegistry): Promise<Outcome> {
  const { value: found = [] } = await fetchShells(shells, stop)
  const { authority, config } = found.find((shell) => shell.authority) ?? {}
  if (!authority || !config) return refusal([noAuthority(shells)])
  const histories = await readHistory(store, undefined, authority)
  const broken = histories.flatMap(({ name, broken }) => (broken === undefined ? [] : name))
  const findings = [
    ...storeDamaged(await verifyStore(store)),
    ...brokenLinks(histories),
    ...(await partsRefused(json, config.registryUrl, authority, broken)),
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

/** What the shells refuse, without the entries whose history says so. */
async function partsRefused(
  json: unknown,
  registryUrl: string,
  authority: Authority,
  broken: readonly string[],
): Promise<Finding[]> {
  try {
    const { findings, stampFinding } = await parseSignedRegistry(json, registryUrl, authority)
    const others = findings.filter(({ name }) => name === undefined || !broken.includes(name))
    const stale = stampFinding(Date.now())
    return [
      ...others.map(({ reason }) => refused(reason, 'Restore registry.json from a backup, or publish again.')),
      ...(stale ? [refused(stale.reason, 'Renew it with the key of an operator: "refresh".')] : []),
    ]
  } catch (error) {
    return [refused(asCommandError(error).message, 'Name a shell of this store: --shell <url>.')]
  }
}

function refused(reason: string, fix: string): Finding {
  return {
    code: 'store-damaged',
    message: `The shells refuse a part of the registry: ${reason.replace(/\.$/, '')}.`,
    fix,
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

import type { KeyObject } from 'node:crypto'
import { Name } from '@canje/registry'
import { ensureMayAppend, type ReleaseStore, type RemoteLog, readLog, StoreError } from '@canje/release-store'
import * as v from 'valibot'
import { readReleaseKey } from './checks/key'
import { logFindings, trustOf } from './checks/logs'
import { fetchShells, type LiveShell } from './checks/shells'
import type { Context } from './context'
import { eachRemote } from './each-remote'
import { asNote, type CheckResult, type Finding } from './findings'
import { noteOf } from './note'
import { chosenName, unknownRemote } from './target'

/** Name and version of a release. */
interface NamedRelease {
  name: string
  version: string
}

/** Remotes of a store, which may belong to other repositories. */
export interface Stored {
  logs: RemoteLog[]
  /** The live shells that can be read; without one, signatures are verified by a change only. */
  shells: LiveShell[]
  /** A note per other live shell. */
  notes: string[]
}

/** A remote of a store, with the key that changes it. */
interface StoredTarget extends Stored {
  name: string
  log: RemoteLog
  key: KeyObject
}

/**
 * Reads a remote of the store, to change it.
 *
 * @param target name of the remote; by default, the remote of the current folder
 * @throws StoreError in a dry run too, when the key may not change it
 */
export async function readTarget(context: Context, target: string | undefined): Promise<CheckResult<StoredTarget>> {
  const { value: name, findings: unnamed } = chosenName(target, context.folder)
  if (!name) return { findings: unnamed }
  const { value: stored, findings: unknown } = await readStored(context, name)
  const [log] = stored?.logs ?? []
  if (!stored || !log) return { findings: unknown }
  const { value: key, findings: unusable } = await readReleaseKey(context.keyFile)
  const findings = [...unusable, ...logFindings(log)]
  if (!key || findings.length > 0) return { findings }
  const { store, options } = context
  if (options.dryRun) await ensureMayAppend(store, name, key, noteOf(context, stored.shells, name))
  return { value: { ...stored, name, log, key }, findings }
}

/** Reads the log of a remote, which must have a state; without a name, those of all remotes that can be read. */
export async function readStored(
  { store, shells: urls, stop }: Context,
  name: string | undefined,
): Promise<CheckResult<Stored>> {
  const { value: shells = [], findings: unread } = await fetchShells(urls, stop)
  const notes = unread.map(asNote)
  if (name === undefined) {
    const { value: logs, findings } = await readLogs(store, shells)
    return { value: { logs, shells, notes }, findings }
  }
  const log = v.is(Name, name) ? await readLog(store, name, trustOf(shells, name)) : undefined
  if (log && (log.states.length > 0 || log.damage)) return { value: { logs: [log], shells, notes }, findings: [] }
  return { findings: [unknownRemote(name, store.location, (await store.remotes()) ?? [])] }
}

/** @param text `mf-codes@1.2.0`, or `1.2.0` in the remote's folder */
export function chosenRelease(text: string, folder: string): CheckResult<NamedRelease> {
  const at = text.lastIndexOf('@')
  const { value: name, findings } = chosenName(text.slice(0, Math.max(at, 0)) || undefined, folder)
  if (!name) return { findings }
  if (!v.is(Name, name)) return { findings: [unknownRemote(name, 'any store', [])] }
  return { value: { name, version: text.slice(at + 1) }, findings }
}

/**
 * Reads the logs of the remotes of a store: those that it has, or, without permission to list, those that shells list.
 *
 * @returns those with a state or damage, by name, and a finding per other one that cannot be read
 */
export async function readLogs(
  store: ReleaseStore,
  shells: readonly Pick<LiveShell, 'config'>[],
): Promise<{ value: RemoteLog[]; findings: Finding[] }> {
  const listed = shells.flatMap(({ config: { authority } }) => authority.remotes.map(({ name }) => name))
  const stored = await store.remotes()
  if (!stored && shells.length === 0) {
    const message = `${store.location} may not be listed, and no shell names its remotes: pass --shell, or allow this key to list it.`
    throw new StoreError('unreachable', message)
  }
  const names = (stored ?? listed).filter((name) => v.is(Name, name))
  const { value: logs, findings } = await eachRemote([...new Set(names)].sort(), async (name) => {
    return { value: await readLog(store, name, trustOf(shells, name)), findings: [] }
  })
  return { value: logs.filter(({ states, damage }) => states.length > 0 || damage), findings }
}

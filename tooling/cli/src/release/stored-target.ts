import type { KeyObject } from 'node:crypto'
import { Name, type RegisteredRemote } from '@canje/registry'
import { type ReleaseStore, type RemoteLog, readLog } from '@canje/release-store'
import * as v from 'valibot'
import { readReleaseKey } from './checks/key'
import { logFindings, trustOf } from './checks/logs'
import type { LiveShell } from './checks/shells'
import type { Context } from './context'
import type { CheckResult } from './findings'
import { chosenName, unknownRemote } from './target'

/** Name and version of a release. */
interface NamedRelease {
  name: string
  version: string
}

/** A remote of a store, with the key that changes it. */
interface StoredTarget {
  name: string
  log: RemoteLog
  key: KeyObject
}

/**
 * Reads a remote of the store, which may belong to another repository.
 *
 * @param target name of the remote; by default, the remote of the current folder
 * @param shells the live shells that can be read; without one, signatures are verified by the change only
 */
export async function readTarget(
  { store, keyFileOf, folder }: Context,
  target: string | undefined,
  shells: LiveShell[],
): Promise<CheckResult<StoredTarget>> {
  const { value: name, findings: unnamed } = chosenName(target, folder)
  if (!name) return { findings: unnamed }
  const { value: log, findings: unknown } = await readStored(store, name, shells)
  if (!log) return { findings: unknown }
  const { value: key, findings: unusable } = await readReleaseKey(keyFileOf(name))
  const findings = [...unusable, ...logFindings(log)]
  return key && findings.length === 0 ? { value: { name, log, key }, findings } : { findings }
}

/** Reads the log of a remote, which must have a state. */
export async function readStored(
  store: ReleaseStore,
  name: string,
  shells: LiveShell[],
): Promise<CheckResult<RemoteLog>> {
  const log = v.is(Name, name) ? await readLog(store, name, trustOf(shells, name)) : undefined
  if (log && (log.states.length > 0 || log.damage)) return { value: log, findings: [] }
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
 * @returns those with a state, by name
 */
export async function readLogs(
  store: ReleaseStore,
  shells: readonly Pick<LiveShell, 'config'>[],
): Promise<RemoteLog[]> {
  const listed = shells.flatMap(({ config: { authority } }) => authority.remotes.map(({ name }) => name))
  const names = ((await store.remotes()) ?? listed).filter((name) => v.is(Name, name))
  const logs = await Promise.all([...new Set(names)].sort().map((name) => readLog(store, name, trustOf(shells, name))))
  return logs.filter(({ states }) => states.length > 0)
}

/** What pages show of a remote; undefined while nothing is live. */
export function registeredIn({ name, head }: RemoteLog): RegisteredRemote | undefined {
  const { live, previous = [] } = head?.state ?? {}
  return live ? { name, live, previous } : undefined
}

import { Name } from '@canje/registry'
import { ensureMayAppend, type ReleaseStore, type RemoteLog, readLog, StoreError } from '@canje/release-store'
import * as v from 'valibot'
import { readReleaseKey } from './checks/key'
import { logFindings, trustOf } from './checks/logs'
import { fetchShells, type LiveShell } from './checks/shells'
import type { Context } from './context'
import { eachRemote } from './each-remote'
import { asNote, type Finding, refuseIfAny } from './findings'
import { noteOf } from './note'
import { chosenName, unknownRemote } from './target'

/** Remotes of a store, which may belong to other repositories. */
export type Stored = Awaited<ReturnType<typeof readStored>>

/**
 * Reads a remote of the store, to change it.
 *
 * @param target name of the remote; by default, the remote of the current folder
 * @returns also the key that changes it
 * @throws Refusal when the key may not change it
 */
export async function readTarget(context: Context, target: string | undefined) {
  const { store, keyFile, folder } = context
  const name = chosenName(target, folder)
  const { shells, notes } = await readableShells(context)
  const log = await readRemote(store, name, shells)
  const key = await readReleaseKey(keyFile)
  refuseIfAny(logFindings(log))
  const { findings } = await eachRemote([name], () => ensureMayAppend(store, name, key, noteOf(context, shells, name)))
  refuseIfAny(findings)
  return { shells, notes, name, log, key }
}

/**
 * Reads the log of a remote, which must have a state; without a name, those of all remotes that can be read.
 *
 * @returns also a finding per other one
 */
export async function readStored(context: Context, name: string | undefined) {
  const { store } = context
  const { shells, notes } = await readableShells(context)
  if (name !== undefined) return { shells, notes, logs: [await readRemote(store, name, shells)], findings: [] }
  const { value: logs, findings } = await readLogs(store, shells)
  return { shells, notes, logs, findings }
}

/** Without a live shell that can be read, signatures are verified by a change only. @returns a note per other one, too */
async function readableShells({ shells: urls, stop }: Context) {
  const { value: shells = [], findings } = await fetchShells(urls, stop)
  return { shells, notes: findings.map(asNote) }
}

async function readRemote(store: ReleaseStore, name: string, shells: LiveShell[]): Promise<RemoteLog> {
  const log = v.is(Name, name) ? await readLog(store, name, trustOf(shells, name)) : undefined
  if (log && (log.states.length > 0 || log.damage)) return log
  throw unknownRemote(name, store.location, (await store.remotes()) ?? [])
}

/** @param text `mf-codes@1.2.0`, or `1.2.0` in the remote's folder */
export function chosenRelease(text: string, folder: string) {
  const at = text.lastIndexOf('@')
  const fix = 'Pass its name and version, such as mf-codes@1.2.0, or run the command in its folder.'
  const name = chosenName(text.slice(0, Math.max(at, 0)) || undefined, folder, fix)
  if (!v.is(Name, name)) throw unknownRemote(name, 'any store', [])
  return { name, version: text.slice(at + 1) }
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
  const { value: logs, findings } = await eachRemote([...new Set(names)].sort(), (name) =>
    readLog(store, name, trustOf(shells, name)),
  )
  return { value: logs.filter(({ states, damage }) => states.length > 0 || damage), findings }
}

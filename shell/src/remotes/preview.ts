import { byTabOrder, type RegisteredRemote, ReleaseManifest } from 'registry'
import { isLoggedIn } from 'shared-auth'
import { sessionId } from 'shared-auth/host'
import * as v from 'valibot'
import { create } from 'zustand'
import { forgetFailures } from './failed-releases'
import { UNHASHED } from './integrity'
import { dropRelease } from './load-release'
import { useRegistry } from './registry-store'
import {
  forgetStoredPreview,
  readStoredPreview,
  type StoredPreview,
  storeAskedPreview,
  storePreview,
} from './stored-preview'

/** A build of one's own in place of a remote's release, in this browser tab only; docs/preview.md has it all. */
export type Preview =
  | { status: 'off' }
  | ({
      address: string
      since: number
    } & ( // Nothing of its origin is fetched before someone who is signed in has agreed.
      | { status: 'unconfirmed' }
      | { status: 'loading' }
      | { status: 'on'; remote: RegisteredRemote }
      | { status: 'failed'; reason: string }
    ))

const TIMEOUT_MS = 5000

export const usePreview = create<Preview>()(() => ({ status: 'off' }))

let origins: readonly string[] = []

/**
 * Begins the preview that the address asks for as `?preview=<address of a release.json>`, or goes on with the one this
 * browser tab had; `usePreview` tells how it goes. One that this session has not confirmed waits for that, unless its
 * origin is not allowed.
 *
 * @param previewOrigins the only origins that builds may come from
 */
export async function startPreview(previewOrigins: readonly string[]): Promise<void> {
  origins = previewOrigins
  storeAskedPreview()
  const stored = readStoredPreview()
  if (!stored) return
  const { address, since } = stored
  if (isAllowed(address) && !isConfirmed(stored)) {
    usePreview.setState({ status: 'unconfirmed', address, since }, true)
    return
  }
  usePreview.setState({ status: 'loading', address, since }, true)
  await rereadPreview()
}

/** Fetches and shows the preview that waits for it; this session is not asked again for the same one. */
export async function confirmPreview(): Promise<void> {
  const preview = usePreview.getState()
  if (preview.status !== 'unconfirmed') return
  const { address, since } = preview
  const stored = readStoredPreview()
  if (stored?.address === address) storePreview({ ...stored, confirmed: true })
  usePreview.setState({ status: 'loading', address, since }, true)
  await rereadPreview()
}

/** Asks for the previewed build again: it may have been made anew. One that is there already outlasts a failure. */
export async function rereadPreview(): Promise<void> {
  const before = usePreview.getState()
  if (before.status === 'off' || before.status === 'unconfirmed') return
  const { address, since } = before
  const outcome = await readPreview(address).then(
    (remote) => ({ status: 'on' as const, remote }),
    (error: Error) => {
      console.warn(error)
      return { status: 'failed' as const, reason: error.message }
    },
  )
  const now = usePreview.getState()
  if (now.status === 'off' || (now.status === 'on' && outcome.status === 'failed')) return
  if (now.status === 'loading' && outcome.status === 'on') dropSameBuild(outcome.remote)
  usePreview.setState({ address, since, ...outcome }, true)
}

/** A release may be the very same build, from its own origin: loaded before, it would be taken for the previewed one. */
function dropSameBuild({ name, live: { build } }: RegisteredRemote): void {
  const registry = useRegistry.getState()
  const released = registry.status === 'ready' ? registry.remotes.filter((remote) => remote.name === name) : []
  const same = released.flatMap(({ live, previous }) => [live, ...previous]).find((release) => release.build === build)
  if (same) dropRelease(name, same)
}

/** Leaves the preview to the first session that enters with it: whoever signs in next has the live tabs. */
export function keepPreviewFor(session: string | null): void {
  const stored = readStoredPreview()
  if (!stored) return
  if (stored.session === undefined) storePreview({ ...stored, session })
  else if (stored.session !== session) removePreview()
}

/** Ends the preview and takes its build out of the page. */
export function removePreview(): void {
  const preview = usePreview.getState()
  forgetStoredPreview()
  usePreview.setState({ status: 'off' }, true)
  if (preview.status !== 'on') return
  // The live release may be the very same build, from its own origin.
  forgetFailures(preview.remote)
  dropRelease(preview.remote.name, preview.remote.live)
}

/** The remotes as this person gets them: the previewed one in place of the one that has its name, or its tab's id. */
export function withPreview(remotes: RegisteredRemote[], preview: Preview): RegisteredRemote[] {
  if (preview.status !== 'on') return remotes
  const { name, live } = preview.remote
  const others = remotes.filter((other) => other.name !== name && other.live.tab.id !== live.tab.id)
  return [...others, preview.remote].sort(byTabOrder)
}

/** The remotes as this person has them now; none while that is not known. */
export function remotesInUse(): RegisteredRemote[] {
  const registry = useRegistry.getState()
  return registry.status === 'ready' ? withPreview(registry.remotes, usePreview.getState()) : []
}

/** Whether it was agreed to by the session that is signed in now. */
function isConfirmed({ confirmed = false, session }: StoredPreview): boolean {
  return confirmed && isLoggedIn() && session === sessionId()
}

function isAllowed(address: string): boolean {
  const origin = siteOf(address)
  return origin !== undefined && origins.includes(origin)
}

/** @returns the origin of an http or https URL; a blob: URL has one too, of whoever made it */
function siteOf(address: string): string | undefined {
  return /^https?:/i.test(address) && URL.canParse(address) ? new URL(address).origin : undefined
}

/** @throws Error with a sentence for the person who previews */
async function readPreview(address: string): Promise<RegisteredRemote> {
  // What has no origin may be anyone's words, which the page should not say.
  if (!isAllowed(address))
    throw new Error(`Este sitio no admite vistas previas de ${siteOf(address) ?? 'esa dirección'}.`)
  const json = await fetchJson(address).catch((cause: unknown) => {
    throw new Error(`No se pudo leer ${address}. Compruebe que npm run dev sigue en marcha.`, { cause })
  })
  const manifest = v.safeParse(ReleaseManifest, json)
  if (!manifest.success) throw new Error(`${address} no es el release.json de una pestaña.`, { cause: manifest.issues })
  const { name, entry, ...built } = manifest.output
  // What it serves changes with every build, and nothing falls back.
  return { name, live: { ...built, entry: new URL(entry, address).href, integrity: UNHASHED }, previous: [] }
}

async function fetchJson(address: string): Promise<unknown> {
  // Elsewhere than at an allowed origin there is nothing to be read.
  const options: RequestInit = { cache: 'no-store', redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }
  const response = await fetch(address, options)
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`)
  return response.json()
}

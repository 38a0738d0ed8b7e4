import { type RegisteredRemote, ReleaseManifest } from 'registry'
import { isLoggedIn } from 'shared-auth'
import { sessionId } from 'shared-auth/host'
import * as v from 'valibot'
import {
  forgetStoredPreview,
  readStoredPreview,
  type StoredPreview,
  storePreview,
  storeRequestedPreview,
} from './preview-storage'
import type { Loader } from './releases/loader'
import { type Preview, type RemotesStore, releasesOf, remotesInUse, UNHASHED } from './store'

const TIMEOUT_MS = 5000

export interface PreviewControl {
  /** Fetches and shows the unconfirmed preview; this session is not asked again for the same one. */
  confirm(): Promise<void>
  /** Fetches the previewed build again: it may have been rebuilt. One that is shown outlasts a failure. */
  refetch(): Promise<void>
  /** Ends the preview and removes its build from the page. */
  remove(): void
  /** Gives the preview to the first session that enters with it: whoever signs in next has the live tabs. */
  keepFor(session: string | null): void
  /** Settled once the page begins with or without a preview. */
  started: Promise<void>
}

interface PreviewOptions {
  store: RemotesStore
  loader: Loader
  /** The only origins that builds may come from. */
  origins: readonly string[]
}

/**
 * Begins the preview of the page's URL (`?preview=<URL of a release.json>`), or goes on with the one of this browser
 * tab. One that this session has not confirmed waits for that, unless its origin is not allowed (docs/preview.md).
 */
export function createPreview({ store, loader, origins }: PreviewOptions): PreviewControl {
  const current = () => store.getState().preview
  const show = (preview: Preview) => store.dispatch({ type: 'preview', preview })

  async function start(): Promise<void> {
    storeRequestedPreview()
    const stored = readStoredPreview()
    if (!stored) return
    const { address, since } = stored
    if (isAllowed(address, origins) && !isConfirmed(stored)) return show({ status: 'unconfirmed', address, since })
    show({ status: 'loading', address, since })
    await refetch()
  }

  async function confirm(): Promise<void> {
    const preview = current()
    if (preview.status !== 'unconfirmed') return
    const { address, since } = preview
    const stored = readStoredPreview()
    if (stored?.address === address) storePreview({ ...stored, confirmed: true })
    show({ status: 'loading', address, since })
    await refetch()
  }

  async function refetch(): Promise<void> {
    const before = current()
    if (before.status === 'off' || before.status === 'unconfirmed') return
    const { address, since } = before
    const outcome = await fetchPreview(address, origins).then(
      (remote) => ({ status: 'on' as const, remote }),
      (error: Error) => {
        console.warn(error)
        return { status: 'failed' as const, reason: error.message }
      },
    )
    const now = current()
    if (now.status === 'off' || (now.status === 'on' && outcome.status === 'failed')) return
    if (now.status === 'loading' && outcome.status === 'on') unloadSameBuild(outcome.remote)
    show({ address, since, ...outcome })
  }

  /** A live release may be the very same build from its own origin; the loader would take it for the previewed one. */
  function unloadSameBuild({ name, live: { build } }: RegisteredRemote): void {
    const live = remotesInUse(store.getState()).find((remote) => remote.name === name)
    const same = live && releasesOf(live).find((release) => release.build === build)
    if (same) loader.unload(name, same)
  }

  function remove(): void {
    const preview = current()
    forgetStoredPreview()
    // All tabs are drawn anew without it.
    if (preview.status === 'on' || preview.status === 'failed') {
      for (const name of Object.keys(store.getState().tabs)) store.dispatch({ type: 'close', remote: name })
    }
    show({ status: 'off' })
    if (preview.status !== 'on') return
    // The live release may be the very same build, from its own origin.
    store.dispatch({ type: 'forgive', remote: preview.remote })
    loader.unload(preview.remote.name, preview.remote.live)
  }

  function keepFor(session: string | null): void {
    const stored = readStoredPreview()
    if (!stored) return
    if (stored.session === undefined) storePreview({ ...stored, session })
    else if (stored.session !== session) remove()
  }

  return { confirm, refetch, remove, keepFor, started: start() }
}

/** Whether the session that is signed in now has agreed to the preview. */
function isConfirmed({ confirmed = false, session }: StoredPreview): boolean {
  return confirmed && isLoggedIn() && session === sessionId()
}

function isAllowed(address: string, origins: readonly string[]): boolean {
  const origin = siteOf(address)
  return origin !== undefined && origins.includes(origin)
}

/** @returns the origin of an http or https URL; a blob: URL has one too, of whoever made it */
function siteOf(address: string): string | undefined {
  return /^https?:/i.test(address) && URL.canParse(address) ? new URL(address).origin : undefined
}

/** @throws Error with a sentence for the person who previews */
async function fetchPreview(address: string, origins: readonly string[]): Promise<RegisteredRemote> {
  // Text without an origin may be anyone's words, which the page should not repeat.
  if (!isAllowed(address, origins))
    throw new Error(`Este sitio no admite vistas previas de ${siteOf(address) ?? 'esa dirección'}.`)
  const json = await fetchJson(address).catch((cause: unknown) => {
    throw new Error(`No se pudo leer ${address}. Compruebe que npm run dev sigue en marcha.`, { cause })
  })
  const manifest = v.safeParse(ReleaseManifest, json)
  if (!manifest.success) throw new Error(`${address} no es el release.json de una pestaña.`, { cause: manifest.issues })
  const { name, entry, ...built } = manifest.output
  // The files of a preview change with every build, and there is nothing to fall back to.
  return { name, live: { ...built, entry: new URL(entry, address).href, integrity: UNHASHED }, previous: [] }
}

async function fetchJson(address: string): Promise<unknown> {
  // A redirect could lead to an origin that is not allowed.
  const options: RequestInit = { cache: 'no-store', redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }
  const response = await fetch(address, options)
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`)
  return response.json()
}

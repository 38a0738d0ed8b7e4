import { type RegisteredRemote, ReleaseManifest } from '@canje/registry'
import { isLoggedIn } from '@canje/shared-auth'
import { sessionId } from '@canje/shared-auth/host'
import * as v from 'valibot'
import {
  forgetStoredPreview,
  readStoredPreview,
  type StoredPreview,
  storePreview,
  storeRequestedPreview,
} from './preview-storage'
import { type Preview, type RemotesStore, UNHASHED } from './store'

const TIMEOUT_MS = 5000

export interface PreviewControl {
  /** Fetches and shows the unconfirmed preview. This session is not asked again for the same one. */
  confirm(): Promise<void>
  /** Fetches the manifest again, as the build may have changed. After a failure, an active preview stays. */
  refetch(): Promise<void>
  /** Ends the preview. */
  remove(): void
  /** Binds the preview to the first session that enters `/main`, and removes it for any other session. */
  bindToSession(session: string | null): void
  /** Resolves once the preview of the page is loaded, has failed, awaits confirmation or is absent. */
  started: Promise<void>
}

interface PreviewOptions {
  store: RemotesStore
  /** Origins from which builds may be previewed. */
  origins: readonly string[]
}

/**
 * Starts the preview of the page's URL (`?preview=<URL of a release.json>`), or resumes the one of this browser tab. A
 * preview of an allowed origin waits until this session confirms it (docs/preview.md).
 */
export function createPreview({ store, origins }: PreviewOptions): PreviewControl {
  const current = () => store.getState().preview
  const setPreview = (preview: Preview) => store.dispatch({ type: 'preview', preview })

  async function start(): Promise<void> {
    storeRequestedPreview()
    const stored = readStoredPreview()
    if (!stored) return
    const { address: url, since } = stored
    if (isAllowed(url, origins) && !isConfirmed(stored)) return setPreview({ status: 'unconfirmed', url, since })
    setPreview({ status: 'loading', url, since })
    await refetch()
  }

  async function confirm(): Promise<void> {
    const preview = current()
    if (preview.status !== 'unconfirmed') return
    const { url, since } = preview
    const stored = readStoredPreview()
    if (stored?.address === url) storePreview({ ...stored, confirmed: true })
    setPreview({ status: 'loading', url, since })
    await refetch()
  }

  async function refetch(): Promise<void> {
    const before = current()
    if (before.status === 'off' || before.status === 'unconfirmed') return
    const { url, since } = before
    const outcome = await fetchPreview(url, origins).then(
      (remote) => ({ status: 'on' as const, remote }),
      (error: Error) => {
        console.warn(error)
        return { status: 'failed' as const, reason: error.message }
      },
    )
    const now = current()
    if (now.status === 'off' || (now.status === 'on' && outcome.status === 'failed')) return
    setPreview({ url, since, ...outcome })
  }

  function remove(): void {
    const preview = current()
    forgetStoredPreview()
    // Every tab remounts without the preview.
    if (preview.status === 'on' || preview.status === 'failed') {
      for (const id of Object.keys(store.getState().outlets)) store.dispatch({ type: 'close', outlet: { id } })
    }
    setPreview({ status: 'off' })
    // The live release may have the same build id.
    if (preview.status === 'on') store.dispatch({ type: 'clear-failures', remote: preview.remote })
  }

  function bindToSession(session: string | null): void {
    const stored = readStoredPreview()
    if (!stored) return
    if (stored.session === undefined) storePreview({ ...stored, session })
    else if (stored.session !== session) remove()
  }

  return { confirm, refetch, remove, bindToSession, started: start() }
}

/** Whether the current session has confirmed the preview. */
function isConfirmed({ confirmed = false, session }: StoredPreview): boolean {
  return confirmed && isLoggedIn() && session === sessionId()
}

function isAllowed(url: string, origins: readonly string[]): boolean {
  const origin = originOf(url)
  return origin !== undefined && origins.includes(origin)
}

/** @returns the origin of an http or https URL; other schemes, such as `blob:`, are rejected */
function originOf(url: string): string | undefined {
  return /^https?:/i.test(url) && URL.canParse(url) ? new URL(url).origin : undefined
}

/** @throws Error with a message for the user */
async function fetchPreview(url: string, origins: readonly string[]): Promise<RegisteredRemote> {
  // Text without an origin may be an attacker's message, which the page must not repeat.
  if (!isAllowed(url, origins))
    throw new Error(`Este sitio no admite vistas previas de ${originOf(url) ?? 'esa dirección'}.`)
  const json = await fetchJson(url).catch((cause: unknown) => {
    throw new Error(`No se pudo leer ${url}. Compruebe que npm run dev sigue en marcha.`, { cause })
  })
  const manifest = v.safeParse(ReleaseManifest, json)
  if (!manifest.success) throw new Error(`${url} no es el release.json de una pestaña.`, { cause: manifest.issues })
  const { name, entry, ...built } = manifest.output
  // The files of a preview change with every build, so it has no hashes and no fallback.
  return { name, live: { ...built, entry: new URL(entry, url).href, integrity: UNHASHED }, previous: [] }
}

async function fetchJson(url: string): Promise<unknown> {
  // A redirect could lead to an origin that is not allowed.
  const options: RequestInit = { cache: 'no-store', redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }
  const response = await fetch(url, options)
  if (!response.ok) throw new Error(`${url} responded with ${response.status}.`)
  return response.json()
}

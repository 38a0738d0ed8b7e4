import type { Authority } from '@canje/registry'
import { isLoggedIn } from '@canje/shared-auth'
import { sessionId } from '@canje/shared-auth/host'
import { listedByTab } from './menu'
import type { Preview } from './preview-state'
import { forgetStoredPreview, readStoredPreview, storePreview } from './preview-storage'
import type { Previewed } from './previewed-build'
import type { States } from './states/states'
import { endedCandidate, type RemotesStore } from './store'

/**
 * Starts the stored preview of this browser tab. A build of an allowed origin, and a candidate, wait until this session
 * confirms them (docs/preview.md).
 *
 * @param origins from which builds may be previewed
 */
export function createPreview(store: RemotesStore, states: Pick<States, 'refetch'>, origins: readonly string[] = []) {
  const current = () => store.getState().preview
  const setPreview = (preview: Preview) => store.dispatch({ type: 'preview', preview })

  async function start(): Promise<void> {
    const stored = readStoredPreview()
    if (!stored) return
    const { confirmedBy } = stored
    const isConfirmed = isLoggedIn() && confirmedBy === sessionId()
    if ('url' in stored) {
      const { url, since } = stored
      setPreview({ status: isAllowed(url, origins) && !isConfirmed ? 'unconfirmed' : 'loading', url, since })
      return refetch()
    }
    setPreview({ status: 'waiting', tab: stored.tab, version: stored.candidate, isConfirmed })
    await store.until(({ preview }) => preview.status !== 'loading', refetch())
  }

  /** Reloads the page with the unconfirmed preview. This session is not asked again for the same one. */
  function confirm(): void {
    const preview = current()
    if (preview.status !== 'unconfirmed') return
    const source = 'url' in preview ? { url: preview.url } : { tab: preview.tab, candidate: preview.version }
    storePreview({ ...source, since: Date.now(), confirmedBy: sessionId() })
    // The live tab may have loaded the same build.
    location.reload()
  }

  /** Fetches the manifest or the state again, as they may have changed. After a failure, an active preview stays. */
  async function refetch(): Promise<void> {
    const before = current()
    if (before.status === 'off') return
    if (!('url' in before)) {
      const listed = listedByTab(store.getState().authority.remotes, before.tab)
      if (listed) await states.refetch(listed.name)
      // It may have expired.
      return setPreview(current())
    }
    if (before.status === 'unconfirmed') return
    const { url, since } = before
    const outcome = await fetchPreview(url, origins, store.getState().authority).then(
      (previewed) => ({ status: 'on' as const, ...previewed }),
      (error: Error) => {
        console.warn(error)
        return { status: 'failed' as const, reason: error.message }
      },
    )
    // Removed in the meantime.
    if (current().status === 'off') return
    if (outcome.status === 'on' || current().status !== 'on') setPreview({ url, since, ...outcome })
  }

  /** Ends the preview. Reloads the page if code of the preview may be in it. */
  function remove(): void {
    forgetStoredPreview()
    // The code of a preview stays in memory, also as that of a live release with the same build.
    if (current().status === 'on' || endedCandidate(store.getState())) location.reload()
    else setPreview({ status: 'off' })
  }

  return {
    confirm,
    refetch,
    remove,
    /** Resolves once the preview of the page is loaded, has failed, awaits confirmation or is absent. */
    started: start(),
  }
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
async function fetchPreview(url: string, origins: readonly string[], authority: Authority): Promise<Previewed> {
  // Text without an origin may be an attacker's message, which the page must not repeat.
  if (!isAllowed(url, origins))
    throw new Error(`Este sitio no admite vistas previas de ${originOf(url) ?? 'esa dirección'}.`)
  const { fetchBuild } = await import(/* webpackChunkName: 'session' */ './previewed-build').catch((cause: unknown) => {
    throw new Error('No se pudo cargar la vista previa: recargue la página.', { cause })
  })
  return fetchBuild(url, authority)
}

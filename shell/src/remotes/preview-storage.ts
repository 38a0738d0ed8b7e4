import { readSession } from '@canje/shared-auth/host'
import { readItem, removeItem, storeItem } from '@canje/shared-auth/storage'
import * as v from 'valibot'

const STORAGE_KEY = 'canje.preview'
const PARAMETER = 'preview'

const StoredPreview = v.object({
  /** URL of the build's `release.json`. */
  address: v.string(),
  /** Start time, in milliseconds since the epoch. */
  since: v.number(),
  /** Id of the session that the preview is bound to; absent until a session enters `/main`. */
  session: v.optional(v.nullable(v.string())),
  /** Whether that session agreed to run the build. */
  confirmed: v.optional(v.boolean()),
})
export type StoredPreview = v.InferOutput<typeof StoredPreview>

/** Reads the preview of this browser tab, which survives reloads and the sign-in. */
export function readStoredPreview(): StoredPreview | undefined {
  try {
    return v.parse(StoredPreview, JSON.parse(readItem(STORAGE_KEY) ?? 'null'))
  } catch {
    return undefined
  }
}

/** Moves the preview of the URL into the storage, before the routes change the URL. */
export function storeRequestedPreview(): void {
  const url = new URL(location.href)
  const manifestUrl = url.searchParams.get(PARAMETER)
  if (manifestUrl === null) return
  url.searchParams.delete(PARAMETER)
  history.replaceState(history.state, '', url)
  const known = readStoredPreview()
  // The session that it is bound to keeps its confirmation.
  if (known?.address === manifestUrl && known.session === readSession().id) return
  storePreview({ address: manifestUrl, since: Date.now() })
}

export function storePreview(preview: StoredPreview): void {
  storeItem(STORAGE_KEY, JSON.stringify(preview))
}

export function forgetStoredPreview(): void {
  removeItem(STORAGE_KEY)
}

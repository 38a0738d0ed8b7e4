import { readItem, removeItem, storeItem } from '@canje/shared-auth/storage'
import * as v from 'valibot'

const STORAGE_KEY = 'canje.preview'
const PARAMETER = 'preview'

const StoredPreview = v.object({
  /** URL of the build's `release.json`. */
  url: v.string(),
  /** Start time, in milliseconds since the epoch. */
  since: v.number(),
  /** Id of the session that has agreed to run the build. */
  confirmedBy: v.nullish(v.string()),
})
const StoredText = v.pipe(v.string(), v.parseJson(), StoredPreview)
type StoredPreview = v.InferOutput<typeof StoredPreview>

/** Reads the preview of this browser tab, which survives reloads and the sign-in. */
export function readStoredPreview(): StoredPreview | undefined {
  const stored = v.safeParse(StoredText, readItem(STORAGE_KEY))
  return stored.success ? stored.output : undefined
}

/** Moves the preview of the URL (`?preview=<URL of a release.json>`) into the storage, before the routes change the URL. */
export function storeRequestedPreview(): void {
  const url = new URL(location.href)
  const manifestUrl = url.searchParams.get(PARAMETER)
  if (manifestUrl === null) return
  url.searchParams.delete(PARAMETER)
  history.replaceState(history.state, '', url)
  // A known one keeps its confirmation.
  if (readStoredPreview()?.url !== manifestUrl) storePreview({ url: manifestUrl, since: Date.now() })
}

export function storePreview(preview: StoredPreview): void {
  storeItem(STORAGE_KEY, JSON.stringify(preview))
}

export function forgetStoredPreview(): void {
  removeItem(STORAGE_KEY)
}

import { readSession } from 'shared-auth/stored-session'
import * as v from 'valibot'

const STORAGE_KEY = 'canje.preview'
const PARAMETER = 'preview'

const StoredPreview = v.object({
  /** Of a build's `release.json`. */
  address: v.string(),
  /** When it began, in milliseconds since the epoch. */
  since: v.number(),
  /** The identity of the session that entered with it; absent until one has. */
  session: v.optional(v.nullable(v.string())),
  /** That session has agreed to run the build. */
  confirmed: v.optional(v.boolean()),
})
export type StoredPreview = v.InferOutput<typeof StoredPreview>

/** The preview of this browser tab; it outlives reloads and the sign-in. */
export function readStoredPreview(): StoredPreview | undefined {
  try {
    return v.parse(StoredPreview, JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null'))
  } catch {
    return undefined
  }
}

/** Moves the preview that the URL asks for into the storage, before the routes change the URL. */
export function storeRequestedPreview(): void {
  const url = new URL(location.href)
  const address = url.searchParams.get(PARAMETER)
  if (address === null) return
  url.searchParams.delete(PARAMETER)
  history.replaceState(history.state, '', url)
  const known = readStoredPreview()
  // Opened again by the session that has it, it goes on.
  if (known?.address === address && known.session === readSession().id) return
  storePreview({ address, since: Date.now() })
}

export function storePreview(preview: StoredPreview): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(preview))
}

export function forgetStoredPreview(): void {
  sessionStorage.removeItem(STORAGE_KEY)
}

import { readItem, removeItem, storeItem } from '@canje/shared-auth/storage'
import * as v from 'valibot'

const STORAGE_KEY = 'canje.preview'

const consent = {
  /** Start time, in milliseconds since the epoch. */
  since: v.number(),
  /** Id of the session that has agreed to run it. */
  confirmedBy: v.nullish(v.string()),
}
const StoredPreview = v.union([
  /** URL of a build's `release.json`. */
  v.object({ url: v.string(), ...consent }),
  /** The version of a candidate, and the value of `?tab=` (D45, candidate). */
  v.object({ tab: v.string(), candidate: v.string(), ...consent }),
])
const StoredText = v.pipe(v.string(), v.parseJson(), StoredPreview)
type StoredPreview = v.InferOutput<typeof StoredPreview>

/** Reads the preview of this browser tab, which survives reloads and the sign-in. */
export function readStoredPreview(): StoredPreview | undefined {
  const stored = v.safeParse(StoredText, readItem(STORAGE_KEY))
  return stored.success ? stored.output : undefined
}

/**
 * Moves the preview of the URL (`?preview=<URL of a release.json>` or `?tab=<id>&candidate=<version>`) into the storage, before
 * the routes change the URL.
 */
export function storeRequestedPreview(): void {
  const url = new URL(location.href)
  const requested = requestedBy(url.searchParams)
  if (!requested) return
  for (const parameter of ['preview', 'candidate']) url.searchParams.delete(parameter)
  history.replaceState(history.state, '', url)
  const stored = { ...readStoredPreview() }
  // A known one keeps its confirmation.
  const isKnown = Object.entries(requested).every(([key, value]) => Reflect.get(stored, key) === value)
  if (!isKnown) storePreview({ ...requested, since: Date.now() })
}

function requestedBy(parameters: URLSearchParams) {
  const url = parameters.get('preview')
  if (url !== null) return { url }
  const tab = parameters.get('tab') ?? ''
  // Punctuation after a link may be taken for a part of it.
  const candidate = parameters.get('candidate')?.replace(/\W+$/, '')
  return candidate === undefined ? undefined : { tab, candidate }
}

export function storePreview(preview: StoredPreview): void {
  storeItem(STORAGE_KEY, JSON.stringify(preview))
}

export function forgetStoredPreview(): void {
  removeItem(STORAGE_KEY)
}

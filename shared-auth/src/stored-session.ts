import type { DialogDraft } from './contract'
import { isStored, readItem, removeItem, storeItem } from './storage'

/** Session lifetime in milliseconds, counted from sign-in (specification §9). */
export const SESSION_LIFETIME_MS = 600_000

/** How long the name, the view and the draft of an expired session are kept, in milliseconds (D29). */
const KEPT_MS = 1_800_000

/** The session of this browser tab. */
export interface Session {
  /** Token of the security service; null when signed out. */
  idToken: string | null
  /** End of the session, in milliseconds since the epoch; null when signed out. */
  expiresAt: number | null
}

/** A session with its identity and its person, which are not part of the contract. */
export interface StoredSession extends Session {
  /** Unique per sign-in, even with the same token and expiry (D29). Null when signed out or not yet assigned. */
  id: string | null
  /** The user name of the sign-in; null when signed out or unknown. */
  name: string | null
}

export const signedOut: StoredSession = { idToken: null, expiresAt: null, id: null, name: null }

/** The text of an open dialog, and the tab that it belongs to. */
export interface Draft extends DialogDraft {
  /** The id of the tab. */
  tab: string
}

/** What an expired session keeps for its person (D29). */
interface Kept {
  /** The path of the view to return to. */
  view: string | null
  draft: Draft | null
}

/** The value of the third key (D29). It outlives an expired session, for the same person. */
interface SessionRecord extends Kept {
  id: string
  expiresAt: number
  name: string | null
}

const nothingKept: Kept = { view: null, draft: null }

/** The specification defines the first two keys (§3), D29 the third. */
const TOKEN_KEY = 'id_token'
const EXPIRY_KEY = 'expires_at'
const RECORD_KEY = 'canje.session'

/** Reads the session from session storage (specification §3); an invalid one counts as signed out. */
export function readSession(): StoredSession {
  const idToken = readItem(TOKEN_KEY)
  const expiry = readItem(EXPIRY_KEY)
  if (!idToken || !expiry) return signedOut
  const expiresAt = Number(expiry)
  if (!Number.isFinite(expiresAt)) return signedOut
  const record = readRecord()
  // An older shell changes the two specified keys only.
  if (record?.expiresAt !== expiresAt) return { idToken, expiresAt, id: null, name: null }
  return { idToken, expiresAt, id: record.id, name: record.name }
}

/** Writes the session to session storage, with what an expired session of the same person has kept (D29). */
export function storeSession(idToken: string, expiresAt: number, id: string, name: string | null): void {
  for (const [key, value] of Object.entries(entriesOf(idToken, expiresAt, id, name, keptFor(name)))) {
    storeItem(key, value)
  }
}

/** The entries of a session in session storage, by key. */
export function entriesOf(
  idToken: string,
  expiresAt: number,
  id: string,
  name: string | null = null,
  kept: Kept = nothingKept,
): Record<string, string> {
  const record: SessionRecord = { id, expiresAt, name, ...kept }
  return { [TOKEN_KEY]: idToken, [EXPIRY_KEY]: String(expiresAt), [RECORD_KEY]: JSON.stringify(record) }
}

/** Removes the session from session storage. */
export function removeSession(): void {
  for (const key of [TOKEN_KEY, EXPIRY_KEY, RECORD_KEY]) removeItem(key)
}

/**
 * Removes an expired or rejected session from session storage, but for the record of its person (D29). Nothing is kept
 * where session storage is denied or full.
 */
export function removeExpiredSession(): void {
  const record = isStored(RECORD_KEY) ? readRecord() : undefined
  removeSession()
  if (record?.name) writeRecord({ ...record, expiresAt: Math.min(record.expiresAt, Date.now()) })
}

/**
 * Keeps the view and the draft of an expired session for its person (D29).
 *
 * @param view the path to return to
 * @param draft that of the open dialog; by default the one that is kept already
 * @returns false when no person is known
 */
export function keepView(view: string, draft?: Draft | null): boolean {
  const record = readRecord()
  if (!record?.name) return false
  writeRecord({ ...record, view, ...(draft !== undefined && { draft }) })
  return true
}

/** Returns the path of the view that this person's expired session kept, once (D29); null without one. */
export function takeView(): string | null {
  const record = readRecord()
  if (!record?.view) return null
  writeRecord({ ...record, view: null })
  return record.view
}

/** Returns the draft that this person's expired session kept, once (D29); null without one. */
export function takeDraft(): Draft | null {
  const record = readRecord()
  if (!record?.draft) return null
  writeRecord({ ...record, draft: null })
  return record.draft
}

/** True while there is a token and the current time is before `expires_at` (specification §4). */
export function isCurrent({ idToken, expiresAt }: Session): boolean {
  return idToken !== null && expiresAt !== null && Date.now() < expiresAt
}

function keptFor(name: string | null): Kept {
  const record = readRecord()
  if (!record || name === null || record.name !== name) return nothingKept
  return { view: record.view, draft: record.draft }
}

function writeRecord(record: SessionRecord): void {
  storeItem(RECORD_KEY, JSON.stringify(record))
}

/** Ignores a record of another release of Canje, and one that is too old. */
function readRecord(): SessionRecord | undefined {
  const record = parseRecord(readItem(RECORD_KEY) ?? '')
  return record && Date.now() < record.expiresAt + KEPT_MS ? record : undefined
}

function parseRecord(text: string): SessionRecord | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is SessionRecord {
  if (typeof value !== 'object' || value === null) return false
  if (!('id' in value && 'expiresAt' in value && 'name' in value && 'view' in value && 'draft' in value)) return false
  const { id, expiresAt, name, view, draft } = value
  if (typeof id !== 'string' || typeof expiresAt !== 'number') return false
  return isTextOrNull(name) && isTextOrNull(view) && (draft === null || isDraft(draft))
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false
  if (!('tab' in value && 'dialog' in value && 'text' in value)) return false
  return [value.tab, value.dialog, value.text].every((part) => typeof part === 'string')
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string'
}

import { type End, endAt, monotonicNow, msUntil } from './clock'
import type { DialogDraft } from './contract'
import { isStored, readItem, removeItem, storeItem } from './storage'

/** Session lifetime in milliseconds, counted from sign-in (specification §9). */
export const SESSION_LIFETIME_MS = 600_000

/** How long the name, the view, the draft and the receipts of an expired session are kept, in milliseconds (D29). */
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
  /** Its end by the monotonic clock, see `End`; null when signed out. */
  deadline: number | null
  /** Unique per sign-in, even with the same token and expiry (D29). Null when signed out or not yet assigned. */
  id: string | null
  /** The user name of the sign-in; null when signed out or unknown. */
  name: string | null
}

export const signedOut: StoredSession = { idToken: null, expiresAt: null, deadline: null, id: null, name: null }

/** A session that is not signed out. */
export interface ActiveSession extends End {
  idToken: string
  id: string
  name: string | null
}

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
  /** What each tab has kept, by its id; unchecked. */
  receipts?: unknown
}

/** The value of the third key (D29). It outlives an expired session, for the same person. */
interface SessionRecord extends Kept {
  id: string
  expiresAt: number
  /** Infinite in a record of an older shell. */
  deadline: number
  name: string | null
}

const nothingKept: Kept = { view: null, draft: null }

/** The specification defines the first two keys (§3), D29 the third. */
const TOKEN_KEY = 'id_token'
const EXPIRY_KEY = 'expires_at'
const RECORD_KEY = 'canje.session'

/**
 * Reads the session from session storage (specification §3); an invalid one counts as signed out. Its end is at most
 * {@link SESSION_LIFETIME_MS} ahead, whatever is stored.
 */
export function readSession(): StoredSession {
  const idToken = readItem(TOKEN_KEY)
  const expiry = readItem(EXPIRY_KEY)
  if (!idToken || !expiry) return signedOut
  const expiresAt = Number(expiry)
  if (!Number.isFinite(expiresAt)) return signedOut
  const end = sessionEnd(expiresAt)
  const record = readRecord()
  // An older shell, or a person, changes the two specified keys only.
  if (record?.expiresAt !== expiresAt) return { idToken, ...end, id: null, name: null }
  const { id, name, deadline } = record
  const latest = Number.isFinite(deadline) ? monotonicNow() + SESSION_LIFETIME_MS : end.deadline
  return { idToken, ...end, deadline: Math.min(deadline, latest), id, name }
}

/** The end of a session by both clocks: {@link SESSION_LIFETIME_MS} from now, or earlier at `expiresAt`. */
export function sessionEnd(expiresAt = Number.POSITIVE_INFINITY): End {
  return endAt(expiresAt, SESSION_LIFETIME_MS)
}

/** Writes the session to session storage, with what an expired session of the same person has kept (D29). */
export function storeSession(session: ActiveSession): void {
  const kept = keptFor(session)
  for (const [key, value] of Object.entries(entriesOf(session, kept))) storeItem(key, value)
  const record = readRecord()
  if (!isStored(RECORD_KEY) && record) writeRecord(record)
}

/** The entries of a session in session storage, by key. */
export function entriesOf(
  { idToken, ...session }: Omit<ActiveSession, 'deadline'> & { deadline?: number },
  kept: Kept = nothingKept,
): Record<string, string> {
  const record = { ...session, ...kept }
  return { [TOKEN_KEY]: idToken, [EXPIRY_KEY]: String(session.expiresAt), [RECORD_KEY]: JSON.stringify(record) }
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
  if (record?.name) writeRecord({ ...record, ...endAt(record.expiresAt, 0) })
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
  return take('view')
}

/** Returns the draft that this person's expired session kept, once (D29); null without one. */
export function takeDraft(): Draft | null {
  return take('draft')
}

/** Leaves a value for the next document, for it to say why the session ended (D39). */
export function storeEndReason(endReason: unknown): void {
  storeItem(RECORD_KEY, JSON.stringify({ ...readObject(), endReason }))
}

/** Returns the value of {@link storeEndReason} that the last document left, once. */
export function takeEndReason(): unknown {
  const { endReason, ...record } = readObject()
  if (endReason === undefined) return undefined
  if (Object.keys(record).length === 0) removeItem(RECORD_KEY)
  else storeItem(RECORD_KEY, JSON.stringify(record))
  return endReason
}

function take<K extends 'view' | 'draft'>(what: K): SessionRecord[K] | null {
  const record = readRecord()
  if (!record?.[what]) return null
  writeRecord({ ...record, [what]: null })
  return record[what]
}

/** Of the session itself, or of an earlier one of its person. */
function keptFor({ id, name }: ActiveSession): Kept {
  const record = readRecord()
  if (!record || (record.id !== id && (name === null || record.name !== name))) return nothingKept
  return { view: record.view, draft: record.draft, receipts: record.receipts }
}

/** Where session storage has no room for the receipts too, the record is kept without them. @returns false then */
export function writeRecord(record: SessionRecord): boolean {
  if (storeItem(RECORD_KEY, JSON.stringify(record))) return true
  if (record.receipts) storeItem(RECORD_KEY, JSON.stringify({ ...record, receipts: null }))
  return false
}

/** Ignores a record of another release of Canje, and one that is too old. */
export function readRecord(): SessionRecord | undefined {
  const record = parseRecord(readObject())
  return record && msUntil(record) > -KEPT_MS ? record : undefined
}

function parseRecord(value: object): SessionRecord | undefined {
  if (!isRecord(value)) return undefined
  return { ...value, deadline: typeof value.deadline === 'number' ? value.deadline : Number.POSITIVE_INFINITY }
}

/** The value of the third key; empty for none and for one that is not an object. */
function readObject(): { endReason?: unknown } {
  try {
    return Object(JSON.parse(readItem(RECORD_KEY) ?? '{}'))
  } catch {
    return {}
  }
}

function isRecord(value: object): value is Omit<SessionRecord, 'deadline'> & { deadline?: unknown } {
  const { id, expiresAt, name, view, draft }: Record<string, unknown> = { ...value }
  if (typeof id !== 'string' || typeof expiresAt !== 'number') return false
  return isTextOrNull(name) && isTextOrNull(view) && (draft === null || isDraft(draft))
}

function isDraft(value: unknown): value is Draft {
  const { tab, dialog, text }: Record<string, unknown> = Object(value)
  return [tab, dialog, text].every((part) => typeof part === 'string')
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string'
}

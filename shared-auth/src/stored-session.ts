import { type End, endAt, msUntil } from './clock'
import type { DialogDraft, TabReceipts } from './contract'
import type { Fault } from './fault'
import { randomId } from './random-id'
import { SESSION_LIFETIME_MS } from './session-lifetime'
import { readItem, removeItem, storeItem } from './storage'

/** How long the name, the view, the draft and the receipts of an expired session are kept, in milliseconds (D29, session storage). */
const KEPT_MS = 1_800_000

/** The session of this browser tab. */
export interface Session {
  /** Token of the security service; null when signed out. */
  idToken: string | null
  /** End of the session, in milliseconds since the epoch; null when signed out. */
  expiresAt: number | null
}

/** A session with its identity and its person, which are not part of the contract. */
export interface ActiveSession extends End {
  idToken: string
  /** Unique per sign-in, even with the same token and expiry (D29, session storage). */
  id: string
  /** The user name of the sign-in; null when unknown. */
  name: string | null
}

export const signedOut = { idToken: null, expiresAt: null, deadline: null, id: null, name: null }

export type StoredSession = ActiveSession | typeof signedOut

/** Why a session ended without a press of 'Cerrar sesión' in this window. */
export type EndReason = Fault | { kind: 'expired' | 'signed-out-elsewhere' }

/** The text of an open dialog, and the tab that it belongs to. */
export interface Draft extends DialogDraft {
  /** The id of the tab. */
  tab: string
}

/** The value of the third key (D29, session storage). It outlives an expired session, for the same person. */
interface SessionRecord extends Omit<ActiveSession, 'idToken'> {
  /** The path of the view to return to. */
  view?: string | null
  draft?: Draft | null
  /** What each tab has kept, by its id; unchecked. */
  receipts?: unknown
  /** Why the session ended (D39, fault words). */
  endReason?: EndReason | null
}

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
  // Others know the two specified keys only.
  if (record?.expiresAt !== expiresAt) return { idToken, ...end, id: randomId(), name: null }
  const { id, name, deadline } = record
  return { idToken, ...end, deadline: Math.min(deadline, end.deadline), id, name }
}

/** The end of a session by both clocks: {@link SESSION_LIFETIME_MS} from now, or earlier at `expiresAt`. */
export function sessionEnd(expiresAt = Number.POSITIVE_INFINITY): End {
  return endAt(expiresAt, SESSION_LIFETIME_MS)
}

/** Writes the session to session storage, with what an expired session of the same person has kept (D29, session storage). */
export function storeSession({ idToken, ...session }: ActiveSession): void {
  storeItem(TOKEN_KEY, idToken)
  storeItem(EXPIRY_KEY, String(session.expiresAt))
  writeRecord({ ...session, ...keptFor(session) })
}

/** Removes the session from session storage. */
export function removeSession(): void {
  for (const key of [TOKEN_KEY, EXPIRY_KEY, RECORD_KEY]) removeItem(key)
}

/**
 * Removes an expired or rejected session from session storage, but for the record of its person (D29, session storage).
 *
 * @param endReason why it ended; without it, an earlier reason stays
 */
export function removeExpiredSession(endReason?: EndReason): void {
  const record = readRecord()
  removeSession()
  if (record?.name || record?.endReason) writeRecord({ ...record, ...endAt(record.expiresAt, 0) })
  if (endReason) storeEndReason(endReason)
}

/**
 * Keeps the view and the draft of an expired session for its person (D29, session storage).
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

/** Stores why the session ended, for the login screen (D39, fault words). */
export function storeEndReason(endReason: EndReason): void {
  const ofNobody = { id: '', name: null, ...sessionEnd(Date.now()) }
  writeRecord({ ...(readRecord() ?? ofNobody), endReason })
}

/** Returns what this person's expired session kept (D29, session storage), or why it ended (D39, fault words), once; null without it. */
export function takeKept<K extends 'view' | 'draft' | 'endReason'>(what: K): NonNullable<SessionRecord[K]> | null {
  const record = readRecord()
  const kept = record?.[what]
  if (!record || !kept) return null
  if (record.name === null) removeItem(RECORD_KEY)
  else writeRecord({ ...record, [what]: null })
  return kept
}

/** The person whose expired session has kept a view, which returns with this person's next sign-in (D29, session storage). */
export function keptPerson(): string | null {
  const record = readRecord()
  return record?.view ? record.name : null
}

/** The receipts of a tab, kept for its person (D29, session storage): the newest ones for which session storage has room. */
export function receiptsOf(tab: string): TabReceipts {
  return {
    get current() {
      return Object(readRecord()?.receipts)[tab]
    },
    onChange(receipts) {
      const record = readRecord()
      if (!record) return
      let kept = receipts
      while (!writeRecord({ ...record, receipts: { ...Object(record.receipts), [tab]: kept } }) && kept.length > 0)
        kept = kept.slice(Math.ceil(kept.length / 2))
    },
  }
}

/** Of the session itself, or of an earlier one of its person. */
function keptFor({ id, name }: Omit<ActiveSession, 'idToken'>): Pick<SessionRecord, 'view' | 'draft' | 'receipts'> {
  const record = readRecord()
  if (!record || (record.id !== id && (name === null || record.name !== name))) return {}
  return { view: record.view ?? null, draft: record.draft ?? null, receipts: record.receipts }
}

/** Where session storage has no room for the receipts too, the record is kept without them. @returns false then */
function writeRecord(record: SessionRecord): boolean {
  if (storeItem(RECORD_KEY, JSON.stringify(record))) return true
  if (record.receipts) storeItem(RECORD_KEY, JSON.stringify({ ...record, receipts: null }))
  return false
}

/** Returns the record unless it is too old. It is our own, so that only the comparison of its end is a check: not with NaN. */
function readRecord(): SessionRecord | undefined {
  const record = parseRecord()
  return msUntil(record) > -KEPT_MS ? record : undefined
}

function parseRecord(): SessionRecord {
  try {
    return Object(JSON.parse(readItem(RECORD_KEY) ?? 'null'))
  } catch {
    return Object(null)
  }
}

/** Session lifetime in milliseconds, counted from sign-in (specification §9). */
export const SESSION_LIFETIME_MS = 600_000

/** How long the name and the view of an expired session are kept, in milliseconds (D29). */
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

/** The value of the third key (D29). It outlives an expired session, for the same person. */
interface SessionRecord {
  id: string
  expiresAt: number
  name: string | null
  /** The path of the view to return to. */
  view: string | null
}

/** The specification defines the first two keys (§3), D29 the third. */
const TOKEN_KEY = 'id_token'
const EXPIRY_KEY = 'expires_at'
const RECORD_KEY = 'canje.session'

/** Reads the session from session storage (specification §3); an invalid one counts as signed out. */
export function readSession(): StoredSession {
  const idToken = sessionStorage.getItem(TOKEN_KEY)
  const expiry = sessionStorage.getItem(EXPIRY_KEY)
  if (!idToken || !expiry) return signedOut
  const expiresAt = Number(expiry)
  if (!Number.isFinite(expiresAt)) return signedOut
  const record = readRecord()
  // An older shell changes the two specified keys only.
  if (record?.expiresAt !== expiresAt) return { idToken, expiresAt, id: null, name: null }
  return { idToken, expiresAt, id: record.id, name: record.name }
}

/** Writes the session to session storage, with the view of an expired session of the same person (D29). */
export function storeSession(idToken: string, expiresAt: number, id: string, name: string | null): void {
  for (const [key, value] of Object.entries(entriesOf(idToken, expiresAt, id, name, keptView(name)))) {
    sessionStorage.setItem(key, value)
  }
}

/** The entries of a session in session storage, by key. */
export function entriesOf(
  idToken: string,
  expiresAt: number,
  id: string,
  name: string | null = null,
  view: string | null = null,
): Record<string, string> {
  const record: SessionRecord = { id, expiresAt, name, view }
  return { [TOKEN_KEY]: idToken, [EXPIRY_KEY]: String(expiresAt), [RECORD_KEY]: JSON.stringify(record) }
}

/** Removes the session from session storage. */
export function removeSession(): void {
  for (const key of [TOKEN_KEY, EXPIRY_KEY, RECORD_KEY]) sessionStorage.removeItem(key)
}

/** Removes an expired or rejected session from session storage, but for the name and the view of its person (D29). */
export function removeExpiredSession(): void {
  const record = readRecord()
  removeSession()
  if (record?.name) writeRecord({ ...record, expiresAt: Math.min(record.expiresAt, Date.now()) })
}

/**
 * Keeps the view of an expired session for its person (D29).
 *
 * @param path the path to return to
 * @returns false when no person is known
 */
export function keepView(path: string): boolean {
  const record = readRecord()
  if (!record?.name) return false
  writeRecord({ ...record, view: path })
  return true
}

/** Returns the path of the view that this person's expired session kept, once (D29); null without one. */
export function takeView(): string | null {
  const record = readRecord()
  if (!record?.view) return null
  writeRecord({ ...record, view: null })
  return record.view
}

/** True while there is a token and the current time is before `expires_at` (specification §4). */
export function isCurrent({ idToken, expiresAt }: Session): boolean {
  return idToken !== null && expiresAt !== null && Date.now() < expiresAt
}

function keptView(name: string | null): string | null {
  const record = readRecord()
  return record && name !== null && record.name === name ? record.view : null
}

function writeRecord(record: SessionRecord): void {
  sessionStorage.setItem(RECORD_KEY, JSON.stringify(record))
}

/** Ignores a record of another release of Canje, and one that is too old. */
function readRecord(): SessionRecord | undefined {
  const record = parseRecord(sessionStorage.getItem(RECORD_KEY) ?? '')
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
  if (!('id' in value && 'expiresAt' in value && 'name' in value && 'view' in value)) return false
  const { id, expiresAt, name, view } = value
  return typeof id === 'string' && typeof expiresAt === 'number' && isTextOrNull(name) && isTextOrNull(view)
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string'
}

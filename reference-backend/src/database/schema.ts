import type { ColumnType, Generated, Kysely } from 'kysely'
import type { Int8 } from '../json'

/** Written as ISO 8601 text; read through `bogotaTime`, never as a raw column. */
type Instant = ColumnType<Date, string, string>

export interface Schema {
  settings: { name: string; value: string }
  idempotency_keys: {
    account_id: number
    key: string
    /** A hash of the path and body of the request. */
    fingerprint: string
    /** The body of the response. Written as JSON text. */
    response: ColumnType<object, string, string>
    created_at: ColumnType<Date, string | undefined, string>
  }
  staff_accounts: {
    id: Generated<number>
    username: string
    password_hash: string
    /** When the account was disabled; null while it may sign in. */
    disabled_at: ColumnType<Date | null, string | null | undefined, string | null>
    /** The version that valid tokens carry. */
    token_version: Generated<number>
  }
  sign_in_counters: { key: string; points: number; expire: number | null }
  revoked_tokens: { token_hash: string; expires_at: Instant }
  staff_events: {
    id: Generated<Int8>
    occurred_at: ColumnType<Date, string | undefined, string>
    account_id: number | null
    /** Null for a sign-in with a name that is no account. */
    username: string | null
    action: string
    /** Shared by the events of one action on codes; null for events of accounts. */
    action_id: Int8 | null
    /** Shared by the events of one press of several requests; null for a press of one request. */
    batch: string | null
    code_id: Int8 | null
    code_name: string | null
    code_created_at: ColumnType<Date | null, string | null, string | null>
    count: number
    /** Null without a valid IP address. */
    address: string | null
  }
  users: {
    id: Generated<Int8>
    name: string
    mail: string
    phone: string
    identification_number: string
    city_name: string
    document_type: string
    registered_at: Instant
  }
  codes: {
    id: Generated<Int8>
    name: string
    user_id: Int8 | null
    created_at: ColumnType<Date, string | undefined, string>
    redeemed_at: ColumnType<Date | null, string | null, string | null>
  }
  scores: {
    id: Generated<Int8>
    user_id: Int8
    code_id: Int8 | null
    points: number
    locate: string
    earned_at: Instant
  }
  referrals: {
    id: Generated<Int8>
    referrer_id: Int8
    referred_id: Int8
    points: number
    locate: string
    referred_at: Instant
  }
}

export type Database = Kysely<Schema>

import type { ColumnType, Generated, InsertType, Kysely } from 'kysely'

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
  revoked_tokens: { token_hash: string; expires_at: Instant }
  staff_events: {
    id: Generated<number>
    occurred_at: ColumnType<Date, string | undefined, string>
    account_id: number | null
    username: string
    action: string
    code_id: number | null
    code_name: string | null
    code_created_at: ColumnType<Date | null, string | null, string | null>
    count: number
    address: string
  }
  users: {
    id: Generated<number>
    name: string
    mail: string
    phone: string
    identification_number: string
    city_name: string
    document_type: string
    registered_at: Instant
  }
  codes: {
    id: Generated<number>
    name: string
    user_id: number | null
    created_at: ColumnType<Date, string | undefined, string>
    redeemed_at: ColumnType<Date | null, string | null, string | null>
  }
  scores: {
    id: Generated<number>
    user_id: number
    code_id: number | null
    points: number
    locate: string
    earned_at: Instant
  }
  referrals: {
    id: Generated<number>
    referrer_id: number
    referred_id: number
    points: number
    locate: string
    referred_at: Instant
  }
}

export type Database = Kysely<Schema>

/** A complete row with an explicit id. */
export type Row<Table extends keyof Schema> = {
  [Column in keyof Schema[Table]]: Exclude<InsertType<Schema[Table][Column]>, undefined>
}

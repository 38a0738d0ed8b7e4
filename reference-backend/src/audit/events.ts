import { sql } from 'kysely'
import { rowsOf } from '../database/pages'
import type { Database } from '../database/schema'
import { bogotaTime } from '../database/time'
import type { SignIn } from '../security/throttle'

/** An action on codes, as stored in `staff_events.action`. */
export type CodeAction = 'create' | 'delete' | 'delete_all' | 'restore'
/** A refused sign-in, as stored in `staff_events.action`. */
export type SignInAction = 'sign_in_failed' | 'sign_in_throttled'

/** Who made a change, and from which IP address. */
export interface Actor {
  account: number
  address: string
}

/** A code of an action. */
export interface EventCode {
  id: number
  name: string
  /** With microseconds and time zone, so that a restored code has the same date. */
  createdAt: string
}

/** Records an action on codes: one event per code, or one without a code. Call it in the transaction of the change. */
export async function recordCodeEvents(
  database: Database,
  { account, address }: Actor,
  action: CodeAction,
  codes: readonly EventCode[],
): Promise<void> {
  // One parameter for all codes: a statement has at most 65,535 parameters.
  await sql`
    insert into staff_events (account_id, username, action, code_id, code_name, code_created_at, count, address)
    select ${account}, coalesce((select username from staff_accounts where id = ${account}), ''), ${action},
           code.id, code.name, code."createdAt", ${codes.length}, ${address}
    from (select) as event
    left join json_to_recordset(${JSON.stringify(codes)}::json)
      as code (id bigint, name text, "createdAt" timestamptz) on true`.execute(database)
}

/** Records a refused sign-in. */
export async function recordSignInEvent(
  database: Database,
  { account: username, address }: SignIn,
  action: SignInAction,
): Promise<void> {
  await sql`
    insert into staff_events (account_id, username, action, count, address)
    values ((select id from staff_accounts where username = ${username}), ${username}, ${action}, 0, ${address})
  `.execute(database)
}

/** Selects the rows of the table `from` as sent by `SelectStaffEvents`. */
export function selectStaffEvents(database: Database, from = 'staff_events') {
  return database
    .selectFrom(rowsOf(from, 'staff_events'))
    .select([
      'staff_events.id',
      bogotaTime('staff_events.occurred_at').as('date'),
      'staff_events.username as userName',
      'staff_events.action',
      'staff_events.code_id as codeId',
      'staff_events.code_name as codeName',
      'staff_events.count',
      'staff_events.address',
    ])
    .orderBy('staff_events.id')
}

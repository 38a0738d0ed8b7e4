import { sql } from 'kysely'
import { highest } from '../database/pages'
import type { Database } from '../database/schema'
import { bogotaTime } from '../database/time'
import { formatJson, type Int8 } from '../json'
import { ipOf } from '../security/network-of'

/** An action on codes, as stored in `staff_events.action`. */
export type CodeAction = 'create' | 'delete' | 'delete_all' | 'restore'
/** An action of or on an account, as stored in `staff_events.action`. */
export type AccountAction =
  | 'sign_in'
  | 'renewal'
  | 'sign_out'
  | 'sign_in_failed'
  | 'sign_in_throttled'
  | 'account_added'
  | 'account_enabled'
  | 'account_disabled'
  | 'password_changed'

/** Days for which events are kept, by default. */
export const defaultAuditDays = 400

/** Who did something, and from which IP address. */
export interface Actor {
  /** Null for a sign-in with a name that is no account. */
  account: number | null
  /** As a proxy forwards it; undefined for a command on the machine of the service. */
  address: string | undefined
}

/** An action on codes, and the press that it was a part of. */
interface CodeEvents {
  action: CodeAction
  codes: readonly EventCode[]
  /** The name that the client gave to a press of several requests. */
  batch?: string | undefined
}

/** A code of an action. */
export interface EventCode {
  id: Int8
  name: string
  /** With microseconds and time zone, so that a restored code has the same date. */
  createdAt: string
}

/**
 * Records an action on codes: one event per code, or one without a code. Call it in the transaction of the change.
 * @returns the id of the action, which all its events have
 */
export async function recordCodeEvents(
  database: Database,
  { account, address }: Actor,
  { action, codes, batch }: CodeEvents,
): Promise<Int8> {
  // One parameter for all codes: a statement has at most 65,535 parameters.
  const { rows } = await sql<{ action_id: Int8 }>`
    with action as (select nextval('staff_action_ids') as id),
    recorded as (
      insert into staff_events
        (action_id, account_id, username, action, batch, code_id, code_name, code_created_at, count, address)
      select action.id, ${account}, (select username from staff_accounts where id = ${account}), ${action},
             ${batch ?? null}, code.id, code.name, code."createdAt", ${codes.length}, ${addressOf(address)}
      from action
      left join json_to_recordset(${formatJson(codes)}::json)
        as code (id bigint, name text, "createdAt" timestamptz) on true
    )
    select id as action_id from action`.execute(database)
  const [recorded] = rows
  if (!recorded) throw new Error('The statement that records events returned no id; report this error.')
  return recorded.action_id
}

/** Records an action that concerns no code. */
export async function recordEvent(
  database: Database,
  { account, address }: Actor,
  action: AccountAction,
): Promise<void> {
  await sql`
    insert into staff_events (account_id, username, action, count, address)
    values (${account}, (select username from staff_accounts where id = ${account}), ${action}, 0, ${addressOf(address)})
  `.execute(database)
}

/** Deletes events that are older than `days`: the oldest 10,000, so that the statement is short. */
export async function deleteExpiredEvents(database: Database, days: number): Promise<void> {
  await sql`
    delete from staff_events where id in (
      select id from staff_events where occurred_at < now() - ${days} * interval '1 day'
      order by occurred_at limit 10000 for update skip locked
    )`.execute(database)
}

/** Selects at most `limit` events as sent by `SelectStaffEvents`, newest first, of those older than the event `before`. */
export function selectStaffEvents(database: Database, limit: number, before: Int8 = highest) {
  return database
    .selectFrom('staff_events')
    .select([
      'id',
      bogotaTime('occurred_at').as('date'),
      'username as userName',
      'action',
      'action_id as actionId',
      'batch',
      'code_id as codeId',
      'code_name as codeName',
      'count',
      'address',
    ])
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Null for what is no address, such as a text that a client made up. */
const addressOf = (address: string | undefined) => (address === undefined ? null : (ipOf(address) ?? null))

import { type RawBuilder, sql } from 'kysely'

/**
 * Formats an instant column (`table.column`) as `YYYY-MM-DD HH:mm:ss` in the campaign's time zone (D7, dates). Null stays null.
 */
export function bogotaTime<Value extends string | null = string>(column: string): RawBuilder<Value> {
  return sql<Value>`to_char(${sql.ref(column)} at time zone 'America/Bogota', 'YYYY-MM-DD HH24:MI:SS')`
}

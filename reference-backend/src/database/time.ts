import { type RawBuilder, sql } from 'kysely'

/**
 * An instant column (`table.column`) as the text the wire carries: `YYYY-MM-DD HH:mm:ss` in the campaign's
 * time zone (D7). Null stays null.
 */
export function bogotaTime<Value extends string | null = string>(column: string): RawBuilder<Value> {
  return sql<Value>`to_char(${sql.ref(column)} at time zone 'America/Bogota', 'YYYY-MM-DD HH24:MI:SS')`
}

import { type AliasedRawBuilder, type Expression, type Selectable, sql } from 'kysely'
import type { Int8 } from '../json'
import type { Database, Schema } from './schema'

/** The smallest and the largest id. */
export const highest = 2n ** 63n - 1n
export const lowest = -highest

/** A table that is read in pages by id. */
export interface PagedList {
  table: keyof Schema
  /** Whether the largest id comes first; false by default. */
  descending?: boolean
  /** The rows of the response, selected from the table `from`, which has the columns and rows of a page, in its order. */
  rows(from: string): Expression<unknown>
}

/** A requested page: at most `limit` rows of the table after the id `after`. */
export interface Page {
  /** Undefined before the first row. */
  after: Int8 | undefined
  limit: number
}

/** A page that was read. */
export interface ReadPage {
  /** JSON objects separated by commas; null when no scanned row matches. */
  json: string | null
  /** The id of the last scanned row; null without one. */
  last: Int8 | null
  /** The number of rows scanned. */
  count: number
}

/** The table `from` under the alias `table`, whose columns it has. */
export function rowsOf<Table extends keyof Schema>(
  from: string,
  table: Table,
): AliasedRawBuilder<Selectable<Schema[Table]>, Table> {
  return sql<Selectable<Schema[Table]>>`${sql.table(from)}`.as(table)
}

/** Reads a page in one statement. The database also serializes the JSON, so the backend parses no rows. */
export async function readPage(database: Database, list: PagedList, { after, limit }: Page): Promise<ReadPage> {
  const { table, rows, descending = false } = list
  const first = descending
    ? sql`where id < ${after ?? highest} order by id desc`
    : sql`where id > ${after ?? lowest} order by id`
  const { rows: read } = await sql<ReadPage>`
    with page as materialized (select * from ${sql.table(table)} ${first} limit ${limit})
    select (select string_agg(row_to_json(item)::text, ',') from (${rows('page')}) as item) as json,
           (select ${descending ? sql`min(id)` : sql`max(id)`} from page) as last,
           (select count(*) from page) as count`.execute(database)
  const [only] = read
  if (!only) throw new Error('The query of a page returned no row; report this error.')
  return only
}

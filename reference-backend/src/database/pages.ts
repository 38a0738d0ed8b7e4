import { type AliasedRawBuilder, type Expression, type Selectable, sql } from 'kysely'
import type { Int8 } from '../json'
import type { Database, Schema } from './schema'

/** The key of a row for keyset pagination; empty before the first row. */
type Cursor = readonly Int8[]

/** The smallest and the largest value of a key column. */
export const highest = 2n ** 63n - 1n
export const lowest = -highest

/** A requested page: at most `limit` rows after the key `after`. */
export interface Page {
  after: Cursor
  limit: number
}

/** A list that is read with keyset pagination. */
export interface PagedList {
  /** The rows of the page with their keys. */
  page(page: Page): Expression<unknown>
  /** The columns of the key: integers, not null. */
  key: readonly string[]
  /** Whether the largest key comes first; false by default. */
  descending?: boolean
  /** The rows of the response, selected from the table `from`, which has the columns of the page, in the order of the key. */
  rows(from: string): Expression<unknown>
}

/** A page that was read. */
export interface ReadPage {
  /** JSON objects separated by commas; null when no scanned row matches. */
  json: string | null
  /** The key of the last scanned row; null without one. */
  last: Cursor | null
  /** The number of rows scanned. */
  count: number
}

/** Keyset pagination of a table by id. */
export function byId(table: keyof Schema): Pick<PagedList, 'page' | 'key'> {
  return {
    page: ({ after: [id = lowest], limit }) =>
      sql`select * from ${sql.table(table)} where id > ${id} order by id limit ${limit}`,
    key: ['id'],
  }
}

/** Keyset pagination of a table by id, the largest first, below `before`. */
export function byIdDescending(
  table: keyof Schema,
  before: Int8 = highest,
): Pick<PagedList, 'page' | 'key' | 'descending'> {
  return {
    page: ({ after: [id = before], limit }) =>
      sql`select * from ${sql.table(table)} where id < ${id} order by id desc limit ${limit}`,
    key: ['id'],
    descending: true,
  }
}

/** The table `from` under the alias `table`, whose columns it has. */
export function rowsOf<Table extends keyof Schema>(
  from: string,
  table: Table,
): AliasedRawBuilder<Selectable<Schema[Table]>, Table> {
  return sql<Selectable<Schema[Table]>>`${sql.table(from)}`.as(table)
}

/** Reads a page in one statement. The database also serializes the JSON, so the backend parses no rows. */
export async function readPage(database: Database, list: PagedList, next: Page): Promise<ReadPage> {
  const { page, key, rows, descending = false } = list
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const lastFirst = sql.join(key.map((column) => sql`${sql.ref(column)} ${descending ? sql`asc` : sql`desc`}`))
  const { rows: read } = await sql<ReadPage>`
    with page as materialized (${page(next)})
    select (select string_agg(row_to_json(item)::text, ',') from (${rows('page')}) as item) as json,
           (select json_build_array(${columns}) from page order by ${lastFirst} limit 1) as last,
           (select count(*) from page) as count`.execute(database)
  const [only] = read
  if (!only) throw new Error('The query of a page returned no row; report this error.')
  return only
}

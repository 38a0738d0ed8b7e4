import { type AliasedRawBuilder, type Expression, type Selectable, sql } from 'kysely'
import type { Database, Schema } from './schema'

/** The key of a row, in the order of its list; empty before the first row. */
type Position = readonly number[]

/** The smallest part of a key, and the largest. */
export const lowest = Number.MIN_SAFE_INTEGER
export const highest = Number.MAX_SAFE_INTEGER

/** The next rows of a list, at most `limit` of them. */
export interface Page {
  after: Position
  limit: number
}

/** A list that is read page by page. */
export interface PagedList {
  /** The page, its rows with their keys. */
  page(page: Page): Expression<unknown>
  /** The columns of the key: whole numbers, none of them null. */
  key: readonly string[]
  /** What the list shows of the rows of the table `from`, which has the columns of the page, in the order of the key. */
  rows(from: string): Expression<unknown>
}

/** A page as it was read. */
export interface ReadPage {
  /** JSON objects, parted by commas; null when the page shows none. */
  json: string | null
  /** The key of its last row; null without one. */
  last: Position | null
  /** The rows that it looked at. */
  count: number
}

/** A page of a table, by id. */
export function byId(table: keyof Schema): Pick<PagedList, 'page' | 'key'> {
  return {
    page: ({ after: [id = lowest], limit }) =>
      sql`select * from ${sql.table(table)} where id > ${id} order by id limit ${limit}`,
    key: ['id'],
  }
}

/** The rows of the table `from`, which has the columns of `table`, under that name. */
export function rowsOf<Table extends keyof Schema>(
  from: string,
  table: Table,
): AliasedRawBuilder<Selectable<Schema[Table]>, Table> {
  return sql<Selectable<Schema[Table]>>`${sql.table(from)}`.as(table)
}

/** Reads a page in one statement, which also makes the JSON: the backend handles a text, and no rows. */
export async function readPage(database: Database, { page, key, rows }: PagedList, next: Page): Promise<ReadPage> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const descending = sql.join(key.map((column) => sql`${sql.ref(column)} desc`))
  const { rows: read } = await sql<ReadPage>`
    with page as materialized (${page(next)})
    select (select string_agg(row_to_json(item)::text, ',') from (${rows('page')}) as item) as json,
           (select json_build_array(${columns}) from page order by ${descending} limit 1) as last,
           (select count(*) from page) as count`.execute(database)
  const [only] = read
  if (!only) throw new Error('The database has read no page.')
  return only
}

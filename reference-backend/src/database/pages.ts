import { type RawBuilder, sql } from 'kysely'
import type { Int8 } from '../json'
import type { Database, Schema } from './schema'

/** The smallest and the largest id. */
export const highest = 2n ** 63n - 1n
export const lowest = -highest

/** A row of a response. */
export type Row = Readonly<Record<string, unknown>>

/** A table that is read in pages by id. */
export interface PagedList {
  table: keyof Schema
  /** The rows of the response, selected from the table `from`, which has the columns and rows of a page, in its order. */
  rows(from: string): RawBuilder<Row>
}

/** A requested page: at most `limit` rows of the table after the id `after`. */
export interface Page {
  after: Int8
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

/** Reads a page in one statement. The database also serializes the JSON, so the backend parses no rows. */
export async function readPage(database: Database, list: PagedList, { after, limit }: Page): Promise<ReadPage> {
  const { table, rows } = list
  const { rows: read } = await sql<ReadPage>`
    with page as materialized (select * from ${sql.table(table)} where id > ${after} order by id limit ${limit})
    select (select string_agg(row_to_json(item)::text, ',') from (${rows('page')}) as item) as json,
           (select max(id) from page) as last,
           (select count(*) from page) as count`.execute(database)
  const [only] = read
  if (!only) throw new Error('The query of a page returned no row; report this error.')
  return only
}

import { waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { type Row, requestRows } from '../backend-client'
import { type RenderedTab, type RenderOptions, renderTab } from '../render-tab'
import { rows } from '../table'
import type { FaultyTab } from './faults/faulty-tab'

/** Expectations of a tab with a table, from its section of the specification. */
export interface TabUnderTest extends FaultyTab {
  /**
   * Endpoint of the reference backend with the rows of the table. It must return more than 20 rows, for three pages, and
   * at most 512 KB, since jsdom has no worker.
   */
  endpoint: string
  /** Request body without a filter; without a body, the request is a GET. */
  body?: object
  /** Data columns by header, in order: the displayed field, or a function from row to text. */
  columns: Readonly<Record<string, string | ((row: Row) => string)>>
  /** Columns of controls by header, after the data columns, with the text of their cells. */
  controls?: Readonly<Record<string, string>>
  /** Header of a data column with a field of free text, for tests with hostile texts. */
  textColumn: string
  /** Whether the tab has a refresh button. */
  refreshes: boolean
}

export const PAGE_SIZE = 10

/** Returns the expected cell texts of rows, including controls. */
export function screenRows(tab: TabUnderTest, backendRows: readonly Row[]): string[][] {
  return backendRows.map((row) => [...dataTexts(tab, row), ...Object.values(tab.controls ?? {})])
}

/** Returns the expected texts of a row's data columns, in the table and in the CSV file. */
export function dataTexts(tab: TabUnderTest, row: Row): string[] {
  return Object.values(tab.columns).map((text) => (typeof text === 'string' ? String(row[text] ?? '') : text(row)))
}

/**
 * Mounts a tab and waits for its first page.
 *
 * @returns the mounted tab, with all rows of the backend
 */
export async function openTab(
  tab: TabUnderTest,
  options?: RenderOptions,
): Promise<RenderedTab & { backendRows: Row[] }> {
  const own = options?.rows?.[tab.endpoint] as Row[] | undefined
  const backendRows = own ?? (await requestRows(tab.endpoint, tab.body))
  const rendered = await renderTab(tab.Tab, { ...(tab.extensions && { extensions: tab.extensions }), ...options })
  await waitForRows(tab, backendRows.slice(0, PAGE_SIZE))
  return { ...rendered, backendRows }
}

/** Waits until the table shows exactly these rows of the backend. */
export async function waitForRows(tab: TabUnderTest, backendRows: readonly Row[]): Promise<void> {
  await waitFor(() => expect(rows()).toEqual(screenRows(tab, backendRows)))
}

/**
 * Creates one row per text, with the text in the tab's column of free text.
 *
 * @throws Error when `textColumn` does not show a field
 */
export function rowsWithTexts(
  { endpoint, columns, textColumn }: TabUnderTest,
  texts: readonly (string | null)[],
): Row[] {
  const field = columns[textColumn]
  if (typeof field !== 'string')
    throw new Error(
      `The textColumn of ${endpoint} is '${textColumn}', which shows no field: name a column with a field of free text.`,
    )
  return texts.map((text, index) => ({ id: index + 1, [field]: text }))
}

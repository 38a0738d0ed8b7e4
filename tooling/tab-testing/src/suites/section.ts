import { waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import type { TabProps } from 'shared-auth'
import { expect } from 'vitest'
import { type Row, trueRows } from '../backend-client'
import { type RenderedTab, type RenderOptions, renderTab } from '../render-tab'
import { rows } from '../table'

/** What a tab with a table must show: a section of the specification, in its words. */
export interface Section {
  Tab: ComponentType<TabProps>
  /**
   * The call that fills the table. The reference backend has it, as what it answers is what the screen must show: more
   * than 20 rows, so that there are three pages, and at most 512 KB, as jsdom has no worker to keep more.
   */
  call: string
  /** Its body when nothing is filtered; a call without one is a GET. */
  body?: object
  /**
   * Every column of data by its header, in order: the field it shows, or the text it makes of a row. `describeTable` and
   * `describeCsv` order the rows by a column `Id`, which shows the field `id`, a number.
   */
  columns: Readonly<Record<string, string | ((row: Row) => string)>>
  /** Every column of controls by its header, after those of data: what stands in each of its cells. */
  controls?: Readonly<Record<string, string>>
  /** The header of a column of data that shows a field of free text: it is given texts that are hard to show. */
  textColumn: string
  /** Whether the section has a refresh button. */
  refreshes: boolean
}

export const PAGE_SIZE = 10

/** What the table must show for these rows. */
export function screenRows(section: Section, truth: readonly Row[]): string[][] {
  return truth.map((row) => [...dataTexts(section, row), ...Object.values(section.controls ?? {})])
}

/** The texts of a row's columns of data: those of the screen and of the CSV. */
export function dataTexts(section: Section, row: Row): string[] {
  return Object.values(section.columns).map((text) => (typeof text === 'string' ? String(row[text] ?? '') : text(row)))
}

/** Mounts the section and waits for its first page. */
export async function openSection(section: Section, options?: RenderOptions): Promise<RenderedTab & { truth: Row[] }> {
  const truth = await trueRows(section.call, section.body)
  const tab = await renderTab(section.Tab, options)
  await shows(section, truth.slice(0, PAGE_SIZE))
  return { ...tab, truth }
}

/** Waits until the table shows exactly these rows. */
export async function shows(section: Section, truth: readonly Row[]): Promise<void> {
  await waitFor(() => expect(rows()).toEqual(screenRows(section, truth)))
}

/**
 * Holds a section to what a suite makes use of.
 *
 * @param suite its name
 * @param header of a column of data
 * @param field what the column must show; any text when it is left out
 * @throws Error when the section has no such column
 */
export function requireColumn({ call, columns }: Section, suite: string, header: string, field?: string): void {
  if (header in columns && (field === undefined || columns[header] === field)) return
  const column = field === undefined ? `'${header}'` : `'${header}' that shows the field '${field}'`
  throw new Error(
    `${suite} needs a column ${column}, and ${call} has ${Object.keys(columns).join(', ')}. ` +
      `A tab without that column has tests of its own in place of ${suite}.`,
  )
}

/** Rows that the server might send: one for each text, which stands in the section's column of free text. */
export function rowsWithTexts({ call, columns, textColumn }: Section, texts: readonly (string | null)[]): Row[] {
  const field = columns[textColumn]
  if (typeof field !== 'string')
    throw new Error(
      `The textColumn of ${call} is '${textColumn}', which shows no field: name a column that shows one, of free text.`,
    )
  return texts.map((text, index) => ({ id: index + 1, [field]: text }))
}

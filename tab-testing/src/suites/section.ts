import { waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import type { TabProps } from 'shared-auth'
import { expect } from 'vitest'
import { type RenderedTab, renderTab } from '../render-tab'
import { rows } from '../table'
import { type Row, trueRows } from '../truth'

/** A section of the specification: what its tab must show, in the words of the specification. */
export interface Section {
  Tab: ComponentType<TabProps>
  /** The call that fills the table. */
  call: string
  /** Its body when nothing is filtered; a call without one is a GET. */
  body?: object
  /** Every column of data by its header, in order: the field it shows, or the text it makes of a row. */
  columns: Readonly<Record<string, string | ((row: Row) => string)>>
  /** Every column of controls by its header, after those of data: what stands in each of its cells. */
  controls?: Readonly<Record<string, string>>
  /** A column of data that shows a field of free text. */
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
export async function openSection(section: Section): Promise<RenderedTab & { truth: Row[] }> {
  const truth = await trueRows(section.call, section.body)
  const tab = await renderTab(section.Tab)
  await shows(section, truth.slice(0, PAGE_SIZE))
  return { ...tab, truth }
}

/** Waits until the table shows exactly these rows. */
export async function shows(section: Section, truth: readonly Row[]): Promise<void> {
  await waitFor(() => expect(rows()).toEqual(screenRows(section, truth)))
}

/** Rows that the server might send: one for each text, which stands in the section's column of free text. */
export function rowsWithTexts(section: Section, texts: readonly (string | null)[]): Row[] {
  const field = section.columns[section.textColumn]
  if (typeof field !== 'string') throw new Error(`The column ${section.textColumn} shows no field.`)
  return texts.map((text, index) => ({ id: index + 1, [field]: text }))
}

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { backend } from '../backend'
import { requestRows } from '../backend-client'
import { emptyFilterError } from '../messages'
import { column } from '../table'
import { toasts } from '../toasts'
import { parseCsv, pressCsv } from './describe-csv'
import type { Read } from './faults/faulty-tab'
import { pressButton } from './faults/page'
import { dataTexts, openTab, PAGE_SIZE, screenRows, type TabUnderTest, waitForRows } from './tab-under-test'

/**
 * A tab with a `FilteredTable` of shared-ui. The endpoint returns all rows for `{}`. For `{ prmNameOrPhone }`, it
 * returns the rows of users whose name or phone number contains that text. The column `Usuario` shows their names.
 */
export interface FilteredTabUnderTest extends TabUnderTest {
  body: object
  refreshes: true
}

/**
 * Tests the filter by name or phone number of Puntaje and Referidos (specification §2, §5; D14, D15).
 *
 * @throws Error when the tab has no column `Usuario`
 */
export function describeFilter(tab: FilteredTabUnderTest): void {
  const { endpoint, columns } = tab
  if (!('Usuario' in columns)) throw new Error(`describeFilter needs a column 'Usuario', and ${endpoint} has none.`)
  const bodies = () => backend.requests(endpoint).map(({ body }) => JSON.parse(body))

  describe('the filter dialog', () => {
    it('has the specified name, label and length limit, and focuses its field', async () => {
      const { user } = await openTab(tab)
      const dialog = await openFilter(user)
      expect(dialog.getByText('Ingrese el nombre o el número de teléfono del usuario.')).toBeDefined()
      expect(field().maxLength).toBe(50)
      await waitFor(() => expect(document.activeElement).toBe(field()))
    })

    it('rejects a text of spaces without a request', async () => {
      const { user } = await openTab(tab)
      const dialog = await openFilter(user)
      await user.type(field(), '   ')
      await user.click(dialog.getByRole('button', { name: 'Filtrar' }))
      await waitFor(() => expect(toasts()).toEqual([emptyFilterError]))
      const missing = 'Falta el nombre o el número de teléfono.'
      expect(dialog.getByRole('textbox', { description: missing }).getAttribute('aria-invalid')).toBe('true')
      await user.type(field(), 'A')
      expect(dialog.queryByText(missing)).toBeNull()
      expect(field().getAttribute('aria-invalid')).toBe('false')
      expect(bodies()).toEqual([{}])
    })

    it('filters by name on button press, ignoring case and accents', async () => {
      const { user, backendRows } = await openTab(tab)
      const name = String(screenRows(tab, backendRows).at(3)?.[Object.keys(columns).indexOf('Usuario')])
      const typed = name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
      const matching = await requestRows(endpoint, { prmNameOrPhone: name })
      const dialog = await openFilter(user)
      await user.type(field(), typed)
      await user.click(dialog.getByRole('button', { name: 'Filtrar' }))
      await waitForRows(tab, matching.slice(0, PAGE_SIZE))
      expect(bodies()).toEqual([{}, { prmNameOrPhone: typed }])
      expect(new Set(column('Usuario'))).toEqual(new Set([name]))
    })

    it('applies to the CSV file', async () => {
      const { user } = await openTab(tab)
      const matching = await requestRows(endpoint, { prmNameOrPhone: 'an' })
      expect(matching.length).toBeGreaterThan(0)
      await filterBy(user, 'an')
      await waitForRows(tab, matching.slice(0, PAGE_SIZE))
      const [, ...lines] = parseCsv(await pressCsv(user))
      expect(lines).toEqual(matching.map((row) => dataTexts(tab, row)))
    })

    it('is replaced by another text while it is pending', async () => {
      const { user } = await openTab(tab)
      const { name } = (await requestRows('SelectUsers')).at(3) ?? {}
      const matching = await requestRows(endpoint, { prmNameOrPhone: String(name) })
      const release = backend.hold(endpoint)
      await filterBy(user, 'zzz')
      await waitFor(() => expect(bodies()).toHaveLength(2))
      // That of Referidos closes at submit (D15, filter dialogs).
      if (!screen.queryByRole('dialog')) await openFilter(user)
      await user.clear(field())
      await user.type(field(), `${name}{Enter}`)
      await waitFor(() => expect(bodies().slice(1)).toEqual([{ prmNameOrPhone: 'zzz' }, { prmNameOrPhone: name }]))
      await waitFor(() => expect(backend.requests(endpoint)[1]?.aborted).toBe(true))
      release()
      await waitForRows(tab, matching.slice(0, PAGE_SIZE))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(screen.getByText(`Nombre o teléfono: ${name}`)).toBeTruthy()
      expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
    })
  })
}

/**
 * Opens the filter dialog.
 *
 * @returns testing-library queries within the dialog
 */
export async function openFilter(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Filtrar' }))
  return within(await screen.findByRole('dialog', { name: 'Filtrar' }))
}

/** The filter, for `describeFaults`, whose presses are many: queries by role and typed keys are slow in jsdom. */
export const filterRead: Read = {
  async prepare(user) {
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
    await pressButton('Filtrar')
    fireEvent.change(await screen.findByLabelText('Filtrar Puntaje'), { target: { value: 'a' } })
  },
  press: () => pressButton('Filtrar', '[role=dialog]'),
}

/** Finds the text field of the filter dialog. */
export function field(): HTMLInputElement {
  return screen.getByLabelText<HTMLInputElement>('Filtrar Puntaje')
}

/** Opens the filter dialog, types the text and presses Enter. */
export async function filterBy(user: UserEvent, text: string): Promise<void> {
  await openFilter(user)
  await user.type(field(), `${text}{Enter}`)
}

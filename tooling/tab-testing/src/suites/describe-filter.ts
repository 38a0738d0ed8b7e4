import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { backend } from '../backend'
import { trueRows } from '../backend-client'
import { emptyFilterError, executionError } from '../messages'
import { column, rows } from '../table'
import { toasts } from '../toasts'
import { parsed, pressCsv } from './describe-csv'
import { dataTexts, openSection, PAGE_SIZE, requireColumn, type Section, screenRows, shows } from './section'

/**
 * A section with a filter, as `FilteredTable` of shared-ui makes one. Its call takes `{}` for everything and
 * `{ prmNameOrPhone }` for the rows of the users whose name or phone number has that text; their names stand in a column
 * `Usuario`.
 */
export interface FilteredSection extends Section {
  body: object
  refreshes: true
}

/** The filter by name or phone number, as Puntaje and Referidos share it (specification §2, §5; D14, D15). */
export function describeFilter(section: FilteredSection): void {
  requireColumn(section, describeFilter.name, 'Usuario')
  const { call } = section
  const bodies = () => backend.calls(call).map(({ body }) => JSON.parse(body))

  describe('the filter dialog', () => {
    it('is named, labelled and limited as specified, and ready to type in', async () => {
      const { user } = await openSection(section)
      const dialog = await openFilter(user)
      expect(dialog.getByText('Ingrese el nombre o el número de teléfono del usuario.')).toBeDefined()
      expect(field().maxLength).toBe(50)
      await waitFor(() => expect(document.activeElement).toBe(field()))
    })

    it.each(['', '   '])("refuses '%s' without a call", async (text) => {
      const { user } = await openSection(section)
      const dialog = await openFilter(user)
      if (text) await user.type(field(), text)
      await user.click(dialog.getByRole('button', { name: 'Filtrar' }))
      await waitFor(() => expect(toasts()).toEqual([emptyFilterError]))
      expect(screen.queryByRole('dialog')).not.toBeNull()
      expect(bodies()).toEqual([{}])
    })

    it('asks for the rows of a name, whatever its case and accents, by button', async () => {
      const { user, truth } = await openSection(section)
      const name = String(screenRows(section, truth)[0]?.[Object.keys(section.columns).indexOf('Usuario')])
      const typed = name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
      const matching = await trueRows(call, { prmNameOrPhone: name })
      const dialog = await openFilter(user)
      await user.type(field(), typed)
      await user.click(dialog.getByRole('button', { name: 'Filtrar' }))
      await shows(section, matching.slice(0, PAGE_SIZE))
      expect(bodies()).toEqual([{}, { prmNameOrPhone: typed }])
      expect(new Set(column('Usuario'))).toEqual(new Set([name]))
    })

    it('asks for the rows of a phone number, without the spaces around it', async () => {
      const [{ phone } = {}] = await trueRows('SelectUsers')
      const { user } = await openSection(section)
      await filterBy(user, ` ${phone} `)
      await waitFor(() => expect(bodies()).toEqual([{}, { prmNameOrPhone: phone }]))
      await shows(section, (await trueRows(call, { prmNameOrPhone: phone })).slice(0, PAGE_SIZE))
    })

    it('takes 50 characters at most', async () => {
      const { user } = await openSection(section)
      await filterBy(user, 'a'.repeat(60))
      await waitFor(() => expect(bodies()).toEqual([{}, { prmNameOrPhone: 'a'.repeat(50) }]))
    })

    it.each(['{ data }', '{ data: { data } }'])('understands the envelope %s', async (envelope) => {
      const { user, truth } = await openSection(section)
      const found = truth.slice(3, 5)
      backend.answer(call, envelope === '{ data }' ? { data: found } : { data: { data: found } })
      await filterBy(user, 'a')
      await shows(section, found)
    })

    it('is what CSV saves', async () => {
      const { user } = await openSection(section)
      const matching = await trueRows(call, { prmNameOrPhone: 'an' })
      expect(matching.length).toBeGreaterThan(0)
      await filterBy(user, 'an')
      await shows(section, matching.slice(0, PAGE_SIZE))
      const [, ...lines] = parsed(await pressCsv(user))
      expect(lines).toEqual(matching.map((row) => dataTexts(section, row)))
    })

    it('is called off by Refrescar', async () => {
      const { user, truth } = await openSection(section)
      backend.hold(call)
      await filterBy(user, 'zzz')
      await waitFor(() => expect(bodies()).toHaveLength(2))
      await user.click(screen.getByRole('button', { name: 'Refrescar' }))
      await waitFor(() => expect(backend.calls(call).map(({ aborted }) => aborted)).toEqual([false, true, false]))
      expect(rows()).toEqual(screenRows(section, truth.slice(0, PAGE_SIZE)))
      expect(toasts()).toEqual([])
    })

    it('asks once for Enter pressed twice, from the first page on', async () => {
      const { user } = await openSection(section)
      await user.click(screen.getByRole('button', { name: 'Última Página' }))
      const release = backend.hold(call)
      await openFilter(user)
      await user.type(field(), 'a{Enter}{Enter}')
      await waitFor(() => expect(bodies()).toEqual([{}, { prmNameOrPhone: 'a' }]))
      release()
      await shows(section, (await trueRows(call, { prmNameOrPhone: 'a' })).slice(0, PAGE_SIZE))
      expect(bodies()).toHaveLength(2)
    })

    it.each(['%', '_', "'; drop table users; --"])('takes %s as text', async (text) => {
      const { user } = await openSection(section)
      await filterBy(user, text)
      await screen.findByText('nada coincide con el filtro')
      expect(rows()).toEqual([])
    })

    it('gives everything back on Refrescar, from the first page on', async () => {
      const { user, truth } = await openSection(section)
      await filterBy(user, 'zzz')
      await screen.findByText('nada coincide con el filtro')
      await user.click(screen.getByRole('button', { name: 'Refrescar' }))
      await shows(section, truth.slice(0, PAGE_SIZE))
      expect(bodies()).toEqual([{}, { prmNameOrPhone: 'zzz' }, {}])
    })

    it('leaves the last rows when it fails, and Reintentar repeats it', async () => {
      const { user, truth } = await openSection(section)
      backend.fail(call)
      await filterBy(user, 'zzz')
      await waitFor(() => expect(toasts()).toEqual([executionError]))
      expect(rows()).toEqual(screenRows(section, truth.slice(0, PAGE_SIZE)))
      backend.recover(call)
      await user.click(screen.getByRole('button', { name: 'Reintentar' }))
      await screen.findByText('nada coincide con el filtro')
      expect(bodies().slice(1)).toEqual([{ prmNameOrPhone: 'zzz' }, { prmNameOrPhone: 'zzz' }])
    })
  })
}

/** Opens the filter dialog; the queries returned look inside it. */
export async function openFilter(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Filtrar' }))
  return within(await screen.findByRole('dialog', { name: 'Filtrar' }))
}

/** The field of the filter dialog. */
export function field(): HTMLInputElement {
  return screen.getByLabelText<HTMLInputElement>('Filtrar Puntaje')
}

/** Opens the dialog, types the text and presses Enter. */
export async function filterBy(user: UserEvent, text: string): Promise<void> {
  await openFilter(user)
  await user.type(field(), `${text}{Enter}`)
}

import type { RowStore } from '@canje/large-table'
import type { TabView } from '@canje/shared-auth'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { LoadRows } from '../rows/list'
import { asyncRows, columns, type Person, people, renderPeople, viewOf } from '../testing/people'
import { FilteredTable } from './FilteredTable'

/** Renders Puntaje after the first load; the test settles the others. */
async function openTab() {
  const onFiltered = vi.fn()
  const content = (load: LoadRows<Person>) => (
    <FilteredTable
      name="Personas"
      list={{ columns, load }}
      sum="id"
      dates="id"
      groupBy={[]}
      filterLabel="Filtrar Puntaje"
      onFiltered={onFiltered}
    />
  )
  const { user, toasts, loads, load, show } = renderPeople({ view: viewOf() }, content)
  const settle = (index: number, rows: number | RowStore<Person>) =>
    act(async () => load(index).respond(typeof rows === 'number' ? people(rows) : rows))
  await settle(0, 40)

  return {
    user,
    toasts,
    onFiltered,
    settle,
    open: (view: Partial<TabView>) => show({ ...viewOf(), ...view }),
    filters: () => loads.slice(1).map(({ filter, signal }) => (signal.aborted ? `${filter} aborted` : filter)),
    openDialog: () => user.click(screen.getByRole('button', { name: 'Filtrar' })),
    /** Submits a text in the dialog, which is opened if necessary. */
    async submit(text: string) {
      if (!isOpen()) await user.click(screen.getByRole('button', { name: 'Filtrar' }))
      await user.clear(field())
      await user.type(field(), `${text}{Enter}`)
    },
    report: () => document.querySelector('.page-report')?.textContent,
  }
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Filtrar Puntaje' })
const isOpen = () => screen.queryByRole('dialog') !== null
const waitUntilClosed = () => waitFor(() => expect(isOpen()).toBe(false))

it('asks in a dialog for a text of 50 characters, which is not blank', async () => {
  const { user, openDialog, filters, toasts } = await openTab()
  await openDialog()
  const dialog = within(screen.getByRole('dialog', { name: 'Filtrar' }))
  dialog.getByText('Ingrese el nombre o el número de teléfono del usuario.')
  expect([field().maxLength, document.activeElement]).toEqual([50, field()])
  await user.type(field(), '   ')
  await user.click(dialog.getByRole('button', { name: 'Filtrar' }))
  expect(toasts).toEqual([
    { severity: 'error', summary: 'Error', detail: 'debe ingresar un nombre o un número de teléfono.' },
  ])
  const missing = 'Falta el nombre o el número de teléfono.'
  expect(dialog.getByRole('textbox', { description: missing }).getAttribute('aria-invalid')).toBe('true')
  await user.type(field(), 'A')
  expect(dialog.queryByText(missing)).toBeNull()
  expect(field().getAttribute('aria-invalid')).toBe('false')
  expect(filters()).toEqual([])
})

it('requests what a script has put into the field, trimmed, and keeps it', async () => {
  const { user, openDialog, settle, filters } = await openTab()
  await openDialog()
  field().value = ' Ana '
  await user.keyboard('{Enter}')
  expect(filters()).toEqual(['Ana'])
  await settle(1, 1)
  await waitUntilClosed()
  await openDialog()
  expect(field().value).toBe(' Ana ')
})

it('counts once the page has loaded, not when the response arrives, also after a page that was lost', async () => {
  const { user, submit, settle, onFiltered, toasts } = await openTab()
  const [lost, found] = [asyncRows(people(30)), asyncRows(people(30))]
  lost.page.mockRejectedValueOnce(new Error('The worker has failed.'))
  let show = () => {}
  const page = { rows: people(10), first: 0, count: 30 }
  found.page.mockReturnValueOnce(new Promise((resolve) => (show = () => resolve(page))))
  await submit('uno')
  await settle(1, lost)
  await waitFor(() => expect(toasts).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Reintentar' }))
  await settle(2, found)
  expect(isOpen()).toBe(true)
  expect(onFiltered).not.toHaveBeenCalled()
  show()
  await waitUntilClosed()
  expect(onFiltered).toHaveBeenCalledOnce()
})

it('sends the same text once, and closes the dialog in which it was last submitted', async () => {
  const { user, submit, settle, filters } = await openTab()
  await submit('uno')
  await user.keyboard('{Enter}')
  await user.keyboard('{Escape}')
  await waitUntilClosed()
  await submit('uno')
  expect(filters()).toEqual(['uno'])
  await settle(1, 1)
  await waitUntilClosed()
})

it('replaces a pending text by another one', async () => {
  const { submit, settle, filters, report } = await openTab()
  await submit('uno')
  await submit('dos')
  expect(filters()).toEqual(['uno aborted', 'dos'])
  await settle(2, 2)
  await waitUntilClosed()
  expect(report()).toBe('1–2 de 2')
  screen.getByText('Nombre o teléfono: dos')
})

it('follows a link with another filter that is opened meanwhile', async () => {
  const { submit, open, settle, filters, onFiltered, report } = await openTab()
  await submit('uno')
  open({ params: 'filtro=dos', opening: 2 })
  await waitFor(() => expect(filters()).toEqual(['uno aborted', 'dos']))
  await settle(1, 1)
  await settle(2, 2)
  expect(report()).toBe('1–2 de 2')
  expect(onFiltered).not.toHaveBeenCalled()
  expect(isOpen()).toBe(true)
})

it('says in words that stay true after a refresh which selected rows a filter has removed', async () => {
  const { user, submit, settle } = await openTab()
  await user.click(screen.getByLabelText('Buscar en Personas'))
  await user.keyboard('{ArrowDown} {ArrowDown} ')
  const bar = within(await screen.findByRole('region', { name: 'Selección' }))
  await bar.findByText('2 elegidos')
  await submit('uno')
  await settle(1, 1)
  const notice = '1 elegido quedó fuera del resultado: Persona 2.'
  await bar.findByText(notice)
  await user.click(screen.getByRole('button', { name: 'Refrescar' }))
  await settle(2, 40)
  await bar.findByText('1 elegido')
  bar.getByText(notice)
})

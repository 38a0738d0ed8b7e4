import { MemoryRows, type RowStore } from '@canje/large-table'
import type { TabView, ToastMessage } from '@canje/shared-auth'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { LoadRows } from '../rows/load-rows'
import { TabRoot } from '../state/TabRoot'
import { FILTER_TEXTS } from '../testing/filter-texts'
import { columns, deferredRows, type PendingLoad, type Person, people } from '../testing/people'
import { FilteredTable } from './FilteredTable'

type Load = Pick<PendingLoad, 'filter' | 'signal' | 'fail'> & { respond: (rows: number | RowStore<Person>) => void }

/** Renders Puntaje, or Referidos, after the first load; the test settles the others. */
async function openTab(closesAtSubmit = false) {
  const loads: Load[] = []
  const toasts: ToastMessage[] = []
  const onFiltered = vi.fn()
  const load: LoadRows<Person> = ({ filter, signal }) =>
    new Promise((resolve, fail) => {
      loads.push({
        filter,
        signal,
        fail,
        respond: (rows) => resolve(typeof rows === 'number' ? new MemoryRows(people(rows)) : rows),
      })
    })
  const tabOf = (view: Partial<TabView>) => (
    <TabRoot
      notify={(message) => toasts.push(message)}
      view={{ isActive: true, params: '', opening: 1, onChange: () => undefined, push: () => undefined, ...view }}
    >
      <FilteredTable
        name="Personas"
        list={{ columns, load }}
        sum="id"
        dates="id"
        groupBy={[]}
        filter={FILTER_TEXTS}
        closesAtSubmit={closesAtSubmit}
        onFiltered={onFiltered}
      />
    </TabRoot>
  )
  const { rerender } = render(tabOf({}))
  const user = userEvent.setup()
  const settle = (index: number, action: (load: Load) => void) =>
    act(async () => {
      const load = loads[index]
      if (!load) throw new Error(`There is no load ${index}: the tab has started ${loads.length}.`)
      action(load)
    })
  await settle(0, (load) => load.respond(40))

  return {
    user,
    loads,
    toasts,
    onFiltered,
    settle,
    open: (view: Partial<TabView>) => rerender(tabOf(view)),
    filters: () => loads.slice(1).map(({ filter, signal }) => (signal.aborted ? `${filter} aborted` : filter)),
    /** Submits a text in the dialog, which is opened if necessary. */
    async submit(text: string) {
      if (!screen.queryByRole('dialog')) await user.click(screen.getByRole('button', { name: 'Filtrar' }))
      const field = await screen.findByLabelText('Filtrar Puntaje')
      await user.clear(field)
      await user.type(field, `${text}{Enter}`)
    },
    report: () => document.querySelector('.page-report')?.textContent,
  }
}

const isOpen = () => screen.queryByRole('dialog') !== null
const waitUntilClosed = () => waitFor(() => expect(isOpen()).toBe(false))

it('follows the last text: the response of an earlier one neither closes the dialog nor counts', async () => {
  const { submit, settle, filters, onFiltered, report } = await openTab()
  await submit('uno')
  await submit('dos')
  expect(filters()).toEqual(['uno aborted', 'dos'])
  await settle(1, ({ respond }) => respond(1))
  expect(isOpen()).toBe(true)
  expect(onFiltered).not.toHaveBeenCalled()
  expect(report()).toBe('1–10 de 40')

  await settle(2, ({ respond }) => respond(2))
  await waitUntilClosed()
  expect(onFiltered).toHaveBeenCalledOnce()
  expect(report()).toBe('1–2 de 2')
})

it('counts once the page has loaded, not when the response arrives, also after a page that was lost', async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  const { user, submit, settle, onFiltered, toasts } = await openTab()
  const [lost, found] = [deferredRows(people(30)), deferredRows(people(30))]
  await submit('uno')
  await settle(1, ({ respond }) => respond(lost))
  lost.reject()
  await waitFor(() => expect(toasts).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Reintentar' }))
  await settle(2, ({ respond }) => respond(found))
  expect(isOpen()).toBe(true)
  expect(onFiltered).not.toHaveBeenCalled()
  found.resolve()
  await waitUntilClosed()
  expect(onFiltered).toHaveBeenCalledOnce()
})

it('hides the failure of an earlier text, and reports that of the last', async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  const { submit, settle, toasts } = await openTab()
  await submit('uno')
  await submit('dos')
  await settle(1, ({ fail }) => fail(new Error('aborted')))
  expect(toasts).toEqual([])
  await settle(2, ({ fail }) => fail(new Error('Request failed with status code 503')))
  expect(toasts).toHaveLength(1)
  expect(isOpen()).toBe(true)
})

it('sends the same text once, and closes the dialog in which it was last submitted', async () => {
  const { user, submit, settle, filters } = await openTab()
  await submit('uno')
  await user.keyboard('{Enter}')
  await user.keyboard('{Escape}')
  await waitUntilClosed()
  await submit('uno')
  expect(filters()).toEqual(['uno'])
  await settle(1, ({ respond }) => respond(1))
  await waitUntilClosed()
})

it('closes at each submit in Referidos, and follows the last text', async () => {
  const { submit, settle, filters, report, toasts } = await openTab(true)
  await submit('uno')
  await waitUntilClosed()
  await submit('dos')
  await waitUntilClosed()
  await submit('dos')
  await waitUntilClosed()
  expect(filters()).toEqual(['uno aborted', 'dos'])
  await settle(1, ({ respond }) => respond(1))
  await settle(2, ({ respond }) => respond(2))
  expect(report()).toBe('1–2 de 2')
  expect(toasts).toEqual([])
})

it('follows a link with another filter that is opened meanwhile', async () => {
  const { submit, open, settle, filters, onFiltered, report } = await openTab()
  await submit('uno')
  open({ params: 'filtro=dos', opening: 2 })
  await waitFor(() => expect(filters()).toEqual(['uno aborted', 'dos']))
  await settle(1, ({ respond }) => respond(1))
  await settle(2, ({ respond }) => respond(2))
  expect(report()).toBe('1–2 de 2')
  expect(onFiltered).not.toHaveBeenCalled()
  expect(isOpen()).toBe(true)
})

it('replaces a pending retry by another text', async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  const { user, submit, settle, filters, report } = await openTab()
  await submit('uno')
  await settle(1, ({ fail }) => fail(new Error('Request failed with status code 503')))
  await user.click(screen.getByRole('button', { name: 'Reintentar' }))
  await submit('dos')
  expect(filters()).toEqual(['uno aborted', 'uno aborted', 'dos'])
  await settle(3, ({ respond }) => respond(2))
  await waitUntilClosed()
  expect(report()).toBe('1–2 de 2')
})

it('says in words that stay true after a refresh which selected rows a filter has removed', async () => {
  const { user, submit, settle } = await openTab()
  await user.click(screen.getByLabelText('Buscar en Personas'))
  await user.keyboard('{ArrowDown} {ArrowDown} ')
  const bar = within(await screen.findByRole('region', { name: 'Selección' }))
  await bar.findByText('2 elegidos')
  await submit('uno')
  await settle(1, ({ respond }) => respond(1))
  const notice = '1 elegido quedó fuera del resultado: Persona 2.'
  await bar.findByText(notice)
  await user.click(screen.getByRole('button', { name: 'Refrescar' }))
  await settle(2, ({ respond }) => respond(40))
  await bar.findByText('1 elegido')
  bar.getByText(notice)
})

import { MemoryRows, type View } from '@canje/large-table'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { asyncRows, type Person, people, renderPeople } from '../testing/people'

const bar = () => screen.findByRole('region', { name: 'Selección' })
const noBar = () => expect(screen.queryByRole('region', { name: 'Selección' })).toBeNull()
const cellOf = (name: string) => screen.getByText(name)
const rowOf = (name: string) =>
  [...document.querySelectorAll('tr')].find((row) => row.lastChild?.textContent === name) as HTMLElement
const selectedNames = () =>
  [...document.querySelectorAll('tr[aria-selected=true]')].map((row) => row.lastChild?.textContent)
const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `Persona ${first + index}`)

async function renderLoaded(
  count = 35,
  rowsOf: (rows: Person[]) => MemoryRows<Person> | ReturnType<typeof asyncRows> = (rows) => new MemoryRows(rows),
) {
  const tab = renderPeople()
  tab.load(0).respond(rowsOf(people(count)))
  await screen.findByText('Persona 1')
  const { user } = tab
  const press = async (name: string, keys = 'Control') => {
    await user.keyboard(`{${keys}>}`)
    await user.click(cellOf(name))
    await user.keyboard(`{/${keys}}`)
  }
  const search = async (text: string) => {
    await user.click(screen.getByLabelText('Buscar en Personas'))
    await user.paste(text)
  }
  return { ...tab, press, search }
}

describe('selecting rows', () => {
  it('selects the focused row by Space, and deselects it', async () => {
    const { user } = await renderLoaded()
    act(() => rowOf('Persona 1').focus())
    await user.keyboard(' {ArrowDown} ')
    expect(selectedNames()).toEqual(['Persona 1', 'Persona 2'])
    await screen.findByText('Persona 2: 2 elegidos')
    within(await bar()).getByText('2 elegidos')
    await user.keyboard(' ')
    expect(selectedNames()).toEqual(['Persona 1'])
    await screen.findByText('Persona 2 ya no: 1 elegido')
    expect(document.activeElement).toBe(rowOf('Persona 2'))
  })

  it('selects a row by its box, which a press on the row does not', async () => {
    const { user } = await renderLoaded()
    const box = () => rowOf('Persona 2').querySelector('.row-box') as HTMLElement
    await user.click(box())
    expect(selectedNames()).toEqual(['Persona 2'])
    await user.click(cellOf('Persona 3'))
    expect(selectedNames()).toEqual(['Persona 2'])
    await user.click(box())
    noBar()
  })

  it('selects ranges by Shift with Space or a click, also across pages', async () => {
    const { user, press } = await renderLoaded()
    await press('Persona 4')
    await press('Persona 2', 'Shift')
    await waitFor(() => expect(selectedNames()).toEqual(numbers(2, 4)))
    await user.click(screen.getByRole('button', { name: 'Siguiente página' }))
    act(() => rowOf('Persona 12').focus())
    await user.keyboard('{Shift>} {/Shift}')
    await waitFor(() => expect(selectedNames()).toEqual(numbers(11, 12)))
    within(await bar()).getByText('11 elegidos')
  })

  it('selects by a long press of a finger, not by a short one, a movement or a scroll', async () => {
    const { load } = renderPeople()
    vi.useFakeTimers()
    load(0).respond(people(3))
    await act(() => vi.advanceTimersByTimeAsync(100))
    const finger = { pointerType: 'touch', clientX: 10, clientY: 10, bubbles: true }
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    fireEvent.pointerDown(cellOf('Persona 1'), finger)
    await pass(400)
    fireEvent.pointerUp(cellOf('Persona 1'), finger)
    await pass(1_000)
    expect(selectedNames()).toEqual([])

    fireEvent.pointerDown(cellOf('Persona 1'), finger)
    fireEvent.pointerMove(cellOf('Persona 1'), { ...finger, clientY: 30 })
    await pass(1_000)
    expect(selectedNames()).toEqual([])

    // The page scrolls before the finger has moved that far.
    fireEvent.pointerDown(cellOf('Persona 1'), finger)
    fireEvent.pointerCancel(cellOf('Persona 1'), finger)
    await pass(1_000)
    expect(selectedNames()).toEqual([])

    fireEvent.pointerDown(cellOf('Persona 2'), finger)
    await pass(600)
    fireEvent.pointerUp(cellOf('Persona 2'), finger)
    fireEvent.click(cellOf('Persona 2'))
    expect(selectedNames()).toEqual(['Persona 2'])
    expect(rowOf('Persona 2').dataset.open).toBeUndefined()
    fireEvent.click(cellOf('Persona 1'))
    expect(rowOf('Persona 1').dataset.open).toBe('true')
  })

  it('selects all that a search finds, on all pages, and keeps them for another search', async () => {
    const { user, search } = await renderLoaded()
    await search('Persona 2')
    await screen.findByText('13 encontrados')
    expect(screen.queryByRole('button', { name: /^Elegir/ })).toBeNull()
    act(() => rowOf('Persona 2').focus())
    await user.keyboard(' ')
    await user.click(await screen.findByRole('button', { name: 'Elegir los 13 encontrados' }))
    within(await bar()).getByText('13 elegidos')
    await user.clear(screen.getByLabelText('Buscar en Personas'))
    await screen.findByText('Showing 1 to 10 of 35 entries')
    expect(selectedNames()).toEqual(['Persona 2'])
    await search('Persona 31')
    const region = within(await bar())
    await user.click(await region.findByRole('button', { name: 'Elegir el encontrado' }))
    await region.findByText('14 elegidos')
    region.getByText('Incluye 13 elegidos antes.')
    await waitFor(() => expect(region.queryByRole('button', { name: /^Elegir/ })).toBeNull())
    // The page is selected, and as many others as the search finds.
    await user.clear(screen.getByLabelText('Buscar en Personas'))
    await search('1')
    await screen.findByText('13 encontrados')
    act(() => rowOf('Persona 1').focus())
    await user.keyboard(' ')
    act(() => rowOf('Persona 18').focus())
    await user.keyboard('{Shift>} {/Shift}')
    await region.findByText('23 elegidos')
    await user.click(await region.findByRole('button', { name: 'Elegir los 13 encontrados' }))
    await region.findByText('24 elegidos')
  })

  it('selects what was searched for by Ctrl+Enter in the search, and all rows by Ctrl+A', async () => {
    const { user, search } = await renderLoaded()
    await search('Persona 3')
    await user.keyboard('{Control>}{Enter}{/Control}')
    within(await bar()).getByText('9 elegidos')
    await waitFor(() => expect(document.activeElement).toBe(rowOf('Persona 3')))
    await user.keyboard('{Escape}')
    noBar()
    await user.keyboard('{Control>}a{/Control}')
    within(await bar()).getByText('9 elegidos')
  })

  it('selects no other rows than those on the screen while a page loads', async () => {
    let rows: ReturnType<typeof asyncRows> | undefined
    const { user, search } = await renderLoaded(35, (list) => {
      rows = asyncRows(list)
      return rows
    })
    await search('Persona 2')
    await screen.findByText('13 encontrados')
    let show = () => {}
    rows?.page.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          show = () => resolve({ rows: [{ id: 21, name: 'Persona 21' }], first: 0, count: 1 })
        }),
    )
    await search('1')
    await waitFor(() => expect(document.querySelector('[aria-busy=true]')).not.toBeNull())
    expect(screen.queryByRole('button', { name: /^Elegir/ })).toBeNull()
    fireEvent.click(rowOf('Persona 2').lastElementChild as Element, { ctrlKey: true })
    act(() => rowOf('Persona 2').focus())
    await user.keyboard('{Control>}a{/Control}')
    show()
    await screen.findByText('1 encontrado')
    noBar()
  })

  it('takes Shift after a refresh for a first row, and keeps the selection', async () => {
    const { user, load, press } = await renderLoaded()
    await press('Persona 2')
    await press('Persona 4')
    await user.click(screen.getByRole('button', { name: 'Refrescar' }))
    load(1).respond(people(34))
    await screen.findByText('Showing 1 to 10 of 34 entries')
    await press('Persona 2', 'Shift')
    expect(selectedNames()).toEqual(['Persona 2', 'Persona 4'])
    await press('Persona 5', 'Shift')
    await waitFor(() => expect(selectedNames()).toEqual(numbers(2, 5)))
  })

  it('says how many rows it takes at most', async () => {
    const { user, search } = await renderLoaded(10_001)
    await search('Persona')
    await user.keyboard('{Control>}{Enter}{/Control}')
    const region = within(await bar())
    region.getByText('Se eligen hasta 10.000 filas a la vez, no 10.001.')
    expect(selectedNames()).toEqual([])
    expect(region.queryByRole('button', { name: 'Copiar' })).toBeNull()
    await user.click(region.getByRole('button', { name: 'Quitar la selección' }))
    noBar()
  })
})

describe('a selection', () => {
  it('is copied in the order of the view, by its button and by Ctrl+C', async () => {
    const { user, press } = await renderLoaded()
    await press('Persona 3')
    await press('Persona 1')
    await user.click(within(await bar()).getByRole('button', { name: 'Copiar' }))
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('1\tPersona 1\n3\tPersona 3'))
    await press('Persona 2')
    await user.keyboard('{Control>}c{/Control}')
    await waitFor(async () =>
      expect(await navigator.clipboard.readText()).toBe('1\tPersona 1\n2\tPersona 2\n3\tPersona 3'),
    )
  })

  it('counts the rows that were copied, not those that a refresh has taken away', async () => {
    const { user, load, press, toasts } = await renderLoaded()
    for (const name of numbers(1, 2)) await press(name)
    await bar()
    await user.click(screen.getByRole('button', { name: 'Refrescar' }))
    const rows = asyncRows(people(35).filter(({ id }) => id !== 2))
    // The selection does not know yet.
    const { page } = rows
    const pageOnly = (view: View) => (view.size > 10 ? new Promise<never>(() => undefined) : page(view))
    load(1).respond(Object.assign(rows, { page: pageOnly }))
    await screen.findByText('Showing 1 to 10 of 34 entries')
    within(await bar()).getByText('2 elegidos')
    await user.click(screen.getByRole('button', { name: 'Copiar' }))
    await waitFor(() => expect(toasts).toMatchObject([{ detail: 'Se copió 1 fila; 1 ya no está' }]))
    expect(await navigator.clipboard.readText()).toBe('1\tPersona 1')
  })

  it('ends by Escape and by its button, and leaves the focus in the table', async () => {
    const { user, press } = await renderLoaded()
    await press('Persona 1')
    await user.click(within(await bar()).getByRole('button', { name: 'Quitar la selección' }))
    noBar()
    expect(document.activeElement).not.toBe(document.body)
    expect(selectedNames()).toEqual([])
    act(() => rowOf('Persona 2').focus())
    await user.keyboard(' {Escape}')
    noBar()
    expect(document.activeElement).toBe(rowOf('Persona 2'))
  })

  it('keeps what a refresh still has, and names what it has not', async () => {
    const { user, load, press } = await renderLoaded()
    for (const name of numbers(1, 6)) await press(name)
    await bar()
    await user.click(screen.getByRole('button', { name: 'Refrescar' }))
    const left = people(35).filter(({ id }) => ![2, 3, 4, 5].includes(Number(id)))
    load(1).respond(left.map((person) => (person.id === 6 ? { ...person, name: 'x'.repeat(10_000) } : person)))
    await within(await bar()).findByText('4 elegidos ya no están: Persona 2, Persona 3, Persona 4 y 1 más.')
    within(await bar()).getByText('2 elegidos')
    expect(selectedNames()).toEqual(['Persona 1', 'x'.repeat(10_000)])
    await user.click(screen.getByRole('button', { name: 'Refrescar' }))
    load(2).respond(people(35).filter(({ id }) => ![1, 3, 6].includes(Number(id))))
    await within(await bar()).findByText(`3 elegidos ya no están: Persona 3, Persona 1, ${'x'.repeat(40)}….`)
    within(await bar()).getByText('0 elegidos')
    await user.click(screen.getByRole('button', { name: 'Refrescar' }))
    load(3).respond(people(35))
    await waitFor(noBar)
  })

  it('has no rows without an id', async () => {
    const { load, user } = renderPeople()
    load(0).respond([{ id: null, name: 'Nadie' }])
    await screen.findByText('Nadie')
    act(() => rowOf('Nadie').focus())
    await user.keyboard(' ')
    noBar()
  })
})

it('lists its keys by ?', async () => {
  const { user } = await renderLoaded()
  act(() => rowOf('Persona 1').focus())
  await user.keyboard('?')
  const dialog = within(await screen.findByRole('dialog', { name: 'Atajos de teclado' }))
  expect((await dialog.findByText('Espacio, Ctrl + clic, clic en la casilla')).nextSibling?.textContent).toMatch(
    /^Elegir la fila/,
  )
  expect(dialog.queryByText('Supr')).toBeNull()
  const effectOf = (keys: string) => dialog.getByText(keys).nextSibling?.textContent
  expect(['Alt + S', 'Alt + V', 'Alt + P'].map(effectOf)).toEqual(['CSV', 'Vista', 'Ir a la página'])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByLabelText('Buscar en Personas'))
  await user.keyboard('?')
  expect(screen.queryByRole('dialog')).toBeNull()
})

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { distantRows, heldRows, people, renderPeople, shownNames } from '../testing/people'

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const region = () => screen.getByRole('region', { name: 'Tabla de Personas' })
const scrollTo = (scrollTop: number) => fireEvent.scroll(region(), { target: { scrollTop } })
const isBusy = () => document.querySelector('.p-datatable')?.getAttribute('aria-busy')

async function renderLoaded(count = 35) {
  const tab = renderPeople()
  tab.call(0).answer(people(count))
  await waitFor(() => expect(isBusy()).toBe('false'))
  return tab
}

describe('RowsTable', () => {
  it('shows places for rows while the first are on their way, then the first page', async () => {
    const { call } = renderPeople()
    expect(document.querySelectorAll('.p-skeleton')).toHaveLength(20)
    expect(isBusy()).toBe('true')

    call(0).answer(people(35))

    await screen.findByText('Persona 1')
    expect(shownNames()[0]).toBe('Persona 1')
    expect(shownNames()).toHaveLength(10)
    expect(isBusy()).toBe('false')
    expect(screen.getByText('Showing 1 to 10 of 35 entries')).toBeDefined()
  })

  it('tells of a slow server after 3 s, and sends the request again with Reintentar after 10 s', async () => {
    vi.useFakeTimers()
    const { call } = renderPeople()
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    const slow = () => screen.queryByText('El servidor tarda en responder…')
    const again = () => screen.queryByRole('button', { name: 'Reintentar' })
    await pass(2_900)
    expect(slow()).toBeNull()
    await pass(100)
    expect(slow()).not.toBeNull()
    expect(again()).toBeNull()
    await pass(7_000)
    fireEvent.click(again() as HTMLElement)
    await pass(0)
    expect(call(0).signal.aborted).toBe(true)
    expect(slow()).toBeNull()

    call(1).answer(people(35))
    await pass(0)
    expect(shownNames()).toHaveLength(10)
    await pass(20_000)
    expect(slow()).toBeNull()
    expect(again()).toBeNull()
  })

  it('tells of a server that is slow with the change of a row, which is not for Reintentar', async () => {
    vi.useFakeTimers()
    const { call } = renderPeople({ isChanging: true })
    call(0).answer(people(35))
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    expect(screen.queryByText('El servidor tarda en responder…')).not.toBeNull()
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
  })

  it('names the table, what scrolls and what turns the pages', async () => {
    await renderLoaded()
    expect(screen.getByRole('table', { name: 'Personas' })).toBeDefined()
    expect(region().tabIndex).toBe(0)
    const paginator = within(screen.getByRole('navigation', { name: 'Páginas de Personas' }))
    const names = paginator.getAllByRole('button').map((button) => button.getAttribute('aria-label'))
    expect(names).toEqual([
      'Primera Página',
      'Página Anterior',
      'Página 1',
      'Página 2',
      'Página 3',
      'Página 4',
      'Siguiente Página',
      'Última Página',
      'Filas por página',
    ])
  })

  it('turns pages', async () => {
    const { user } = await renderLoaded()
    await user.click(screen.getByRole('button', { name: 'Última Página' }))
    expect(shownNames()).toEqual(['Persona 31', 'Persona 32', 'Persona 33', 'Persona 34', 'Persona 35'])
  })

  it('offers page sizes, and goes to the first page with a new one', async () => {
    const { user, table } = await renderLoaded()
    await user.click(screen.getByRole('button', { name: 'Última Página' }))
    await user.click(screen.getByRole('button', { name: 'Filas por página' }))
    // PrimeReact takes what jsdom has not laid out for hidden.
    await user.click(await screen.findByRole('option', { name: '25', hidden: true }))
    expect(shownNames()).toHaveLength(25)
    expect(table().first).toBe(0)
  })

  it('shows another page, page size or order from its top', async () => {
    const { user } = await renderLoaded()
    for (const turn of [
      () => user.click(screen.getByRole('button', { name: 'Siguiente Página' })),
      () => user.click(screen.getByRole('columnheader', { name: 'Nombre' })),
      () => user.click(screen.getByRole('columnheader', { name: 'Nombre' })),
      async () => {
        await user.click(screen.getByRole('button', { name: 'Filas por página' }))
        await user.click(await screen.findByRole('option', { name: '25', hidden: true }))
      },
    ]) {
      scrollTo(120)
      await turn()
      expect(region().scrollTop).toBe(0)
    }
  })

  it('stays where it is until another page is there, and when the same one is loaded again', async () => {
    const { table, call, calls } = renderPeople()
    const rows = distantRows(people(35))
    call(0).answer(rows)
    await screen.findByText('Persona 1')
    scrollTo(120)

    const { page, bring } = heldRows(people(10))
    rows.page.mockImplementationOnce(page)
    act(() => table().turnTo(20, 10))
    expect(table().isTurning).toBe(true)
    expect(region().scrollTop).toBe(120)
    bring()
    await waitFor(() => expect(table().isTurning).toBe(false))
    expect(region().scrollTop).toBe(0)

    scrollTo(120)
    act(() => void table().reload())
    await waitFor(() => expect(calls).toHaveLength(2))
    call(1).answer(distantRows(people(34)))
    await waitFor(() => expect(table()).toMatchObject({ count: 34, isTurning: false }))
    expect(region().scrollTop).toBe(120)

    act(() => table().turnTo(0, 10))
    await waitFor(() => expect(table().isTurning).toBe(false))
    scrollTo(120)
    act(() => void table().refresh())
    await waitFor(() => expect(calls).toHaveLength(3))
    call(2).answer(distantRows(people(34)))
    await waitFor(() => expect(region().scrollTop).toBe(0))
  })

  it('orders by a header, with the keyboard too', async () => {
    const { user } = await renderLoaded()
    const header = screen.getByRole('columnheader', { name: 'Nombre' })
    expect(header.getAttribute('aria-sort')).toBe('none')
    await user.click(header)
    expect(header.getAttribute('aria-sort')).toBe('ascending')
    header.focus()
    await user.keyboard('{Enter}')
    expect(header.getAttribute('aria-sort')).toBe('descending')
    expect(shownNames()[0]).toBe('Persona 35')
    await user.keyboard(' ')
    expect(header.getAttribute('aria-sort')).toBe('ascending')
    await user.keyboard('x')
    expect(header.getAttribute('aria-sort')).toBe('ascending')
  })

  it('tells no data from nothing that matches', async () => {
    const { table, call, calls } = await renderLoaded(0)
    expect(screen.getByText('no hay datos')).toBeDefined()
    table().filter('Ana')
    await waitFor(() => expect(calls).toHaveLength(2))
    call(1).answer([])
    await screen.findByText('nada coincide con el filtro')
  })

  it('shows a failed load as one, and retries it', async () => {
    const { user, call, calls } = renderPeople()
    call(0).fail(new Error('no'))
    await screen.findByText('No se pudieron cargar los datos')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'CSV' }).disabled).toBe(true)

    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    await waitFor(() => expect(calls).toHaveLength(2))
    call(1).answer(people(1))
    await waitFor(() => expect(shownNames()).toEqual(['Persona 1']))
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
    expect(document.activeElement).toBe(region())
  })

  it('keeps the focus when the last page disables the button that has it', async () => {
    const { user } = await renderLoaded()
    screen.getByRole('button', { name: 'Última Página' }).focus()
    await user.keyboard('{Enter}')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Última Página' }).disabled).toBe(true)
    expect(document.activeElement).toBe(region())
  })

  it('leaves the focus where it is when a button goes that does not have it', async () => {
    const { user, call, calls } = renderPeople()
    call(0).fail(new Error('no'))
    await user.click(await screen.findByRole('button', { name: 'Reintentar' }))
    await waitFor(() => expect(calls).toHaveLength(2))
    const header = screen.getByRole('columnheader', { name: 'Id' })
    header.focus()
    call(1).answer(people(1))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull())
    expect(document.activeElement).toBe(header)
  })

  it('keeps the last rows on the screen when a refresh fails', async () => {
    const { user, call, calls } = await renderLoaded()
    await user.click(screen.getByRole('button', { name: 'Refrescar' }))
    await waitFor(() => expect(calls).toHaveLength(2))
    expect(isBusy()).toBe('true')
    call(1).fail(new Error('no'))
    await screen.findByRole('button', { name: 'Reintentar' })
    expect(shownNames()).toHaveLength(10)
  })

  it('shows rows whose ids repeat or are missing', async () => {
    const { call } = renderPeople()
    call(0).answer([
      { id: 1, name: 'Ana' },
      { id: 1, name: 'Luis' },
      { id: null, name: null },
    ])
    await waitFor(() => expect(shownNames()).toEqual(['Ana', 'Luis', '']))
  })
})

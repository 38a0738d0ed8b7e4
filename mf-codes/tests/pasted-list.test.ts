import { backend, column, downloads, renderTab } from '@canje/tab-testing'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { codes, showState } from './tab'

const LIST = 'MAR5\tAna\nZZ99\tEva\n00123\tLuis'

beforeEach(() => {
  const code = (id: number, name: string, more: object) => ({
    id,
    name,
    userName: null,
    used: 0,
    date: '2025-01-01',
    ...more,
  })
  backend.respond('SelectCodes', {
    data: [code(1, '00123', {}), code(2, 'OTRO7', {}), code(3, 'MAR5', { userName: 'Ana', used: 1 })],
  })
})

async function pasteList() {
  const { user } = await renderTab(codes.Tab)
  await screen.findByText('OTRO7')
  await user.click(screen.getByRole('textbox', { name: 'Buscar en Codigos' }))
  await user.paste(LIST)
  await screen.findByText('1 redimido · 1 sin redimir · 1 no existe')
  return user
}

it('checks a pasted list: counts, what does not exist by name, and the rows in the pasted order, also in files', async () => {
  const user = await pasteList()
  screen.getByText(': ZZ99')
  expect(column('Codigo')).toEqual(['MAR5', 'ZZ99', '00123'])
  expect(column('Estado')).toEqual(['redimido', 'no existe', 'sin redimir'])
  expect(column('Usuario')).toEqual(['Ana', '', 'No asignado'])
  const deletions = screen.getAllByRole<HTMLButtonElement>('button', { name: /^Borrar (MAR5|ZZ99|00123)$/ })
  expect(deletions.map(({ disabled }) => disabled)).toEqual([true, true, false])

  const link = screen.getByRole('link', { name: 'Por fecha de redención: Reportes' })
  expect(new URLSearchParams(link.getAttribute('href')?.split('#')[1]).get('q')).toBe('MAR5\n00123')
  await user.click(screen.getByRole('button', { name: 'CSV' }))
  await waitFor(async () =>
    expect((await downloads())[0]?.text.split('\r\n').slice(1, 4)).toEqual([
      '3,Ana,MAR5,redimido,2025-01-01',
      ',,ZZ99,no existe,',
      '1,No asignado,00123,sin redimir,2025-01-01',
    ]),
  )
  await user.click(screen.getByRole('button', { name: 'Excel' }))
  await waitFor(async () => expect(await downloads()).toHaveLength(2))
  await user.keyboard('{Control>}a{/Control}')
  await user.click(await screen.findByRole('button', { name: 'Copiar' }))
  await waitFor(async () => expect(await navigator.clipboard.readText()).toMatch(/MAR5.*\n.*ZZ99.*\n.*00123/))
  await user.clear(screen.getByRole('textbox', { name: 'Buscar en Codigos' }))
  await navigator.clipboard.writeText('')
  await user.click(await screen.findByRole('button', { name: 'Copiar' }))
  await waitFor(async () => expect(await navigator.clipboard.readText()).toMatch(/MAR5.*\n.*ZZ99.*\n.*00123/))
  backend.respond('SelectCodes', { data: [] })
  await user.click(screen.getByRole('button', { name: 'Refrescar' }))
  await screen.findByText('2 elegidos ya no están: MAR5, 00123.')
})

it('filters a list, deletes all codes whatever is pasted, and shows all again', async () => {
  const user = await pasteList()
  await showState(user, 'sin redimir')
  await waitFor(() => expect(column('Codigo')).toEqual(['00123']))
  await user.click(screen.getByRole('button', { name: 'Borrar codigos' }))
  await screen.findByText('Son 2 codigos: 00123 y OTRO7.')
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: '3 en total' }))
  await waitFor(() => expect(column('Codigo')).toEqual(['00123', 'OTRO7', 'MAR5']))
})

it('opens with a list in its URL, which may be longer than the list of codes', async () => {
  await renderTab(codes.Tab, { params: String(new URLSearchParams({ q: `${LIST}\nZZ98` })) })
  await screen.findByText('1 redimido · 1 sin redimir · 2 no existen')
  await waitFor(() => expect(column('Codigo')).toEqual(['MAR5', 'ZZ99', '00123', 'ZZ98']))
  screen.getByText('1–4 de 4')
})

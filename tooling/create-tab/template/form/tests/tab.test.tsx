import type { TabProps, TabView } from '@canje/shared-auth'
import { pointsText } from '@canje/shared-ui'
import { backend, describeFaults, pressButton, type Read, renderTab, requestRows } from '@canje/tab-testing'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import Tab from '../src/Tab'

const view = { isActive: true, params: '', opening: 1, onChange: vi.fn(), push: vi.fn() } satisfies TabView
const WithView = (props: TabProps) => <Tab {...props} view={view} />

it('finds users by name, on a page that the back button leaves', async () => {
  const users = await requestRows('SelectUsers')
  const word = String(users.at(3)?.name).split(' ', 1)[0] ?? ''
  const found = users.filter(({ name }) => String(name).split(' ').includes(word)).slice(0, 10)
  const { user } = await renderTab(WithView)
  await user.type(screen.getByLabelText('Nombre'), `${word}{Enter}`)
  await screen.findByRole('region', { name: 'Resultado' })
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    found.map(({ name, total_points }) => `${name}: ${pointsText(Number(total_points))}`),
  )
  expect(view.push.mock.calls).toEqual([['resultado']])
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Resultado' }))
  await user.click(screen.getByRole('button', { name: 'Otra búsqueda' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Nombre'))
})

it('shows the form in place of a result that it does not have, by a link', async () => {
  await renderTab((props: TabProps) => <Tab {...props} view={{ ...view, params: 'resultado' }} />)
  expect(screen.getByLabelText('Nombre')).toBeTruthy()
})

it('says that nobody has the name', async () => {
  const { user } = await renderTab(Tab)
  await user.type(screen.getByLabelText('Nombre'), 'xyzzy{Enter}')
  expect(await screen.findByText('No hay usuarios con ese nombre.')).toBeTruthy()
})

it('needs a name', async () => {
  const { user } = await renderTab(Tab)
  await user.type(screen.getByLabelText('Nombre'), ' ')
  await user.click(screen.getByRole('button', { name: 'Buscar' }))
  expect(screen.getByText('Escriba un nombre.')).toBeTruthy()
  expect(backend.requests('SelectUsers')).toEqual([])
})

const search: Read = {
  async prepare(user) {
    const back = screen.queryByRole('button', { name: 'Otra búsqueda' })
    if (back) await user.click(back)
    await user.type(screen.getByLabelText('Nombre'), 'Ana')
  },
  press: () => pressButton('Buscar'),
}

describeFaults({ Tab, reads: { search } })

import { renderTab } from '@canje/tab-testing'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { respond } from './detail'
import { users } from './tab'

it('leads from a code to Codigos, and asks for no codes where the text is a name', async () => {
  respond({ SelectUsers: [{ id: 1, name: 'Ana' }], SelectCodes: [{ id: 1, name: 'MAR5', used: 0 }] })
  const { user } = await renderTab(users.Tab)
  await screen.findByText('Ana')
  await user.click(screen.getByRole('textbox', { name: 'Buscar en Usuarios' }))
  await user.paste('Eva')
  await screen.findByText('Nada coincide con «Eva».')
  await user.clear(screen.getByRole('textbox', { name: 'Buscar en Usuarios' }))
  await user.paste('MAR5')
  await screen.findByText('Nada coincide con «MAR5».')
  const link = await screen.findByRole('link', { name: 'verlo en Codigos' })
  expect(link.getAttribute('href')).toBe('/main?tab=codigos#q=MAR5')
  expect(screen.queryByText(/Nada coincide/)).toBeNull()
})

import { backend, renderTab } from '@canje/tab-testing'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import Tab from '../src/Tab'

it('offers to create the first code', async () => {
  backend.respond('SelectCodes', { data: [] })
  const { user } = await renderTab(Tab)
  const message = await screen.findByRole('cell', { name: /^Todavía no hay codigos\./ })
  const button = message.querySelector('button')
  expect(button?.textContent).toBe('Crear el primero')
  await user.click(button as HTMLButtonElement)
  await screen.findByRole('dialog', { name: 'Creacion de codigos' })
})

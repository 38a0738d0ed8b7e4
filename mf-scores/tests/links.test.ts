import { backend, PanelStub, renderTab } from '@canje/tab-testing'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { scores } from './tab'

it('opens persons by name, because its ids are those of scores', async () => {
  backend.respond(scores.endpoint, { data: [{ id: 1, name: 'Ana' }] })
  const { user, params } = await renderTab(scores.Tab, { extensions: { 'detalle:usuario': PanelStub } })
  await user.click(await screen.findByRole('link', { name: 'Ana' }))
  expect(await screen.findByRole('heading', { name: 'Panel Ana' })).toBeDefined()
  await waitFor(() => expect(params().get('detalle')).toBe('persona:Ana'))
})

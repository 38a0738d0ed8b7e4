import { backend, PanelStub, renderTab } from '@canje/tab-testing'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { referrals } from './tab'

it('opens both persons by name, because its ids are those of referrals', async () => {
  backend.respond(referrals.endpoint, { data: [{ id: 1, user_name: 'Ana', referral_name: 'Luis' }] })
  const { user } = await renderTab(referrals.Tab, { extensions: { 'detalle:usuario': PanelStub } })
  for (const name of ['Ana', 'Luis']) {
    await user.click(await screen.findByRole('link', { name }))
    expect(await screen.findByRole('heading', { name: `Panel ${name}` })).toBeDefined()
  }
})

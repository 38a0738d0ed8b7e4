import { openTab } from '@canje/tab-testing'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { codes, openFilterOf, showState } from './tab'

const link = () => screen.queryByRole('link', { name: 'Por fecha de redención: Reportes' })

it('says that Fecha is the creation, in the header, the filter and its chip', async () => {
  const { user } = await openTab(codes)
  const header = screen.getByRole('columnheader', { name: 'Fecha', description: 'Fecha de creación del codigo' })
  expect(header.textContent).toBe('Fecha')
  const menu = await openFilterOf(user, 'Fecha (creación)')
  const days = within(menu.getByRole('group', { name: 'Fecha (creación)' }))
  fireEvent.change(days.getByLabelText('Desde'), { target: { value: '2025-06-01' } })
  expect(await screen.findByText('Fecha (creación): desde 2025-06-01')).toBeTruthy()
})

it('leads from redeemed codes to the same days of their redemption in Reportes', async () => {
  const { user } = await openTab(codes)
  expect(link()).toBeNull()
  await showState(user, 'redimido')
  expect(link()?.getAttribute('href')).toBe('/main?tab=reportes')
  expect(link()?.parentElement?.textContent).toBe('Fecha es la de creación. Por fecha de redención: Reportes')

  await openFilterOf(user, 'Fecha (creación)')
  fireEvent.change(screen.getByLabelText('Desde'), { target: { value: '2025-06-01' } })
  expect(link()?.getAttribute('href')).toBe('/main?tab=reportes#codeDate=2025-06-01..')
  fireEvent.change(screen.getByLabelText('Hasta'), { target: { value: '2025-06-30' } })
  expect(link()?.getAttribute('href')).toBe('/main?tab=reportes#codeDate=2025-06-01..2025-06-30')
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Quitar filtro Estado: redimido' }))
  expect(link()).toBeNull()
})

import { openTab } from '@canje/tab-testing'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { users } from './tab'

it('is at least 50rem wide, with refresh and CSV as the only buttons', async () => {
  await openTab(users)
  expect(screen.getByRole('table', { name: 'Usuarios' }).style.minWidth).toBe('50rem')
  const toolbar = screen.getByRole('toolbar', { name: 'Acciones de Usuarios' })
  expect([...toolbar.querySelectorAll('button')].map(({ ariaLabel }) => ariaLabel)).toEqual(['Refrescar', 'CSV'])
})

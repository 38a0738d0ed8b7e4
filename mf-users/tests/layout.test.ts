import { screen } from '@testing-library/react'
import { openSection } from 'tab-testing'
import { expect, it } from 'vitest'
import { users } from './section'

it('is at least 50rem wide and has no buttons but refresh and CSV', async () => {
  await openSection(users)
  expect(screen.getByRole('table', { name: 'Usuarios' }).style.minWidth).toBe('50rem')
  const toolbar = screen.getByRole('group', { name: 'Acciones de Usuarios' })
  expect([...toolbar.querySelectorAll('button')].map(({ ariaLabel }) => ariaLabel)).toEqual(['Refrescar', 'CSV'])
})

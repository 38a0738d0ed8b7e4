import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { TabSkeleton } from './TabSkeleton'

afterEach(cleanup)

it('shows rows while a tab loads, whatever the tab is', () => {
  render(<TabSkeleton label="Premios" />)
  const skeleton = screen.getByRole('status', { name: 'Cargando Premios…' })
  expect(skeleton.querySelectorAll('.is-waiting > .tab-skeleton-row')).toHaveLength(11)
})

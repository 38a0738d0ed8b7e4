import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { TabSkeleton } from './TabSkeleton'

afterEach(cleanup)

it.each([
  ['the columns of its table', 3, 33],
  ['nothing of a table for a tab without one', undefined, 0],
])('shows %s while the tab loads', (_what, columns, cells) => {
  render(<TabSkeleton label="Premios" columns={columns} />)
  const skeleton = screen.getByRole('status', { name: 'Cargando Premios…' })
  expect(skeleton.querySelectorAll('.tab-skeleton-cell')).toHaveLength(cells)
  expect(skeleton.querySelector('.is-waiting')).not.toBeNull()
})

import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { TabSkeleton } from './TabSkeleton'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('shows rows while a tab loads, whatever the tab is', () => {
  render(<TabSkeleton label="Premios" />)
  const skeleton = screen.getByRole('status', { name: 'Cargando Premios…' })
  expect(skeleton.querySelectorAll('.is-waiting > .tab-skeleton-row')).toHaveLength(11)
})

it('says after two seconds that the load is slow', () => {
  vi.useFakeTimers()
  render(<TabSkeleton label="Premios" />)
  act(() => vi.advanceTimersByTime(1_999))
  expect(screen.queryByText(/tarda/)).toBeNull()
  act(() => vi.advanceTimersByTime(1))
  expect(screen.getByText('La carga tarda más de lo normal…')).toBeTruthy()
})

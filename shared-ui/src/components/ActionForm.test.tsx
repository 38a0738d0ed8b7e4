import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ActionForm } from './ActionForm'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const form = (busy: boolean) => <ActionForm className="f" action="Crear" busy={busy} onAction={() => undefined} />

it('sends a read again from 10 s on, and starts the time again then', () => {
  const repeat = vi.fn()
  const formOf = (request: number) => (
    <ActionForm className="f" action="Filtrar" busy read={{ request, repeat }} onAction={() => undefined} />
  )
  const { rerender } = render(formOf(1))
  act(() => vi.advanceTimersByTime(9_999))
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
  act(() => vi.advanceTimersByTime(1))
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(repeat).toHaveBeenCalledTimes(1)
  rerender(formOf(2))
  expect(screen.getByRole('status').textContent).toBe('')
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
})

it('tells of a slow server after 3 s, without offering to send a change again', () => {
  const { rerender } = render(form(true))
  act(() => vi.advanceTimersByTime(2_999))
  expect(screen.getByRole('status').textContent).toBe('')
  act(() => vi.advanceTimersByTime(10_000))
  expect(screen.getByRole('status').textContent).toBe('El servidor tarda en responder…')
  expect(screen.getAllByRole('button')).toHaveLength(1)
  rerender(form(false))
  expect(screen.getByRole('status').textContent).toBe('')
})

import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ActionForm } from './ActionForm'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const form = (busy: boolean) => <ActionForm className="f" action="Crear" busy={busy} onAction={() => undefined} />

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

import type { Fault } from '@canje/shared-auth/fault'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Wait } from '../state/useWait'
import { ActionForm } from './ActionForm'

beforeEach(() => {
  vi.useFakeTimers()
})

const form = (busy: boolean) => <ActionForm className="f" action="Crear" busy={busy} onAction={() => undefined} />

it('offers to retry a stuck read, and keeps the focus in the form', () => {
  const repeat = vi.fn()
  const formOf = (wait: Wait) => (
    <ActionForm className="f" action="Filtrar" busy read={{ wait, repeat }} onAction={() => undefined} />
  )
  const { rerender } = render(formOf('slow'))
  expect(screen.getByRole('status').textContent).toBe('El servidor tarda en responder…')
  expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
  rerender(formOf('stuck'))
  fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(repeat).toHaveBeenCalledTimes(1)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filtrar' }))
  rerender(formOf('short'))
  expect(screen.getByRole('status').textContent).toBe('')
})

it('shows the slow notice after 3 s, without a retry button for a change', () => {
  const { rerender } = render(form(true))
  act(() => vi.advanceTimersByTime(2_999))
  expect(screen.getByRole('status').textContent).toBe('')
  act(() => vi.advanceTimersByTime(10_000))
  expect(screen.getByRole('status').textContent).toBe('El servidor tarda en responder…')
  expect(screen.getAllByRole('button')).toHaveLength(1)
  rerender(form(false))
  expect(screen.getByRole('status').textContent).toBe('')
})

it('reloads the page after a sign-in page, and offers nothing after another failure', () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  const formOf = (fault: Fault) => (
    <ActionForm
      className="f"
      action="Crear"
      busy={false}
      failure={{ text: 'Falló.', fault }}
      onAction={() => undefined}
    />
  )
  const { rerender } = render(formOf({ kind: 'sign-in-page' }))
  expect(screen.getByRole('status').textContent).toBe('Falló.')
  fireEvent.click(screen.getByRole('button', { name: 'Recargar' }))
  expect(reload).toHaveBeenCalledOnce()
  rerender(formOf({ kind: 'no-response' }))
  expect(screen.getAllByRole('button')).toHaveLength(1)
})

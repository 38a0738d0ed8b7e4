import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { AppProviders } from './AppProviders'
import { clearToasts, notify } from './toasts'

beforeEach(() => {
  vi.useFakeTimers()
  render(<AppProviders />)
})

const show = (detail: string) => act(() => notify({ severity: 'error', summary: 'Error', detail }))
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const details = () => [...document.querySelectorAll('.p-toast-detail')].map(({ textContent }) => textContent)

it('shows at most three toasts, the newest ones', async () => {
  for (const detail of ['uno', 'dos', 'tres', 'cuatro']) await show(detail)
  await pass(1000)
  expect(details()).toEqual(['dos', 'tres', 'cuatro'])
})

it('merges a toast with an equal one, which stays for a full lifetime', async () => {
  await show('uno')
  await pass(2000)
  await show('uno')
  await pass(2000)
  expect(details()).toEqual(['uno'])
  await pass(1000)
  await pass(1000)
  expect(details()).toEqual([])
})

it.each([
  ['timed out', () => pass(4000)],
  ['was closed', async () => fireEvent.click(screen.getByRole('button', { name: 'Cerrar' }))],
  ['was cleared', async () => act(clearToasts)],
])('shows an equal toast again once the first one %s', async (_name, end) => {
  await show('uno')
  await end()
  await pass(1000)
  expect(details()).toEqual([])
  await show('uno')
  expect(details()).toEqual(['uno'])
})

it.each([
  ['the pointer is', fireEvent.mouseMove, fireEvent.mouseLeave],
  ['the focus is', fireEvent.focus, fireEvent.blur],
])('stays while %s on it, and then for a full lifetime', async (_name, enter, leave) => {
  await show('uno')
  const toast = document.querySelector('.p-toast-message') ?? document.body
  await pass(2000)
  enter(toast)
  await pass(60_000)
  await show('uno')
  await pass(60_000)
  leave(toast)
  await pass(2000)
  expect(details()).toEqual(['uno'])
  await pass(1000)
  await pass(1000)
  expect(details()).toEqual([])
})

it('gives the focus back when the toast that has it is closed', async () => {
  const button = document.createElement('button')
  document.body.append(button)
  button.focus()
  await show('uno')
  const close = screen.getByRole('button', { name: 'Cerrar' })
  act(() => close.focus())
  fireEvent.click(close)
  await pass(1000)
  expect(document.activeElement).toBe(button)
  button.remove()
})

import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { RetryButton } from './RetryButton'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it.each([
  ['requests again', 'Reintentar', 'no-response', [1, 0]],
  ['reloads the page when the network asks for a sign-in', 'Recargar', 'sign-in-page', [0, 1]],
] as const)('%s', async (_what, name, kind, calls) => {
  const [onPress, reload] = [vi.fn(), vi.fn()]
  vi.stubGlobal('location', { reload })
  render(<RetryButton fault={{ kind }} onPress={onPress} />)
  await userEvent.click(screen.getByRole('button', { name }))
  expect([onPress, reload].map(({ mock }) => mock.calls.length)).toEqual(calls)
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { AppFailure } from './AppFailure'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('reloads the page', async () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { origin: location.origin, reload })
  render(<AppFailure />)
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

it('has the same texts as the error page of index.html', () => {
  const page = readFileSync(join(import.meta.dirname, 'index.html'), 'utf8')
  const { container } = render(<AppFailure />)
  const texts = [...container.querySelectorAll('h1, p, button')].map(({ textContent }) => `>${textContent}<`)
  expect(texts).toHaveLength(3)
  for (const text of texts) expect(page).toContain(text)
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SignInPageError } from '@canje/shared-auth/fault'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { AppFailure } from './AppFailure'

const notLoaded = Object.assign(new Error(), { name: 'ChunkLoadError' })

it.each([
  ['Reintentar', notLoaded],
  ['Recargar', new SignInPageError()],
])('reloads the page by %s', async (name, error) => {
  const reload = vi.fn()
  vi.stubGlobal('location', { origin: location.origin, reload })
  render(<AppFailure error={error} />)
  await userEvent.click(screen.getByRole('button', { name }))
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

it('has the same texts as the error page of index.html', () => {
  const page = readFileSync(join(import.meta.dirname, 'index.html'), 'utf8')
  const { container } = render(<AppFailure error={notLoaded} />)
  const texts = [...container.querySelectorAll('h1, p, button')].map(({ textContent }) => `>${textContent}<`)
  expect(texts).toHaveLength(3)
  for (const text of texts) expect(page).toContain(text)
})

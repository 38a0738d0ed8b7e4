import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppFailure } from './AppFailure'
import { startTestShell, storeSession, type TestShell } from './testing/test-shell'

let shell: TestShell

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  shell = await startTestShell()
})
afterEach(async () => {
  await shell.close()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('replaces a screen that throws, and Reintentar refetches the cached files before the reload', async () => {
  const { origin } = location
  const reload = vi.fn()
  const fetched = vi.fn(async () => new Response())
  vi.stubGlobal('location', { origin, reload })
  const script = { initiatorType: 'script', name: `${origin}/tabs.abc.js` } as unknown as PerformanceEntry
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([script])
  storeSession()
  shell.register()
  shell.open('/main')
  expect(await screen.findByRole('heading', { name: 'No se pudo mostrar la aplicación' })).toBeTruthy()
  vi.stubGlobal('fetch', fetched)
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(fetched).toHaveBeenCalledExactlyOnceWith(`${origin}/tabs.abc.js`, expect.objectContaining({ cache: 'reload' }))
})

it('has the same texts as the error page of index.html', () => {
  const page = readFileSync(join(import.meta.dirname, 'index.html'), 'utf8')
  const { container } = render(<AppFailure />)
  const texts = [...container.querySelectorAll('h1, p, button')].map(({ textContent }) => `>${textContent}<`)
  expect(texts).toHaveLength(3)
  for (const text of texts) expect(page).toContain(text)
})

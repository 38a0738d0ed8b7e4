import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { START_FAILURE, showStartFailure } from './start-failure'

afterEach(() => {
  document.body.replaceChildren()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('takes the place of the page, and Reintentar replaces its own files in the cache before it reloads', async () => {
  const origin = 'http://localhost:3000'
  const entries = [
    { initiatorType: 'script', name: `${origin}/110.abc.js` },
    { initiatorType: 'link', name: `${origin}/lost.css` },
    { initiatorType: 'script', name: 'http://remotes.example/remoteEntry.js' },
    { initiatorType: 'xmlhttprequest', name: `${origin}/api/DeleteAllCodes` },
    { initiatorType: 'fetch', name: `${origin}/config.json` },
  ]
  const fetched = vi.fn(async (address: string) => new Response('', { status: address.includes('lost') ? 404 : 200 }))
  const reload = vi.fn()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('location', { origin, reload })
  vi.stubGlobal('performance', { getEntriesByType: () => entries })
  document.body.innerHTML = '<div id="root">A medias</div>'

  showStartFailure(new Error('Loading chunk 110 failed.'))
  expect(screen.getByRole('alert').textContent).toContain('No se pudo mostrar la aplicación')
  expect(screen.queryByText('A medias')).toBeNull()
  expect(console.error).toHaveBeenCalledWith(new Error('Loading chunk 110 failed.'))
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(fetched.mock.calls).toEqual(
    entries.slice(0, 2).map(({ name }) => [name, expect.objectContaining({ cache: 'reload' })]),
  )
})

it('has the words of the page itself, which stand in where not even this code is there', () => {
  const page = readFileSync(join(import.meta.dirname, 'index.html'), 'utf8')
  for (const text of Object.values(START_FAILURE)) expect(page).toContain(`>${text}<`)
})

import { expect, it, vi } from 'vitest'
import { reloadAnew } from './hard-reload'

it('replaces the files of the host in the cache before it reloads, even where one is lost', async () => {
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
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('location', { origin, reload })
  vi.stubGlobal('performance', { getEntriesByType: () => entries })
  await reloadAnew()
  expect(fetched.mock.calls).toEqual(
    entries.slice(0, 2).map(({ name }) => [name, expect.objectContaining({ cache: 'reload' })]),
  )
  expect(reload).toHaveBeenCalledOnce()
})

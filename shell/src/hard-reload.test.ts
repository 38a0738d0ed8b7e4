import { expect, it, vi } from 'vitest'
import { hardReload } from './hard-reload'

it('replaces the cached files of the shell before the reload, even when one request fails', async () => {
  const origin = 'http://localhost:3000'
  const entries = [
    { initiatorType: 'script', name: `${origin}/110.abc.js` },
    { initiatorType: 'link', name: `${origin}/lost.css` },
    { initiatorType: 'script', name: 'http://remotes.example/remoteEntry.js' },
    { initiatorType: 'xmlhttprequest', name: `${origin}/api/DeleteAllCodes` },
    { initiatorType: 'fetch', name: `${origin}/config.json` },
  ]
  const fetched = vi.fn(async (url: string) => new Response('', { status: url.includes('lost') ? 404 : 200 }))
  const reload = vi.fn()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('location', { origin, reload })
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(entries as unknown as PerformanceEntry[])
  await hardReload()
  expect(fetched.mock.calls).toEqual(
    entries.slice(0, 2).map(({ name }) => [name, expect.objectContaining({ cache: 'reload' })]),
  )
  expect(reload).toHaveBeenCalledOnce()
})

import { expect, it, vi } from 'vitest'
import { authorityOf, remote } from '../testing/test-remotes'
import { createSettings } from './settings'
import { createRemotesStore } from './store'

const codes = remote('codigos')

function pageWith(settings: unknown) {
  const authority = (changed: unknown) => {
    const { remotes, ...rest } = authorityOf(codes)
    return { ...rest, remotes: remotes.map((one) => ({ ...one, settings: changed })) }
  }
  const store = createRemotesStore(authority(settings))
  const change = (changed: unknown) => store.dispatch({ type: 'authority', authority: authority(changed) })
  return { ...createSettings(store), change }
}

it('keeps the settings of a page after the operator has changed them', async () => {
  const page = pageWith({ rows: 20 })
  const first = await page.of(codes.name)
  page.change({ rows: 10 })
  expect(await page.of(codes.name)).toBe(first)
  expect(page.known(codes.name)).toBe(first)
  expect(page.lines()).toEqual(['Ajustes de mf-codigos: {"rows":20}'])
})

it('reads malformed settings again', async () => {
  const page = pageWith(7)
  await expect(page.of(codes.name)).rejects.toThrow('must be an object')
  expect(page.known(codes.name)).toBeUndefined()
  page.change({ rows: 10 })
  expect(await page.of(codes.name)).toEqual({ rows: 10 })
})

it('fetches a file once, and nothing for other remotes', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('{"rows":30}'))
  const page = pageWith('settings/mf-codigos.json')
  expect(await page.of('mf-usuarios')).toEqual({})
  expect(await Promise.all([page.of(codes.name), page.of(codes.name)])).toEqual([{ rows: 30 }, { rows: 30 }])
  expect(fetch.mock.calls.map(([url]) => url)).toEqual(['/settings/mf-codigos.json'])
  expect(page.lines()).toEqual(['Ajustes de mf-codigos: {"rows":30}'])
})

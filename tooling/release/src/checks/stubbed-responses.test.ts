import { expect, it, vi } from 'vitest'
import { answerFor } from './stubbed-responses'

const shell = {
  url: 'https://office.test/',
  provides: {},
  config: { securityUrl: 'https://security.test', apiUrl: 'https://api.test/v1/', registryUrl: '/registry.json' },
}
const published = {
  name: 'mf-codes',
  release: {
    version: '1.0.0',
    build: 'b',
    entry: 'mf-codes/1.0.0/remoteEntry.js',
    integrity: {},
    preload: [],
    tab: { id: 'codigos', label: 'Codigos', order: 2, columns: 6 },
    requires: {},
    commit: null,
    builtAt: '2026-11-21T08:00:00.000Z',
  },
}

/** How a page's call ends. */
async function callTo(url: string, method = 'GET') {
  const request = () => ({ url: () => url, method: () => method })
  const route = { request, fulfill: vi.fn(), continue: vi.fn(), abort: vi.fn() }
  route.fulfill.mockResolvedValue(undefined)
  await answerFor(shell, '/store', published)(route)
  return route
}

it('answers every call of the info API with a row, so that rows are rendered', async () => {
  const { fulfill } = await callTo('https://api.test/v1/SelectCodes')
  expect(fulfill).toHaveBeenCalledWith(expect.objectContaining({ json: { data: [{}] } }))
})

it.each([
  ['the registry', 'https://office.test/registry.json', '/store/registry.json'],
  ['a file of the release', 'https://office.test/mf-codes/1.0.0/Tab.js', '/store/mf-codes/1.0.0/Tab.js'],
])('takes %s from the rehearsal', async (_what, url, path) => {
  expect((await callTo(url)).fulfill).toHaveBeenCalledWith(expect.objectContaining({ path }))
})

it('lets the shell through and nothing else', async () => {
  expect((await callTo('https://office.test/main?tab=codigos')).continue).toHaveBeenCalledOnce()
  expect((await callTo('https://elsewhere.test/v1/SelectCodes')).abort).toHaveBeenCalledOnce()
})

it.each(['https://office.test/reports', 'https://reports.test/canje'])('takes what is told %s', async (url) => {
  const { fulfill, continue: goOn, abort } = await callTo(url, 'POST')
  expect(fulfill).toHaveBeenCalledWith(expect.objectContaining({ status: 204 }))
  expect([goOn.mock.calls, abort.mock.calls]).toEqual([[], []])
})

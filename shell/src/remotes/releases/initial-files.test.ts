import { startTestServer } from '@canje/shared-auth/test-server'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { remote } from '../../testing/test-remotes'
import { fetchInitialFiles } from './initial-files'

const { live } = remote('codigos')
const folder = '/mf-codigos/1.0.0'
const BODY = 'window.hasRun = true'

let server: Awaited<ReturnType<typeof startTestServer>>

beforeEach(async () => {
  server = await startTestServer(() => ({ body: BODY }))
})
afterEach(() => server.close())

it('fetches entry, chunks and style sheets, and adds none to the page', async () => {
  const before = document.documentElement.innerHTML
  const entry = `${server.url}${folder}/remoteEntry.js`
  await fetchInitialFiles({ ...live, entry, preload: ['Tab.js', 'css/Tab.css'] }, './Tab')
  expect(server.requests.map(({ path }) => path).sort()).toEqual(
    ['Tab.js', 'css/Tab.css', 'remoteEntry.js'].map((file) => `${folder}/${file}`),
  )
  expect(document.documentElement.innerHTML).toBe(before)
  expect(window).not.toHaveProperty('hasRun')
})

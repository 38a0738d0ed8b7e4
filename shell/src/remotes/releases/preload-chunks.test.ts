import { startTestServer } from '@canje/shared-auth/test-server'
import { waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { remote } from '../../testing/test-remotes'
import { preloadChunks } from './loader'

const { live } = remote('codigos')
const folder = '/mf-codigos/1.0.0'

let server: Awaited<ReturnType<typeof startTestServer>>

beforeEach(async () => {
  server = await startTestServer(({ path }) => (path.endsWith('.css') ? 'disconnect' : { body: '' }))
})

const chunks = () => [...document.querySelectorAll<HTMLScriptElement>('script')]

function run(preload: string[], integrity: Record<string, string>) {
  preloadChunks({ ...live, entry: `${server.url}${folder}/remoteEntry.js`, preload, integrity }, './Tab')
}

it('fetches style sheets and chunks without a hash, and ignores failures', async () => {
  run(['Tab.js', 'css/Tab.css'], { 'css/Tab.css': 'sha384-c' })
  const paths = () => server.requests.map(({ path }) => path).sort()
  await waitFor(() => expect(paths()).toEqual([`${folder}/Tab.js`, `${folder}/css/Tab.css`]))
  expect(chunks()).toEqual([])
})

it.each(['load', 'error'])('loads a chunk with its hash, and removes its element on %s', (end) => {
  run(['Tab.js'], { 'Tab.js': 'sha384-b' })
  const [chunk] = chunks()
  expect([chunk?.src, chunk?.integrity, chunk?.crossOrigin]).toEqual([
    `${server.url}${folder}/Tab.js`,
    'sha384-b',
    'anonymous',
  ])
  chunk?.dispatchEvent(new Event(end))
  expect(chunks()).toEqual([])
})

import { waitFor } from '@testing-library/react'
import { startTestServer } from 'shared-auth/test-server'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { remote } from '../testing/test-shell'
import { expectIntegrity } from './integrity'
import { runEarly } from './run-early'

const { live } = remote('codigos', 2)
const folder = '/mf-codigos/1.0.0'

let server: Awaited<ReturnType<typeof startTestServer>>

beforeEach(async () => {
  server = await startTestServer(() => ({ body: '' }))
})
afterEach(() => server.close())

const chunks = () => [...document.querySelectorAll<HTMLScriptElement>('script')]

function run(preload: string[], integrity: Record<string, string> = {}) {
  const release = { ...live, entry: `${server.url}${folder}/remoteEntry.js`, preload, integrity }
  expectIntegrity(release)
  runEarly(release)
}

it('runs no style sheet, nor a chunk of a build without hashes, and asks for both', async () => {
  run(['Tab.js', 'css/Tab.css'])
  const paths = () => server.calls.map(({ path }) => path).sort()
  await waitFor(() => expect(paths()).toEqual([`${folder}/Tab.js`, `${folder}/css/Tab.css`]))
  expect(chunks()).toEqual([])
})

it.each(['load', 'error'])(
  'has the browser check a chunk, and leaves nothing that an entry would wait for on %s',
  (end) => {
    run(['Tab.js'], { 'Tab.js': 'sha384-b' })
    const [chunk] = chunks()
    expect([chunk?.src, chunk?.integrity, chunk?.crossOrigin]).toEqual([
      `${server.url}${folder}/Tab.js`,
      'sha384-b',
      'anonymous',
    ])
    chunk?.dispatchEvent(new Event(end))
    expect(chunks()).toEqual([])
  },
)

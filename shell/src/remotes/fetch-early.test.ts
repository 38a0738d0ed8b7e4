import { waitFor } from '@testing-library/react'
import { startTestServer } from 'shared-auth/test-server'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { remote } from '../testing/test-shell'
import { fetchEarly } from './fetch-early'

const { live } = remote('codigos', 2)

let server: Awaited<ReturnType<typeof startTestServer>>

beforeEach(async () => {
  server = await startTestServer(({ path }) => (path.endsWith('.css') ? 'no answer' : { body: '' }))
})
afterEach(() => server.close())

it('asks for what the release names, and leaves what fails to who needs it', async () => {
  fetchEarly({ ...live, entry: `${server.url}/mf-codigos/1.0.0/remoteEntry.js`, preload: ['Tab.js', 'css/Tab.css'] })
  const paths = () => server.calls.map(({ path }) => path).sort()
  await waitFor(() => expect(paths()).toEqual(['/mf-codigos/1.0.0/Tab.js', '/mf-codigos/1.0.0/css/Tab.css']))
})

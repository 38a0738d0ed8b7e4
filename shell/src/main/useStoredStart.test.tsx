import { act, renderHook, screen } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { endSession } from 'shared-auth'
import { speakSpanish } from 'shared-ui/primereact'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startOf } from '../early-start/stored-start'
import { RemotesContext } from '../remotes'
import { enterSession, remote, startTestShell, storeSession, type TestShell } from '../testing/test-shell'
import { useStoredStart } from './useStoredStart'

const SESSION = 'this-session'

let shell: TestShell

beforeAll(speakSpanish)
beforeEach(async () => {
  shell = await startTestShell()
})
afterEach(() => {
  document.head.replaceChildren()
  return shell.close()
})

const renderStoredStart = () =>
  renderHook(useStoredStart, {
    wrapper: ({ children }: PropsWithChildren) => <RemotesContext value={shell.remotes}>{children}</RemotesContext>,
  })

it('stores what the tabs of the registry start with, that of the registry and a file of the host', () => {
  const codes = remote('codigos', 2)
  const release = { ...codes.live, prefetch: ['SelectCodes'], prefetchByPost: ['SelectScores'], preload: ['Tab.js'] }
  shell.register({ ...codes, live: release })
  enterSession({ id: SESSION })
  document.head.innerHTML = ['src="/vendor.js"', 'src="/main.js"', 'data-chunk="tabs.js" src="/tabs.js"']
    .map((attributes) => `<script defer integrity="sha384-x" ${attributes}></script>`)
    .join('')
  renderStoredStart()
  expect(startOf(SESSION)).toEqual({
    session: SESSION,
    securityUrl: expect.stringMatching(/:\d+\/$/),
    apiUrl: expect.stringMatching(/:\d+\/$/),
    registryUrl: 'http://registry.test/registry.json',
    hostFile: `${location.origin}/main.js`,
    tabs: [
      {
        id: 'codigos',
        reads: [
          ['GET', 'SelectCodes'],
          ['POST', 'SelectScores'],
        ],
        files: [release.entry, new URL('Tab.js', release.entry).href],
      },
    ],
  })
  expect(startOf('another')).toBeNull()
  act(() => shell.register({ ...codes, live: { ...codes.live, integrity: {} } }))
  expect(startOf(SESSION)?.tabs).toEqual([{ id: 'codigos', reads: [], files: [] }])
})

it('stores what a previewed tab starts with in place of the released one, and none of its files', () => {
  const codes = remote('codigos', 2)
  shell.register(codes)
  enterSession({ id: SESSION })
  renderStoredStart()
  const build = { ...codes, live: { ...codes.live, prefetch: ['SelectScores'], integrity: {} } }
  act(() => shell.show({ status: 'on', address: 'http://p.test', since: 0, remote: build }))
  expect(startOf(SESSION)?.tabs).toEqual([{ id: 'codigos', reads: [['GET', 'SelectScores']], files: [] }])
  act(() => shell.show({ status: 'off' }))
  expect(startOf(SESSION)?.tabs[0]?.files).toEqual([codes.live.entry])
})

it('is forgotten with the session', async () => {
  storeSession({ id: SESSION })
  shell.open('/main')
  await screen.findByRole('button', { name: 'Avisar' })
  expect(startOf(SESSION)?.tabs.map(({ id }) => id)).toEqual(['usuarios', 'codigos'])
  act(endSession)
  await screen.findByRole('heading', { name: 'Bienvenido' })
  expect(localStorage).toHaveLength(0)
})

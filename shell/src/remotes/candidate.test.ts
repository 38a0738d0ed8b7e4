import { exampleCandidate } from '@canje/registry/testing'
import { endSession } from '@canje/shared-auth/host'
import { afterEach, expect, it, vi } from 'vitest'
import { authorityOf, remote } from '../testing/test-remotes'
import { enterSession } from '../testing/test-shell'
import { createPreview } from './preview'
import { storeRequestedPreview } from './preview-storage'
import { createRemotesStore, type RemotesStore } from './store'

const [users, codes] = [remote('usuarios'), remote('codigos')]
/** Of the last opened page. */
let store: RemotesStore
let preview: ReturnType<typeof createPreview>

afterEach(() => {
  endSession()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

/** Whether a press reloads the page. */
function reloads(press: () => void): boolean {
  const reload = vi.fn()
  vi.stubGlobal('location', { href: location.href, reload })
  press()
  vi.unstubAllGlobals()
  return reload.mock.calls.length > 0
}

it('fetches the state of a candidate, and runs it in the session that has agreed only', async () => {
  enterSession({ id: 'this-session' })
  const candidate = exampleCandidate({ ...codes.live, version: '1.4.0', build: 'next' })
  const openLink = async (path = '/main?tab=codigos&candidate=1.4.0') => {
    history.replaceState(null, '', path)
    storeRequestedPreview()
    store = createRemotesStore(authorityOf(users, codes))
    preview = createPreview(store, {
      refetch: async (name) =>
        store.dispatch({ type: 'state', name, state: { status: 'ready', remote: codes, candidate } }),
    })
    await preview.started
    return store.until(({ preview }) => preview.status !== 'waiting').then(() => store.getState().preview.status)
  }
  expect(await openLink()).toBe('unconfirmed')
  expect(reloads(() => preview.confirm())).toBe(true)
  expect(await openLink('/main')).toBe('on')
  expect(await openLink()).toBe('on')
  enterSession({ id: 'another' })
  expect(await openLink('/main')).toBe('unconfirmed')
  expect(reloads(() => preview.remove())).toBe(false)
  expect(sessionStorage.getItem('canje.preview')).toBeNull()
})

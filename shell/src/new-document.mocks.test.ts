import { sessionForTests } from '@canje/shared-auth/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

/** A new document: the modules of the page, with its location. */
async function openPage(path: string) {
  vi.resetModules()
  const reload = vi.fn()
  const [assign, replace] = [vi.fn(), vi.fn()]
  vi.stubGlobal('location', { pathname: path, reload, assign, replace })
  const auth = await import('@canje/shared-auth/host')
  return { reload, assign, replace, ...auth, ...(await import('./new-document')) }
}

const headings = () => [...document.querySelectorAll('h1')].map(({ textContent }) => textContent)

beforeEach(() => {
  document.body.innerHTML = '<div id="root"><h1>rows</h1></div><div class="p-dialog"><h1>details</h1></div>'
})
afterEach(() => sessionStorage.clear())

describe('leaving a document', () => {
  it('removes everything it shows, portals too, and loads the path once', async () => {
    const { openDocument, assign, reload } = await openPage('/main')
    const body = document.body
    openDocument('/login')
    openDocument('/main')
    expect(headings()).toEqual([])
    expect(document.querySelector('[role=status]')?.textContent).toBe('Cerrando la sesión…')
    expect(body.childElementCount).toBe(2)
    expect(assign.mock.calls).toEqual([['/login']])
    expect(reload).not.toHaveBeenCalled()
  })

  it('reloads a document with the same path, which keeps its fragment', async () => {
    const { openDocument, assign, reload } = await openPage('/login')
    openDocument('/login')
    expect(assign).not.toHaveBeenCalled()
    expect(reload).toHaveBeenCalledOnce()
  })

  it('is not seen by a tab, and the document does not come back from the cache', async () => {
    const { openDocument, watchDocument, replace, restoreSession } = await openPage('/main')
    const { isLoggedIn } = await import('@canje/shared-auth')
    Object.assign(sessionStorage, sessionForTests())
    restoreSession()
    sessionStorage.clear()
    expect(isLoggedIn()).toBe(true)
    watchDocument()
    const tab = vi.fn()
    for (const type of ['beforeunload', 'pageshow']) window.addEventListener(type, tab, { capture: true })
    const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    const restore = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    leave()
    restore()
    expect(tab).toHaveBeenCalledTimes(2)
    expect(replace).not.toHaveBeenCalled()
    // The guard has found no session any more.
    expect(isLoggedIn()).toBe(false)
    openDocument('/login')
    leave()
    expect(tab).toHaveBeenCalledTimes(2)
    restore()
    expect(replace.mock.calls).toEqual([['/login']])
  })
})

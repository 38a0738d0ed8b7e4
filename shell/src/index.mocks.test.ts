import { screen } from '@testing-library/react'
import type { Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'

vi.mock('@module-federation/runtime')

/** The roots of the application, which keeps none of them. */
const roots: Root[] = []
vi.mock('react-dom/client', async (importActual) => {
  const actual = await importActual<typeof import('react-dom/client')>()
  const createRoot: typeof actual.createRoot = (...args) => {
    const root = actual.createRoot(...args)
    roots.push(root)
    return root
  }
  return { ...actual, createRoot }
})

beforeEach(() => {
  vi.resetModules()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  document.body.innerHTML = '<div id="root"></div>'
})
afterEach(() => {
  // React would render after the environment is gone.
  for (const root of roots.splice(0)) root.unmount()
})

it('shows the error page without a configuration', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 404 }))
  await import('./index')
  expect(await screen.findByRole('heading', { name: 'No se pudo mostrar la aplicación' })).toBeTruthy()
  expect(console.error).toHaveBeenCalledWith(expect.objectContaining({ message: expect.stringContaining('404') }))
})

it('shows the slow notice when the configuration takes longer than 3 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  await import('./index')
  await vi.waitFor(() => expect(screen.getByRole('status')).toBeTruthy())
  await vi.advanceTimersByTimeAsync(2_900)
  expect(screen.queryByText('El servidor tarda en responder…')).toBeNull()
  await vi.advanceTimersByTimeAsync(200)
  await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('El servidor tarda en responder…'))
})

it('shows the login screen without waiting for a state', async () => {
  const config = { securityUrl: '/s', apiUrl: '/a', storeUrl: '/store' }
  vi.stubGlobal('fetch', (url: string) =>
    url === '/config.json' ? Promise.resolve(Response.json(config)) : new Promise(() => undefined),
  )
  await import('./index')
  expect(await screen.findByRole('heading', { name: 'Bienvenido' })).toBeTruthy()
})

it('opens no session that another window signs out during the guard', async () => {
  const { sessionForTests } = await import('@canje/shared-auth/testing')
  Object.assign(sessionStorage, sessionForTests({ token: 't', name: 'ana' }))
  history.replaceState(null, '', '/main')
  const config = { securityUrl: '/s', apiUrl: '/a', storeUrl: '/store' }
  let confirm: (() => void) | undefined
  vi.stubGlobal('fetch', (request: string) => {
    if (request === '/config.json') return Promise.resolve(Response.json(config))
    return new Promise<Response>((resolve) => {
      if (new Request(request).url.endsWith('/ValidateLogin'))
        confirm = () => resolve(Response.json({ data: { data: { id: 7 } } }))
    })
  })
  await import('./index')
  await vi.waitFor(() => expect(confirm).toBeDefined())
  const other = new BroadcastChannel('canje.session')
  onTestFinished(() => other.close())
  other.postMessage({ kind: 'signed-out', token: 't' })
  await vi.waitFor(() => expect(sessionStorage.getItem('id_token')).toBeNull())
  confirm?.()
  expect(await screen.findByRole('heading', { name: 'Bienvenido' })).toBeTruthy()
  await vi.waitFor(() => expect(sessionStorage).toHaveLength(0))
})

import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

vi.mock('@module-federation/runtime')

beforeEach(() => {
  vi.resetModules()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  document.body.innerHTML = '<div id="root"></div>'
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
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
  await vi.advanceTimersByTimeAsync(2_900)
  expect(screen.queryByText('El servidor tarda en responder…')).toBeNull()
  await vi.advanceTimersByTimeAsync(200)
  await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('El servidor tarda en responder…'))
})

it('shows the login screen without waiting for the registry', async () => {
  const config = { securityUrl: '/s', apiUrl: '/a', registryUrl: '/registry.json' }
  vi.stubGlobal('fetch', (url: string) =>
    url === '/config.json' ? Promise.resolve(Response.json(config)) : new Promise(() => undefined),
  )
  await import('./index')
  expect(await screen.findByRole('heading', { name: 'Bienvenido' })).toBeTruthy()
})

import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

vi.mock('@module-federation/enhanced/runtime')

beforeEach(() => {
  vi.resetModules()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  document.body.innerHTML = '<div id="root"></div>'
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('says that the application cannot be shown when there is no configuration', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 404 }))
  const controller = new AbortController()
  const call = { key: 'k', answer: new Promise<Response>(() => undefined), controller }
  vi.stubGlobal('canjeEarlyCalls', { token: 't', securityUrl: '/s', apiUrl: '/a', calls: [call] })
  await import('./index')
  expect(await screen.findByRole('heading', { name: 'No se pudo mostrar la aplicación' })).toBeTruthy()
  expect(controller.signal.aborted).toBe(true)
  expect(console.error).toHaveBeenCalledWith(expect.objectContaining({ message: expect.stringContaining('404') }))
})

it('shows the login screen without waiting for the registry', async () => {
  const config = { securityUrl: '/s', apiUrl: '/a', registryUrl: '/registry.json' }
  vi.stubGlobal('fetch', (url: string) =>
    url === '/config.json' ? Promise.resolve(Response.json(config)) : new Promise(() => undefined),
  )
  await import('./index')
  expect(await screen.findByRole('heading', { name: 'Bienvenido' })).toBeTruthy()
})

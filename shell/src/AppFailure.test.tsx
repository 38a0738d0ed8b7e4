import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useRegistry } from './remotes/registry-store'
import { startTestShell, storeSession, type TestShell } from './testing/test-shell'

vi.mock('./remotes/load-release')

let shell: TestShell

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  shell = await startTestShell()
})
afterEach(async () => {
  await shell.close()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('stands in for a screen of the host that throws, and reloads the page on Reintentar', async () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  storeSession()
  useRegistry.setState({ status: 'ready', serial: 1, remotes: [], reread: async () => undefined }, true)
  shell.open('/main')
  expect(await screen.findByRole('heading', { name: 'No se pudo mostrar la aplicación' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(reload).toHaveBeenCalledOnce()
})

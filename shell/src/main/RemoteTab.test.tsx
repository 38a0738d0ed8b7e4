import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { TabModule } from 'shared-auth'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadTab } from '../remotes/load-tab'
import { useRegistry } from '../remotes/registry-store'
import { remote as registered } from '../testing/test-shell'
import { RemoteTab } from './RemoteTab'

vi.mock('../remotes/load-tab')

const remote = registered('codigos', 2)
remote.live.tab.label = 'Codigos'

let broken: boolean
function Sometimes() {
  if (broken) throw new Error('render failed')
  return <p>Tabla de codigos</p>
}
const working: TabModule = { default: Sometimes }

beforeEach(() => {
  broken = false
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

const open = () => render(<RemoteTab remote={remote} notify={() => undefined} />)

it('shows a skeleton until the tab is there', async () => {
  let arrive: (module: TabModule) => void = () => undefined
  vi.mocked(loadTab).mockReturnValue(new Promise((resolve) => (arrive = resolve)))
  open()
  expect(screen.getByRole('status', { name: 'Cargando Codigos…' })).toBeTruthy()
  arrive(working)
  expect(await screen.findByText('Tabla de codigos')).toBeTruthy()
})

it('really loads again on Reintentar, as often as asked', async () => {
  vi.mocked(loadTab)
    .mockRejectedValueOnce(new Error('404'))
    .mockRejectedValueOnce(new Error('404'))
    .mockResolvedValue(working)
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('Tabla de codigos')).toBeTruthy()
  expect(loadTab).toHaveBeenCalledTimes(3)
})

it('loads on Reintentar what the registry names by then', async () => {
  const newer = { ...remote, live: { ...remote.live, version: '1.0.1', build: 'c' } }
  const rereadOnce = async () => useRegistry.setState({ remotes: [newer] })
  useRegistry.setState({ status: 'ready', remotes: [remote], reread: rereadOnce }, true)
  vi.mocked(loadTab).mockRejectedValueOnce(new Error('404')).mockResolvedValue(working)
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('Tabla de codigos')).toBeTruthy()
  expect(vi.mocked(loadTab).mock.calls).toEqual([[remote], [newer]])
})

it('recovers from a tab that throws while rendering', async () => {
  vi.mocked(loadTab).mockResolvedValue(working)
  broken = true
  open()
  expect(await screen.findByText('No se pudo mostrar la pestaña Codigos')).toBeTruthy()
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('Tabla de codigos')).toBeTruthy()
})

it('recovers from a tab that throws later, after it was shown', async () => {
  vi.mocked(loadTab).mockResolvedValue(working)
  const { rerender } = open()
  await screen.findByText('Tabla de codigos')
  broken = true
  rerender(<RemoteTab remote={remote} notify={() => undefined} />)
  expect(await screen.findByText('No se pudo mostrar la pestaña Codigos')).toBeTruthy()
  expect(screen.queryByText('Tabla de codigos')).toBeNull()
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByText('Tabla de codigos')).toBeTruthy()
})

import { loadRemote, registerRemotes } from '@module-federation/enhanced/runtime'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { remote } from '../testing/test-shell'
import { loadTab } from './load-tab'

vi.mock('@module-federation/enhanced/runtime')

const codes = remote('codigos', 2)
const tab = { default: () => null }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.resetAllMocks()
})

it('loads the tab of this very build', async () => {
  vi.mocked(loadRemote).mockResolvedValue(tab)
  expect(await loadTab(codes)).toBe(tab)
  expect(registerRemotes).toHaveBeenCalledWith([
    expect.objectContaining({ name: 'mf-codigos@b', entry: codes.live.entry }),
  ])
  expect(loadRemote).toHaveBeenCalledWith('mf-codigos@b/Tab')
  expect(vi.getTimerCount()).toBe(0)
})

it.each([null, {}, { default: 'a text' }])('refuses %o, which is not a tab', async (module) => {
  vi.mocked(loadRemote).mockResolvedValue(module)
  await expect(loadTab(codes)).rejects.toThrow(`mf-codigos 1.0.0 (${codes.live.entry}) does not expose a tab`)
})

it('passes on why a tab did not load', async () => {
  vi.mocked(loadRemote).mockRejectedValue(new Error('404'))
  await expect(loadTab(codes)).rejects.toThrow('404')
})

it('gives up a tab that never finishes loading after 15 s, and may try again', async () => {
  vi.mocked(loadRemote).mockReturnValueOnce(new Promise(() => undefined))
  const onFailure = vi.fn()
  const loading = loadTab(codes).catch(onFailure)
  await vi.advanceTimersByTimeAsync(14_999)
  expect(onFailure).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await loading
  expect(onFailure).toHaveBeenCalledWith(
    expect.objectContaining({ message: expect.stringContaining('mf-codigos 1.0.0') }),
  )
  vi.mocked(loadRemote).mockResolvedValue(tab)
  expect(await loadTab(codes)).toBe(tab)
})

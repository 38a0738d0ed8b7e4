import { act, renderHook } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { MemoryRouter, useNavigate, useSearchParams } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useTabViews } from './useTabViews'

beforeEach(() => {
  vi.useFakeTimers()
  history.replaceState(null, '', '/main?tab=usuarios#q=ana')
})
afterEach(() => {
  vi.useRealTimers()
  history.replaceState(null, '', '/')
})

/** Renders the hook in a router at the URL of the page. */
function opened() {
  const wrapper = ({ children }: PropsWithChildren) => (
    <MemoryRouter initialEntries={['/main?tab=usuarios#q=ana']}>{children}</MemoryRouter>
  )
  const { result } = renderHook(
    () => {
      const [params] = useSearchParams()
      return { views: useTabViews(params.get('tab') ?? ''), navigate: useNavigate() }
    },
    { wrapper },
  )
  const views = () => result.current.views
  return {
    views,
    params: () => Object.fromEntries(Object.entries(views().views).map(([id, { params }]) => [id, params])),
    change: (id: string, params: string) => act(() => result.current.views.change(id, params)),
    go: (to: string) => act(async () => result.current.navigate(to)),
    back: () => act(async () => result.current.navigate(-1)),
  }
}

it('gives the active tab the fragment of the URL', () => {
  const { params } = opened()
  expect(params()).toEqual({ usuarios: 'q=ana' })
})

it('replaces the fragment after a pause, without giving the change back to the tab', () => {
  const { views, change } = opened()
  const length = history.length
  change('usuarios', 'q=luis')
  change('usuarios', 'q=luisa')
  expect(location.hash).toBe('#q=ana')
  vi.advanceTimersByTime(1000)
  expect(location.hash).toBe('#q=luisa')
  expect(history.length).toBe(length)
  expect(views().views).toEqual({ usuarios: { params: 'q=luisa', opening: 1 } })
})

it('does not show the view of a tab that is not active', () => {
  const { params, change } = opened()
  change('codigos', 'q=abc')
  vi.advanceTimersByTime(1000)
  expect(location.hash).toBe('#q=ana')
  expect(params().codigos).toBe('q=abc')
})

it('brings the URL up to date when staff leave the tab', () => {
  const { views, change } = opened()
  change('usuarios', 'q=luisa')
  views().flush()
  expect(location.hash).toBe('#q=luisa')
})

it('ignores the view of a history entry of an earlier session, and removes it from the URL', () => {
  history.replaceState({ session: 'earlier' }, '', '/main?tab=usuarios#q=ana')
  const { params } = opened()
  expect(params()).toEqual({ usuarios: '' })
  expect(location.hash).toBe('')
})

it('gives a tab the view of another URL, also by the back button', async () => {
  const { params, go, back } = opened()
  await go('/main?tab=codigos#used=redimido')
  expect(params()).toEqual({ usuarios: 'q=ana', codigos: 'used=redimido' })
  await go('/main?tab=usuarios#q=eva')
  expect(params().usuarios).toBe('q=eva')
  await back()
  await back()
  expect(params().usuarios).toBe('q=ana')
})

it('ignores a fragment that nobody has typed', async () => {
  const { params, go } = opened()
  await go(`/main?tab=codigos#q=${'x'.repeat(100_000)}`)
  expect(params().codigos).toBe('')
})

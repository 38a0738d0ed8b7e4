import { act, renderHook } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { remote, withReleases } from '../testing/test-shell'
import { useActiveTab } from './useActiveTab'

const users = remote('usuarios', 1)
const codes = remote('codigos', 2)
const newerUsers = withReleases(users, '1.1.0')

function opened(path = '/') {
  const wrapper = ({ children }: PropsWithChildren) => <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
  return renderHook(useActiveTab, { wrapper, initialProps: [users, codes] })
}

it('keeps the activated release until another tab becomes active', () => {
  const { result, rerender } = opened()
  rerender([newerUsers, codes])
  expect(result.current).toMatchObject({ active: users, tabs: [users, codes] })
  act(() => result.current.activate('codigos'))
  expect(result.current).toMatchObject({ active: codes, tabs: [newerUsers, codes] })
})

it('keeps the active tab when the registry changes its id or removes it', () => {
  const { result, rerender } = opened()
  act(() => result.current.activate('codigos'))
  rerender([users, remote('otros', 3)])
  expect(result.current.active).toBe(codes)
  expect(result.current.tabs.map(({ name }) => name)).toEqual(['mf-usuarios', 'mf-codigos', 'mf-otros'])
  act(() => result.current.activate('usuarios'))
  expect(result.current.tabs.map(({ name }) => name)).toEqual(['mf-usuarios', 'mf-otros'])
})

it('keeps the active tab when another remote takes over its id, until another tab becomes active', () => {
  const { result, rerender } = opened()
  const successor = { ...remote('usuarios', 1), name: 'mf-personas' }
  rerender([successor, codes])
  expect(result.current.tabs).toEqual([users, codes])
  act(() => result.current.activate('codigos'))
  expect(result.current.tabs).toEqual([successor, codes])
})

it('adds a new remote at once, in tab order', () => {
  const { result, rerender } = opened()
  rerender([users, remote('nuevos', 1.5), codes])
  expect(result.current.tabs.map(({ name }) => name)).toEqual(['mf-usuarios', 'mf-nuevos', 'mf-codigos'])
  expect(result.current.active).toBe(users)
})

it('keeps the active tab when a new one precedes it', () => {
  const { result, rerender } = opened()
  rerender([remote('nuevos', 0), users, codes])
  expect(result.current.active).toBe(users)
  expect(result.current.tabs.map(({ name }) => name)).toEqual(['mf-nuevos', 'mf-usuarios', 'mf-codigos'])
})

it('sorts tabs of the same order by name, whichever is active', () => {
  const { result, rerender } = opened()
  rerender([remote('abonos', 1), users, codes])
  const names = ['mf-abonos', 'mf-usuarios', 'mf-codigos']
  expect(result.current.tabs.map(({ name }) => name)).toEqual(names)
  act(() => result.current.activate('abonos'))
  expect(result.current.tabs.map(({ name }) => name)).toEqual(names)
})

it.each(['/main?tab=Codigos', '/main?tab=codigos/', '/main?tab=%20codigos).', '/main?fbclid=x&tab=CODIGOS'])(
  'opens the tab of %s',
  (path) => {
    expect(opened(path).result.current.active).toBe(codes)
  },
)

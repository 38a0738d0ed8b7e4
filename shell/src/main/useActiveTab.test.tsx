import { act, renderHook } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { listed, remote } from '../testing/test-remotes'
import { useActiveTab } from './useActiveTab'

const of = (id: string, order: number) => listed(remote(id), order)
const users = of('usuarios', 1)
const codes = of('codigos', 2)
const relabelled = { ...users, tab: { ...users.tab, label: 'Personas' } }

function opened(path = '/') {
  const wrapper = ({ children }: PropsWithChildren) => <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
  return renderHook(useActiveTab, { wrapper, initialProps: [users, codes] })
}

it('takes over another label or order of the active tab', () => {
  const { result, rerender } = opened()
  rerender([relabelled, codes])
  expect(result.current).toMatchObject({ active: relabelled, tabs: [relabelled, codes] })
  act(() => result.current.activate('codigos'))
  expect(result.current).toMatchObject({ active: codes, tabs: [relabelled, codes] })
})

it('keeps the active tab when the menu changes its id', () => {
  const { result, rerender } = opened('/main?tab=codigos')
  rerender([users, { ...codes, tab: { ...codes.tab, id: 'bonos' } }])
  expect(result.current).toMatchObject({ active: codes, tabs: [users, codes] })
})

it('keeps the last tab of a menu, and has none in an empty one', () => {
  const { result, rerender } = opened()
  rerender([])
  expect(result.current).toMatchObject({ tabs: [users], active: users })
  const wrapper = ({ children }: PropsWithChildren) => <MemoryRouter>{children}</MemoryRouter>
  expect(renderHook(useActiveTab, { wrapper, initialProps: [] }).result.current.active).toBeUndefined()
})

it.each([
  ['id in another case', { ...users.tab, id: 'Usuarios', label: 'Personas' }],
  ['label', { ...users.tab, id: 'personas' }],
])('keeps the active tab when another remote takes over its %s, until another tab becomes active', (_name, tab) => {
  const { result, rerender } = opened()
  const successor = { ...users, name: 'mf-personas', tab }
  rerender([successor, codes])
  expect(result.current.tabs).toEqual([users, codes])
  act(() => result.current.activate('codigos'))
  expect(result.current.tabs).toEqual([successor, codes])
})

it('adds a new remote at once, in tab order, and keeps the active tab when it precedes that', () => {
  const { result, rerender } = opened()
  rerender([of('nuevos', 0), users, codes])
  expect(result.current.active).toBe(users)
  expect(result.current.tabs.map(({ name }) => name)).toEqual(['mf-nuevos', 'mf-usuarios', 'mf-codigos'])
})

it.each(['/main?tab=Codigos', '/main?tab=codigos/', '/main?tab=%20codigos).', '/main?fbclid=x&tab=CODIGOS'])(
  'opens the tab of %s',
  (path) => {
    expect(opened(path).result.current.active).toBe(codes)
  },
)

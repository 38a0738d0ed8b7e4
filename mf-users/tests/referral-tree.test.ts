import { backend, detailPanel } from '@canje/tab-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Referred } from '../src/api/select-referral-tree'
import { openPerson, respond } from './detail'

const { field } = detailPanel

const row = (id: Referred['id'], parent_id: Referred['id'], name = `N${id}`): Referred => ({
  ...{ id, parent_id, name, points: 1_090 },
})
const users = [1, 2, '2'].map((id) => ({ id, name: `U${id}`, mail: `${typeof id}${id}@x` }))
const panel = async () => within(await screen.findByRole('dialog'))

async function openTree(rows: readonly unknown[], listed: readonly object[] = users) {
  respond({ SelectUsers: listed, SelectScoreReferrals: rows })
  const tab = await openPerson('usuario:1')
  await screen.findByRole('tree', { name: 'Árbol de referidos' })
  return tab
}

const items = () => screen.getAllByRole('treeitem')
const names = () => items().map(({ textContent }) => textContent?.trim().split(' ')[0])
const focused = () => document.activeElement?.textContent?.trim().split(' ')[0]

it('is operated by keys, and says the place of each person', async () => {
  const { user } = await openTree([row(2, 1), row(3, 1), row(4, 2), row(5, 2)])
  expect(names()).toEqual(['N2', 'N3'])
  const [first, second] = items()
  expect(screen.getByRole('treeitem', { name: 'N2 · 1.090 puntos', expanded: false })).toBe(first)
  expect(second?.hasAttribute('aria-expanded')).toBe(false)
  await waitFor(() => expect(items().map((item) => item.tabIndex)).toEqual([0, -1]))

  first?.focus()
  await user.keyboard('{ArrowRight}')
  expect(names()).toEqual(['N2', 'N4', 'N5', 'N3'])
  const [, , fifth] = items()
  expect(['aria-level', 'aria-posinset', 'aria-setsize'].map((name) => fifth?.getAttribute(name))).toEqual([
    '2',
    '2',
    '2',
  ])
  for (const [key, name] of [
    ['ArrowRight', 'N4'],
    ['ArrowRight', 'N4'],
    ['ArrowDown', 'N5'],
    ['ArrowLeft', 'N2'],
    ['End', 'N3'],
    ['ArrowUp', 'N5'],
    ['Home', 'N2'],
  ]) {
    await user.keyboard(`{${key}}`)
    expect(focused()).toBe(name)
  }
  await user.keyboard('{ArrowLeft}')
  expect(names()).toEqual(['N2', 'N3'])
  await user.click(items()[0]?.querySelector('i') as HTMLElement)
  expect(names()).toEqual(['N2', 'N4', 'N5', 'N3'])
})

it.each([
  ['a cycle through the root', [row(2, 1), row(1, 2)], ['1 N2', '2 N1']],
  ['the root as its own child', [row(1, 1)], ['1 N1']],
  ['a cycle below the root', [row(2, 1), row(3, 2), row(4, 3), row(2, 4)], ['1 N2', '2 N3', '3 N4', '4 N2']],
  ['a user as its own child', [row(2, 1), row(2, 2)], ['1 N2', '2 N2']],
  ['equal ids of two kinds', [row(2, 1), row('2', 1), row(3, 2), row(4, '2')], ['1 N2', '2 N3', '1 N2', '2 N4']],
  ['a user twice', [row(2, 1), row(2, 1), row(3, 2)], ['1 N2', '2 N3', '1 N2', '2 N3']],
])('expands to its end with %s', async (_name, rows, expected) => {
  const { user } = await openTree(rows)
  for (;;) {
    const collapsed = items().find((item) => item.getAttribute('aria-expanded') === 'false')
    if (!collapsed) break
    await user.click(collapsed.querySelector('i') as HTMLElement)
  }
  expect(items().map((item, index) => `${item.getAttribute('aria-level')} ${names()[index]}`)).toEqual(expected)
})

it('opens a person by id, of either kind, with a press', async () => {
  const { user } = await openTree([row(2, 1, 'Ana'), row('2', 1, 'Ana')])
  await user.click(within(items()[1] as HTMLElement).getByRole('button', { name: 'Ana' }))
  await waitFor(() => expect(field('Correo')).toBe('string2@x'))
})

it('opens the focused person with Enter', async () => {
  const { user } = await openTree([row(2, 1, 'Ana'), row('2', 1, 'Ana')])
  items()[0]?.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(field('Correo')).toBe('number2@x'))
})

it('opens a person without an id by name, and none without both, beside malformed rows', async () => {
  const rows = [row(2, 1), null, 'x', { id: 3 }, { parent_id: 1, name: 'Eva' }, { parent_id: 1 }]
  const { user } = await openTree(rows, [...users, { id: null, name: 'Eva', mail: 'eva@x' }])
  expect(names()).toEqual(['N2', 'Eva', 'Sin'])
  expect(items()[1]?.textContent).toContain('Eva · — puntos')
  expect(screen.queryByRole('button', { name: 'Sin nombre' })).toBeNull()
  items()[2]?.focus()
  await user.keyboard('{Enter}')
  expect(field('Correo')).toBe('number1@x')
  await user.click(screen.getByRole('button', { name: 'Eva' }))
  await waitFor(() => expect(field('Correo')).toBe('eva@x'))
})

it('shows 200 of the referrals of a popular person, and how many there are', async () => {
  await openTree(Array.from({ length: 20_000 }, (_, index) => row(index + 10, 1)))
  expect(items()).toHaveLength(200)
  expect(items()[0]?.getAttribute('aria-setsize')).toBe('20000')
  expect(screen.getByText('y 19.800 más')).toBeDefined()
})

const PATH = 'SelectScoreReferrals'

it.each([
  [
    'a user that it does not know',
    () => backend.respond(PATH, { error: { code: 'user_unknown' } }, { status: 404 }),
    'El servicio rechazó la petición (404).',
  ],
  [
    'an unreadable response',
    () => backend.respond(PATH, { data: { html: true } }),
    'La respuesta del servicio no se pudo leer.',
  ],
])('can be requested again after %s', async (_fault, inject, words) => {
  respond({ SelectUsers: users })
  inject()
  const { user } = await openPerson('usuario:1')
  await (await panel()).findByText(words)
  expect((await panel()).queryByText(/no ofrece/)).toBeNull()
  const before = backend.requests(PATH).length
  backend.respond(PATH, { data: [row(2, 1)] })
  const release = backend.hold(PATH)
  const retry = (await panel()).getByRole('button', { name: 'Reintentar' })
  await user.click(retry)
  await waitFor(() => expect(retry.getAttribute('aria-busy')).toBe('true'))
  await user.click(retry)
  await waitFor(() => expect(backend.requests(PATH)).toHaveLength(before + 1))
  release()
  await waitFor(() => expect(names()).toEqual(['N2']))
})

it('is not offered by a service without the call', async () => {
  respond({ SelectUsers: users })
  backend.fail(PATH, 404)
  await openPerson('usuario:1')
  await (await panel()).findByText('El servidor no ofrece el árbol de referidos.')
  expect((await panel()).queryByRole('button', { name: 'Reintentar' })).toBeNull()
})

it('is not requested for a person without an id', async () => {
  respond({ SelectUsers: [{ id: null, name: 'Ana', mail: 'ana@x' }] })
  await openPerson('persona:Ana')
  await (await panel()).findByText('ana@x')
  expect(backend.requests(PATH)).toEqual([])
})

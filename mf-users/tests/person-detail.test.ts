import type { Cell } from '@canje/shared-ui'
import { backend, detailPanel } from '@canje/tab-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openPerson, respond } from './detail'

const { field, heading } = detailPanel
const code = (id: Cell, name: string, more: object = {}) => ({
  ...{ id, name, userName: null, used: 0, date: '2025-01-01' },
  ...more,
})
const user = (id: Cell, name: string, mail: string) => ({ id, name, mail })
const panel = async () => within(await screen.findByRole('dialog'))

describe('a person', () => {
  const USERS = [
    user(1, 'Ana', 'uno@x'),
    user('1', 'Ana', 'dos@x'),
    user(null, 'Ana', 'tres@x'),
    user(4, 'Luis', 'l@x'),
  ]

  it.each([
    ['usuario:"1":Ana', 'dos@x'],
    ['usuario:1:Ana', 'uno@x'],
  ])('opens by the id of its row in another tab: %s', async (detail, mail) => {
    respond({ SelectUsers: USERS })
    await openPerson(detail)
    await waitFor(() => expect(field('Correo')).toBe(mail))
    expect(await (await panel()).findByText('varias personas')).toBeDefined()
  })

  it('shows its sections at once, when all lists are there', async () => {
    respond({ SelectUsers: USERS, SelectReferrals: [{ user_name: 'Luis', referral_name: 'Eva' }] })
    const arrive = backend.hold('SelectScores')
    await openPerson('usuario:4')
    await waitFor(() => expect(field('Correo')).toBe('l@x'))
    await (await panel()).findByText('Referidos (1)', { ignore: false })
    expect((await panel()).queryByRole('heading', { name: 'Referidos (1)' })).toBeNull()
    arrive()
    expect(await (await panel()).findByRole('heading', { name: 'Referidos (1)' })).toBeDefined()
  })

  it.each([
    ['another one', 'usuario:1:Luis', 'Luis', 'luis@x'],
    ['none', 'usuario:2:Eva', 'Eva', 'eva@x'],
  ])('opens by name where the user of the id has %s', async (_name, detail, name, mail) => {
    respond({ SelectUsers: [user(1, 'Ana', 'ana@x'), user(9, 'Luis', 'luis@x'), user(3, 'Eva', 'eva@x')] })
    const { params } = await openPerson(detail)
    await waitFor(() => expect(field('Correo')).toBe(mail))
    expect(heading()).toBe(name)
    expect(params().get('detalle')).toBe(detail)
  })

  it('has a dash for missing points, not 0', async () => {
    const points = [null, '', 0, 1_090, 'doce']
    respond({
      SelectUsers: [user(1, 'Ana', 'ana@x')],
      SelectScores: points.map((points) => ({ name: 'Ana', points, locate: 'Cali' })),
      SelectReferrals: [{ user_name: 'Ana', referral_name: 'Luis' }],
    })
    await openPerson('usuario:1')
    await (await panel()).findByText('doce puntos · Cali')
    const texts = [...document.querySelectorAll('.detail-row')].map(({ textContent }) => textContent)
    expect(texts).toEqual([...['—', '—', '0', '1.090', 'doce'].map((text) => `${text} puntos · Cali`), 'Luis — puntos'])
    expect(field('Puntaje')).toBe('—')
  })

  it('that is known by name only is chosen among namesakes, and none is opened by a missing id', async () => {
    respond({ SelectUsers: USERS })
    const { user } = await openPerson('persona:Ana')
    const list = within(await (await panel()).findByRole('list', { name: 'Personas con este nombre' }))
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '1 · uno@x',
      '1 · dos@x',
      'tres@x',
    ])
    const buttons = list.getAllByRole('button')
    expect(buttons).toHaveLength(2)
    await user.click(buttons[1] as HTMLElement)
    await waitFor(() => expect(field('Correo')).toBe('dos@x'))
  })

  it('whose id several rows have is none of them', async () => {
    respond({ SelectUsers: [user(1, 'Ana', 'uno@x'), user(1, 'Luis', 'dos@x')] })
    await openPerson('usuario:1')
    expect(await (await panel()).findByText('1 · dos@x')).toBeDefined()
    expect(heading()).toBe('Usuario 1')
    expect((await panel()).getByText('varias personas')).toBeDefined()
    expect((await panel()).queryByText('Correo')).toBeNull()
  })

  it('without a name has no sections: codes of nobody are not theirs', async () => {
    respond({ SelectUsers: [user(1, '', 'uno@x')], SelectCodes: [code(1, 'A')] })
    await openPerson('usuario:1')
    await waitFor(() => expect(field('Correo')).toBe('uno@x'))
    expect((await panel()).queryByRole('heading', { name: /^Codigos/ })).toBeNull()
  })

  it('has codes with their state, without the date of their creation beside it', async () => {
    const codes = [code(1, 'A', { userName: 'Luis', used: 1 }), code(2, 'B', { userName: 'Luis' })]
    const scores = [{ id: 1, name: 'Luis', points: 10, locate: 'Cali', date: '2025-03-03' }]
    respond({ SelectUsers: USERS, SelectCodes: codes, SelectScores: scores })
    await openPerson('usuario:4')
    const rows = async (title: string) =>
      within((await (await panel()).findByRole('heading', { name: title })).closest('section') as HTMLElement)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent?.trim())
    expect(await rows('Codigos (2)')).toEqual(['A redimido', 'B sin redimir'])
    expect(await rows('Puntaje (1)')).toEqual(['10 puntos · Cali 2025-03-03'])
  })

  it("has codes that open by id, 'de varias personas' if several have the name", async () => {
    const codes = [code(1, 'A', { userName: 'Ana' }), code(2, 'A', { userName: 'Ana', date: '2025-02-02' })]
    respond({ SelectUsers: USERS, SelectCodes: codes })
    const { user, params } = await openPerson('usuario:1')
    await (await panel()).findByRole('heading', { name: /^Codigos \(2\) ?de varias personas$/ })
    await user.click((await panel()).getAllByRole('button', { name: 'A' })[1] as HTMLElement)
    expect(await (await panel()).findByRole('heading', { name: 'Panel 2' })).toBeDefined()
    await waitFor(() => expect(params().get('detalle')).toBe('codigo-id:2'))
  })
})

it('shows dates as the service sends them, without the time of a known form', async () => {
  const dates = [
    '2025-10-22 10:42:00',
    '2025-10-22T10:42Z',
    '2025-10-22',
    '22/10/2025 10:42',
    'octubre 22, 2025',
    20251022,
  ]
  respond({ SelectScores: dates.map((date, id) => ({ id, name: 'Ana', points: 1, date })) })
  const { user } = await openPerson('persona:Ana')
  await user.click(await (await panel()).findByRole('button', { name: /^Mostrar más/ }))
  const rows = (await panel()).getAllByRole('listitem').slice(0, dates.length)
  expect(rows.map((row) => within(row).getByRole('time').textContent)).toEqual([
    ...Array(3).fill('2025-10-22'),
    ...dates.slice(3).map(String),
  ])
})

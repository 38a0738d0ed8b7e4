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

  it('shows its history at once, when all lists are there', async () => {
    respond({ SelectUsers: USERS, SelectReferrals: [{ user_name: 'Luis', referral_name: 'Eva' }] })
    const arrive = backend.hold('SelectScores')
    await openPerson('usuario:4')
    await waitFor(() => expect(field('Correo')).toBe('l@x'))
    await (await panel()).findByText('Historia (1)', { ignore: false })
    expect((await panel()).queryByRole('heading', { name: 'Historia (1)' })).toBeNull()
    arrive()
    expect(await (await panel()).findByRole('heading', { name: 'Historia (1)' })).toBeDefined()
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

  it('has a dash for missing points, not 0, and no link that dials two phones as one', async () => {
    const points = [null, '', 0, 0.5, 1_090, 'doce']
    const phone = '304 335 4628 - 300 123 4567'
    respond({
      SelectUsers: [{ ...user(1, 'Ana', 'ana@x'), phone }],
      SelectScores: points.map((points) => ({ name: 'Ana', points, locate: 'Cali' })),
      SelectReferrals: [{ user_name: 'Ana', referral_name: 'Luis' }],
    })
    await openPerson('usuario:1')
    await (await panel()).findByText('doce puntos · Cali')
    const texts = [...document.querySelectorAll('.detail-row')].map(({ textContent }) => textContent)
    expect(texts).toEqual([
      ...['—', '—', '0', '+0,5', '+1.090', 'doce'].map((text) => `${text} puntos · Cali`),
      'Refirió a Luis — puntos',
    ])
    expect(field('Puntaje')).toBe('—')
    expect((await panel()).getByText(phone).tagName).toBe('DD')
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

  it('without a name has no history: codes of nobody are not theirs', async () => {
    respond({ SelectUsers: [user(1, '', 'uno@x')], SelectCodes: [code(1, 'A')] })
    await openPerson('usuario:1')
    await waitFor(() => expect(field('Correo')).toBe('uno@x'))
    expect((await panel()).queryByRole('heading', { name: /^Historia/ })).toBeNull()
  })

  it('has one history, the newest first: a code with the date of its redemption, and links', async () => {
    respond({
      SelectUsers: USERS,
      SelectCodes: [code(1, 'A', { userName: 'Luis', used: 1 }), code(2, 'B', { userName: 'Luis' })],
      SelectScores: ['2025-03-03 10:00:00', '2025-03-02'].map((date) => ({
        name: 'Luis',
        points: 10,
        locate: 'Cali',
        date,
      })),
      SelectReferrals: [
        { user_name: 'Luis', referral_name: 'Eva', points: 50, date: '2025-09-09' },
        { user_name: 'Ana', referral_name: 'Luis', points: 20, date: '2025-01-01' },
      ],
      SelectReport: [
        { name: 'Luis', code: 'A', codeDate: '2025-05-05 08:00:00' },
        { name: 'Luis', code: null, codeDate: null },
      ],
    })
    await openPerson('usuario:4')
    expect(await rows('Historia')).toEqual([
      'Refirió a Eva +50 puntos 2025-09-09',
      'Redimió A 2025-05-05',
      '+10 puntos · Cali 2025-03-03',
      '+10 puntos · Cali 2025-03-02',
      'B sin redimir',
    ])
    expect(await rows('Referido por')).toEqual(['Ana +20 puntos 2025-01-01'])
    const links = (await panel()).getAllByRole('link', { name: '+10 puntos · Cali' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/main?tab=puntaje#name=Luis&date=2025-03-03..2025-03-03',
      '/main?tab=puntaje#name=Luis&date=2025-03-02..2025-03-02',
    ])
  })

  it('without anything in the lists says so, unless one of them is missing', async () => {
    respond({ SelectUsers: USERS })
    const { unmount } = await openPerson('usuario:4')
    await (await panel()).findByRole('heading', { name: 'Historia (0)' })
    expect((await panel()).getAllByText('Sin registros.')).toHaveLength(2)
    unmount()
    backend.fail('SelectScores')
    await openPerson('usuario:4')
    await (await panel()).findByText('No se pudo cargar: Puntaje.')
    expect((await panel()).queryByText(/Sin registros|\(0\)/)).toBeNull()
  })

  it('shows no date for a code of which the report has several, and says which list is missing', async () => {
    const redemptions = ['2025-05-05', '2025-06-06'].map((codeDate) => ({ name: 'Luis', code: 'A', codeDate }))
    respond({
      SelectUsers: USERS,
      SelectCodes: [code(1, 'A', { userName: 'Luis', used: 1 })],
      SelectReport: redemptions,
    })
    backend.fail('SelectScores')
    await openPerson('usuario:4')
    expect(await rows('Historia')).toEqual(['Redimió A'])
    for (const text of ['Historia (1)', 'No se pudo cargar: Puntaje.'])
      expect((await panel()).getByText(text)).toBeDefined()
  })

  it("has codes that open by id, 'de varias personas' if several have the name", async () => {
    const codes = [code(1, 'A', { userName: 'Ana' }), code(2, 'A', { userName: 'Ana', date: '2025-02-02' })]
    respond({ SelectUsers: USERS, SelectCodes: codes })
    const { user, params } = await openPerson('usuario:1')
    await (await panel()).findByRole('heading', { name: /^Historia \(2\) ?de varias personas$/ })
    await user.click((await panel()).getAllByRole('button', { name: 'A' })[1] as HTMLElement)
    expect(await (await panel()).findByRole('heading', { name: 'Panel 2' })).toBeDefined()
    await waitFor(() => expect(params().get('detalle')).toBe('codigo-id:2'))
  })

  it.each([
    ['of this person alone', 'Luis', 520, 250, 'puntos = 270 de compras + 250 de referidos'],
    ['that disagree', 'Luis', 1500, 250, 'puntos en Usuarios; 270 en Puntaje, 250 en Referidos'],
    ['as one point', 'Luis', 1, 250, 'punto en Usuarios; 270 en Puntaje, 250 en Referidos'],
    ['that are no number', 'Luis', 520, 'x', 'puntos en Usuarios; 270 en Puntaje, 0 en Referidos'],
    ['of several persons', 'Ana', 520, 250, 'puntos en Usuarios; 270 en Puntaje, 250 en Referidos, de varias personas'],
    ['of nobody', 'Eva', 0, 250, 'puntos'],
  ])('says where points %s come from', async (_kind, name, total_points, points, text) => {
    respond({
      SelectUsers: [...USERS, { id: 7, name, total_points, mail: 'siete@x' }].filter(
        (one) => one.id === 7 || one.name === 'Ana',
      ),
      SelectScores: [140, '130'].map((points) => ({ name: name === 'Eva' ? 'Otra' : name, points })),
      SelectReferrals: [{ user_name: name === 'Eva' ? 'Otra' : name, referral_name: 'Sol', points }],
    })
    await openPerson('usuario:7')
    expect(await (await panel()).findByText(text, { exact: true })).toBeDefined()
    expect(field('Puntaje')).toBe(total_points.toLocaleString('es-CO'))
  })

  it('is reached by links, which carry nothing but the phone and the mail, and copied field by field', async () => {
    const phone = '+57 (304) 335-4628'
    const person = { ...user(4, 'Luis', 'l@x?cc=otro@x'), phone, identification_number: '00123', documentType: 'CC' }
    respond({ SelectUsers: [person] })
    const { user: staff } = await openPerson('usuario:4')
    const hrefOf = async (name: string) => (await (await panel()).findByRole('link', { name })).getAttribute('href')
    expect(await hrefOf(phone)).toBe('tel:+573043354628')
    expect(await hrefOf('l@x?cc=otro@x')).toBe('mailto:l@x%3Fcc%3Dotro@x')
    expect(field('Identificacion')).toBe('CC 00123')
    await staff.click((await panel()).getByRole('button', { name: 'Copiar Identificacion: 00123' }))
    expect(await navigator.clipboard.readText()).toBe('00123')
  })
})

/** The entries of a list, as they are read. */
async function rows(name: string) {
  const list = within(await (await panel()).findByRole('list', { name }))
  return list.getAllByRole('listitem').map(({ textContent }) => textContent?.trim())
}

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
  await openPerson('persona:Ana')
  const list = within(await (await panel()).findByRole('list', { name: 'Historia' }))
  expect(list.getAllByRole('time').map(({ textContent, title }) => [textContent, title])).toEqual([
    ['2025-10-22', '2025-10-22T10:42Z'],
    ['2025-10-22', '2025-10-22 10:42:00'],
    ['2025-10-22', '2025-10-22'],
    ...dates.slice(3).map((date) => [String(date), String(date)]),
  ])
})

it('shows older entries when asked to, and never hides a newer one behind them', async () => {
  const scores = Array.from({ length: 65 }, (_, index) => ({
    ...{ id: index, name: 'Ana', points: index, date: `2025-01-01 10:${String(index % 60).padStart(2, '0')}:00` },
  }))
  respond({ SelectScores: scores })
  const { user } = await openPerson('persona:Ana')
  await user.click(await (await panel()).findByRole('button', { name: 'Mostrar más (55)' }))
  const titles = [...document.querySelectorAll('.detail-rows time')].map((time) => time.getAttribute('title'))
  expect(titles).toHaveLength(60)
  expect(titles).toEqual(titles.toSorted().reverse())
  expect((await panel()).getByRole('button', { name: 'Mostrar más (5)' })).toBeDefined()
})

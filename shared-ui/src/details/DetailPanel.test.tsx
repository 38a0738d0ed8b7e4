import type { AnyRow } from '@canje/large-table'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderTable, stubService } from '../testing/details'

const code = (id: AnyRow[string], name: string, more: AnyRow = {}): AnyRow => ({
  ...{ id, name, userName: null, used: 0, date: '2025-01-01' },
  ...more,
})
const user = (id: AnyRow[string], name: string, mail: string): AnyRow => ({ id, name, mail })
const links = (name: string) => screen.getAllByRole('link', { name })

describe('a code', () => {
  it('opens by the id of its row, also among equal texts and ids of both kinds', async () => {
    stubService({ SelectCodes: [code(1, 'A'), code('1', 'A', { date: '2025-02-02' }), code(2, 'B')] })
    const { user, field, panel, lastParams } = await renderTable('SelectCodes')
    for (const [place, date, detail] of [
      [1, '2025-02-02', 'codigo-id:"1"'],
      [0, '2025-01-01', 'codigo-id:1'],
    ] as const) {
      await user.click(links('A')[place] as HTMLElement)
      await waitFor(() => expect(field('Creado')).toBe(date))
      expect(await panel().findByText('varios codigos')).toBeDefined()
      await waitFor(() => expect(lastParams().get('detalle')).toBe(detail))
    }
    await user.click(links('B')[0] as HTMLElement)
    await waitFor(() => expect(field('Id')).toBe('2'))
    expect(panel().queryByText('varios codigos')).toBeNull()
  })

  it('that is known by its text only is chosen among equal ones', async () => {
    const equal = [code(1, 'A'), code('1', 'A', { date: '2025-02-02' }), code(null, 'A', { userName: 'Ana' })]
    stubService({ SelectReport: [{ id: 7, name: 'Ana', code: 'A' }], SelectCodes: equal })
    const { user, field, panel } = await renderTable('SelectReport')
    await user.click(links('A')[0] as HTMLElement)
    const list = within(await panel().findByRole('list', { name: 'Codigos con este texto' }))
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '1 · sin redimir · 2025-01-01',
      '1 · sin redimir · 2025-02-02',
      'sin redimir · Ana · 2025-01-01',
    ])
    // A code without an id cannot be opened by itself.
    const buttons = list.getAllByRole('button')
    expect(buttons).toHaveLength(2)
    await user.click(buttons[1] as HTMLElement)
    await waitFor(() => expect(field('Creado')).toBe('2025-02-02'))
  })

  it('without an id opens by its text', async () => {
    stubService({ SelectCodes: [code(null, 'A'), code('', 'B', { date: '2025-02-02' })] })
    const { user, field, lastParams } = await renderTable('SelectCodes')
    await user.click(links('B')[0] as HTMLElement)
    await waitFor(() => expect(field('Creado')).toBe('2025-02-02'))
    expect(lastParams().get('detalle')).toBe('codigo:B')
  })

  it('is found behind any number of ids with the same digits as text', async () => {
    const texts = Array.from({ length: 25 }, () => code('1', 'B'))
    stubService({ SelectCodes: [...texts, code(1, 'A')] })
    const { field, heading } = await renderTable('SelectCodes', 'detalle=codigo-id%3A1')
    await waitFor(() => expect(field('Id')).toBe('1'))
    expect(heading()).toBe('A')
  })

  it('is not one without an id, whose key is that of a text', async () => {
    stubService({ SelectCodes: [code(null, 'A')] })
    const { panel } = await renderTable('SelectCodes', 'detalle=codigo-id%3A%3A%22%22')
    await panel().findByText('Este codigo no está en la lista: quizá fue eliminado.')
  })

  it('that was deleted is not replaced by one with the same digits or text', async () => {
    stubService({ SelectCodes: [code('1', 'A')] })
    const { panel, heading } = await renderTable('SelectCodes', 'detalle=codigo-id%3A1')
    await panel().findByText('Este codigo no está en la lista: quizá fue eliminado.')
    expect(heading()).toBe('Codigo 1')
    expect(panel().queryByRole('button', { name: 'Copiar' })).toBeNull()
  })

  const redeemed = { used: 1, userName: 'Ana' }
  const report = (codeDate: string, code = 'A') => ({ code, codeDate })
  it.each([
    [
      'its row of the report',
      [code(1, 'A', redeemed)],
      [report('2025-03-03'), report('2025-04-04', 'B')],
      '2025-03-03',
    ],
    ['rows that agree', [code(1, 'A', redeemed)], [report('2025-03-03'), report('2025-03-03')], '2025-03-03'],
    ['no row', [code(1, 'A', redeemed)], [], '—'],
    [
      'rows that do not agree',
      [code(1, 'A', redeemed)],
      [report('2025-03-03'), report('2025-04-04')],
      'No se sabe: el reporte tiene 2 filas de este codigo.',
    ],
    [
      'a row that may be of an equal code',
      [code(1, 'A', redeemed), code(2, 'A')],
      [report('2025-03-03')],
      'No se sabe: varios codigos tienen este texto.',
    ],
  ])('has its date of redemption from %s', async (_source, codes, rows, expected) => {
    stubService({ SelectCodes: codes, SelectReport: rows })
    const { field, panel } = await renderTable('SelectCodes', 'detalle=codigo-id%3A1')
    await panel().findByText('redimido')
    await waitFor(() => expect(field('Redimido')).toBe(expected))
  })
})

it('shows of a free code who has it, not a redemption', async () => {
  stubService({
    SelectCodes: [
      { ...code(1, 'A'), used: 0, userName: null },
      { ...code(2, 'B'), used: 0, userName: 'Ana' },
    ],
  })
  const { user, field, panel } = await renderTable('SelectCodes', 'detalle=codigo-id%3A1')
  await panel().findByText('sin redimir')
  expect(field('Usuario')).toBe('No asignado')
  expect(panel().queryByText('Redimido')).toBeNull()
  expect(panel().queryByText('Por')).toBeNull()
  await user.click(screen.getByRole('link', { name: 'B' }))
  await waitFor(() => expect(field('Usuario')).toBe('Ana'))
})

describe('a person', () => {
  const USERS = [
    user(1, 'Ana', 'uno@x'),
    user('1', 'Ana', 'dos@x'),
    user(null, 'Ana', 'tres@x'),
    user(4, 'Luis', 'l@x'),
  ]

  it('opens by the id of the row of Reportes, which is that of the user', async () => {
    stubService({
      SelectUsers: USERS,
      SelectReport: [
        { id: '1', name: 'Ana', code: null },
        { id: 1, name: 'Ana' },
      ],
    })
    const { user, field, panel } = await renderTable('SelectReport')
    for (const [place, mail] of ['dos@x', 'uno@x'].entries()) {
      await user.click(links('Ana')[place] as HTMLElement)
      await waitFor(() => expect(field('Correo')).toBe(mail))
      expect(await panel().findByText('varias personas')).toBeDefined()
    }
  })

  it('shows its sections at once, when all lists are there', async () => {
    const service = stubService({ SelectUsers: USERS, SelectReferrals: [{ user_name: 'Luis', referral_name: 'Eva' }] })
    let arrive = () => {}
    const scores = new Promise<void>((resolve) => (arrive = resolve))
    service.before = async (path) => {
      if (path === 'SelectScores') await scores
    }
    const { field, panel } = await renderTable('SelectUsers', 'detalle=usuario%3A4')
    await waitFor(() => expect(field('Correo')).toBe('l@x'))
    await waitFor(() => expect(service.requests).toContain('SelectReferrals'))
    await panel().findByText('Referidos (1)', { ignore: false })
    expect(panel().queryByRole('heading', { name: 'Referidos (1)' })).toBeNull()
    arrive()
    expect(await panel().findByRole('heading', { name: 'Referidos (1)' })).toBeDefined()
  })

  it('opens by name where the user of the id has another one, or there is none', async () => {
    stubService({
      SelectUsers: [user(1, 'Ana', 'ana@x'), user(9, 'Luis', 'luis@x'), user(3, 'Eva', 'eva@x')],
      SelectReport: [
        { id: 1, name: 'Luis' },
        { id: 2, name: 'Eva' },
      ],
    })
    const { user: person, field, heading, lastParams } = await renderTable('SelectReport')
    for (const [name, mail, detail] of [
      ['Luis', 'luis@x', 'usuario:1:Luis'],
      ['Eva', 'eva@x', 'usuario:2:Eva'],
    ] as const) {
      await person.click(links(name)[0] as HTMLElement)
      await waitFor(() => expect(field('Correo')).toBe(mail))
      expect(heading()).toBe(name)
      await waitFor(() => expect(lastParams().get('detalle')).toBe(detail))
    }
  })

  it('has a dash for missing points, not 0', async () => {
    const points = [null, '', 0, 1_090, 'doce']
    stubService({
      SelectUsers: [user(1, 'Ana', 'ana@x')],
      SelectScores: points.map((points) => ({ name: 'Ana', points, locate: 'Cali' })),
      SelectReferrals: [{ user_name: 'Ana', referral_name: 'Luis' }],
    })
    const { field, panel } = await renderTable('SelectUsers', 'detalle=usuario%3A1')
    await panel().findByText('doce puntos · Cali')
    const texts = [...document.querySelectorAll('.detail-row')].map(({ textContent }) => textContent)
    expect(texts).toEqual([...['—', '—', '0', '1090', 'doce'].map((text) => `${text} puntos · Cali`), 'Luis — puntos'])
    expect(field('Puntaje')).toBe('—')
  })

  it('that is known by name only is chosen among namesakes, and none is opened by a missing id', async () => {
    stubService({ SelectUsers: USERS })
    const { user, field, panel } = await renderTable('SelectUsers', 'detalle=persona%3AAna')
    const list = within(await panel().findByRole('list', { name: 'Personas con este nombre' }))
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

  it.each(['usuario:u7', 'usuario:7'])('opens by a link with the bare text of an id: %s', async (detail) => {
    stubService({ SelectUsers: [user('7', 'Ana', 'siete@x'), user('u7', 'Ana', 'u7@x')] })
    const { field } = await renderTable('SelectUsers', new URLSearchParams({ detalle: detail }).toString())
    await waitFor(() => expect(field('Correo')).toBe(detail === 'usuario:7' ? 'siete@x' : 'u7@x'))
  })

  it('whose id several rows have is none of them', async () => {
    stubService({ SelectUsers: [user(1, 'Ana', 'uno@x'), user(1, 'Luis', 'dos@x')] })
    const { panel, heading } = await renderTable('SelectUsers', 'detalle=usuario%3A1')
    expect(await panel().findByText('1 · dos@x')).toBeDefined()
    expect(heading()).toBe('Usuario 1')
    expect(panel().getByText('varias personas')).toBeDefined()
    expect(panel().queryByText('Correo')).toBeNull()
  })

  it('says how many of more than twenty namesakes are not listed', async () => {
    stubService({ SelectUsers: Array.from({ length: 1_025 }, (_, index) => user(index, 'Ana', `${index}@x`)) })
    const { panel } = await renderTable('SelectUsers', 'detalle=persona%3AAna')
    expect(await panel().findByText('y 1.005 más')).toBeDefined()
    expect(
      within(panel().getByRole('list', { name: 'Personas con este nombre' })).getAllByRole('listitem'),
    ).toHaveLength(20)
  })

  it('without a name has no sections: codes of nobody are not theirs', async () => {
    stubService({ SelectUsers: [user(1, '', 'uno@x')], SelectCodes: [code(1, 'A')] })
    const { field, panel } = await renderTable('SelectUsers', 'detalle=usuario%3A1')
    await waitFor(() => expect(field('Correo')).toBe('uno@x'))
    expect(panel().queryByRole('heading', { name: /^Codigos/ })).toBeNull()
  })

  it("has codes that open by id, 'de varias personas' if several have the name", async () => {
    const codes = [code(1, 'A', { userName: 'Ana' }), code(2, 'A', { userName: 'Ana', date: '2025-02-02' })]
    stubService({ SelectUsers: USERS, SelectCodes: codes })
    const { user, field, panel } = await renderTable('SelectUsers', 'detalle=usuario%3A1')
    await panel().findByRole('heading', { name: /^Codigos \(2\) ?de varias personas$/ })
    await user.click(panel().getAllByRole('button', { name: 'A' })[1] as HTMLElement)
    await waitFor(() => expect(field('Creado')).toBe('2025-02-02'))
  })
})

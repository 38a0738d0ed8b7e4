import type { Cell } from '@canje/shared-ui'
import { backend, detailPanel, renderTab } from '@canje/tab-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openCode, respond, respondEvents } from './detail'
import { codes } from './tab'

const { field, heading } = detailPanel
const code = (id: Cell, name: string, more: object = {}) => ({
  ...{ id, name, userName: null, used: 0, date: '2025-01-01' },
  ...more,
})
const links = (name: string) => screen.findAllByRole('link', { name })
const panel = async () => within(await screen.findByRole('dialog'))

describe('a code', () => {
  it('opens by the id of its row, also among equal texts and ids of both kinds', async () => {
    respond({ SelectCodes: [code(1, 'A'), code('1', 'A', { date: '2025-02-02' }), code(2, 'B')] })
    const { user, params } = await openCode()
    for (const [place, date, detail] of [
      [1, '2025-02-02', 'codigo-id:"1"'],
      [0, '2025-01-01', 'codigo-id:1'],
    ] as const) {
      await user.click((await links('A'))[place] as HTMLElement)
      await waitFor(() => expect(field('Creado')).toBe(date))
      expect(await (await panel()).findByText('varios codigos')).toBeDefined()
      await waitFor(() => expect(params().get('detalle')).toBe(detail))
    }
    await user.click((await links('B'))[0] as HTMLElement)
    await waitFor(() => expect(field('Id')).toBe('2'))
    expect((await panel()).queryByText('varios codigos')).toBeNull()
  })

  it('that is known by its text only is chosen among equal ones', async () => {
    const equal = [code(1, 'A'), code('1', 'A', { date: '2025-02-02' }), code(null, 'A', { userName: 'Ana' })]
    respond({ SelectCodes: equal })
    const { user } = await openCode('codigo:A')
    const list = within(await (await panel()).findByRole('list', { name: 'Codigos con este texto' }))
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '1 · sin redimir · creado 2025-01-01',
      '1 · sin redimir · creado 2025-02-02',
      'sin redimir · Ana · creado 2025-01-01',
    ])
    // A code without an id cannot be opened by itself.
    const buttons = list.getAllByRole('button')
    expect(buttons).toHaveLength(2)
    await user.click(buttons[1] as HTMLElement)
    await waitFor(() => expect(field('Creado')).toBe('2025-02-02'))
  })

  it('without an id opens by its text', async () => {
    respond({ SelectCodes: [code(null, 'A'), code('', 'B', { date: '2025-02-02' })] })
    const { user, params } = await openCode()
    await user.click((await links('B'))[0] as HTMLElement)
    await waitFor(() => expect(field('Creado')).toBe('2025-02-02'))
    expect(params().get('detalle')).toBe('codigo:B')
  })

  it('that was deleted is not replaced by one with the same digits or text', async () => {
    respond({ SelectCodes: [code('1', 'A')] })
    await openCode('codigo-id:1')
    await (await panel()).findByText('Este codigo no está en la lista: quizá fue eliminado.')
    expect(heading()).toBe('Codigo 1')
    expect((await panel()).queryByRole('button', { name: 'Copiar' })).toBeNull()
  })

  const report = (codeDate: string, code = 'A') => ({ code, codeDate })
  const [equal, other] = [report('2025-03-03'), report('2025-04-04')]
  it.each([
    ['its row of the report', [], [equal, report('2025-04-04', 'B')], '2025-03-03'],
    ['rows that agree', [], [equal, equal], '2025-03-03'],
    ['no row', [], [], '—'],
    ['rows that do not agree', [], [equal, other], 'No se sabe: el reporte tiene 2 filas de este codigo.'],
    ['a row of an equal code', [code(2, 'A')], [equal], 'No se sabe: varios codigos tienen este texto.'],
  ])('has its date of redemption from %s', async (_source, others, rows, expected) => {
    respond({ SelectCodes: [code(1, 'A', { used: 1, userName: 'Ana' }), ...others], SelectReport: rows })
    await openCode('codigo-id:1')
    await (await panel()).findByText('redimido')
    await waitFor(() => expect(field('Redimido')).toBe(expected))
  })
})

it('shows an empty user as the list does', async () => {
  respond({ SelectCodes: [code(1, 'A', { userName: '' })] })
  await openCode('codigo-id:1')
  await (await panel()).findByText('sin redimir')
  expect(field('Usuario')).toBe('—')
})

it('shows of a free code who has it, and leads to that person', async () => {
  respond({ SelectCodes: [code(1, 'A'), code(2, 'B', { userName: 'Ana' })] })
  const { user, params } = await openCode('codigo-id:1')
  await (await panel()).findByText('sin redimir')
  expect(field('Usuario')).toBe('No asignado')
  expect((await panel()).queryByText('Redimido')).toBeNull()
  expect((await panel()).queryByText('Por')).toBeNull()
  await user.click(screen.getByRole('link', { name: 'B' }))
  await user.click(await (await panel()).findByRole('button', { name: 'Ana' }))
  expect(await (await panel()).findByRole('heading', { name: 'Panel Ana' })).toBeDefined()
  await waitFor(() => expect(params().get('detalle')).toBe('persona:Ana'))
})

describe('the life of a code', () => {
  const event = (action: string, actionId: number, hour: string, codeId: Cell, codeName: Cell, more: object = {}) => ({
    ...{ action, actionId, date: `2025-01-01 ${hour}:00:00`, codeId, codeName },
    ...more,
  })
  const events = [
    event('delete_all', 5, '12', null, null, { count: 0 }),
    event('delete_all', 4, '11', 2, 'B', { count: 24 }),
    event('restore', 3, '10', 1, 'A'),
    event('delete', 2, '09', 1, 'A', { userName: 'eva' }),
    event('create', 1, '08', 2, 'B', { count: 50 }),
    event('create', 1, '08', 1, 'A', { count: 50 }),
  ]

  it('names who created, deleted and restored it, and leads to the codes of the press', async () => {
    respond({ SelectCodes: [code(1, 'A')] })
    respondEvents(events)
    const { user } = await openCode('codigo-id:1', ['history'])
    await (await panel()).findByText('Restaurado')
    expect([...document.querySelectorAll('.detail-fields > div')].map(({ textContent }) => textContent)).toEqual([
      'Creado2025-01-01 08:00:00 por ana, en un lote de 50',
      'Eliminado2025-01-01 09:00:00 por eva, ver en Historial',
      'Restaurado2025-01-01 10:00:00 por ana, ver en Historial',
      'UsuarioNo asignado',
      'Id1',
    ])
    const link = (await panel()).getByRole('link', { name: 'en un lote de 50' })
    expect(link.getAttribute('href')).toBe(`/main?tab=codigos#historial=${encodeURIComponent('["action","1"]')}`)
    await user.click((await panel()).getByRole('button', { name: 'Copiar codigo: A' }))
    expect(await navigator.clipboard.readText()).toBe('A')
  })

  it.each(['codigo:B', 'codigo-id:2'])('is that of a deleted one, too, with its text: %s', async (detail) => {
    respond({ SelectCodes: [code(1, 'A')] })
    respondEvents(events)
    await openCode(detail, ['history'])
    await (await panel()).findByText('Este codigo fue eliminado.')
    expect(heading()).toBe('B')
    expect((await panel()).getByRole('button', { name: 'Copiar codigo: B' })).toBeDefined()
    expect(field('Creado')).toBe('2025-01-01 08:00:00 por ana, en un lote de 50')
    expect(field('Eliminado')).toBe('2025-01-01 11:00:00 por ana, en un lote de 24')
  })

  it('is what the lists know where the log cannot be read', async () => {
    respond({ SelectCodes: [code(1, 'A')] })
    backend.fail('SelectStaffEvents')
    await openCode('codigo-id:1', ['history'])
    await (await panel()).findByText('No se pudo leer el historial.')
    expect(field('Creado')).toBe('2025-01-01')
  })

  it('opens its press in Historial from a link, once', async () => {
    respond({ SelectCodes: [code(1, 'A')] })
    respondEvents(events)
    const tab = await renderTab(codes.Tab, {
      features: ['history'],
      params: String(new URLSearchParams({ historial: '["action","4"]' })),
    })
    const dialog = within(await screen.findByRole('dialog', { name: 'Historial' }))
    await dialog.findByText('eliminó 24 codigos')
    await dialog.findByRole('table', { name: 'Codigos de la acción' })
    expect(tab.params().has('historial')).toBe(false)
    await tab.user.click(dialog.getByRole('button', { name: 'Volver' }))
    await tab.user.click(await dialog.findByRole('button', { name: 'eliminó 0 codigos' }))
    await dialog.findByRole('table', { name: 'Codigos de la acción' })
  })

  it('opens all actions from a link to one that the log does not have', async () => {
    respondEvents(events)
    await renderTab(codes.Tab, { features: ['history'], params: 'historial=5' })
    await screen.findByRole('table', { name: 'Historial' })
  })
})

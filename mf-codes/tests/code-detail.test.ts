import type { Cell } from '@canje/shared-ui'
import { detailPanel } from '@canje/tab-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openCode, respond } from './detail'

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

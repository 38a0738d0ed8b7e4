import { openTab } from '@canje/tab-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { report } from './tab'

it('groups by what each row has: counts and sums of a grouping are those of the view', async () => {
  const { user, backendRows } = await openTab(report)
  const sumOf = (field: string) => backendRows.reduce((sum, row) => sum + Number(row[field] ?? 0), 0)
  const codes = backendRows.filter(({ code }) => code !== null).length
  const numbers = {
    Filas: backendRows.length,
    'Codigos redimidos': codes,
    Puntaje: sumOf('scorePoints'),
    'Puntaje Referido': sumOf('referalPoint'),
  }
  expect(Object.values(numbers).every((number) => number > 0)).toBe(true)

  await user.click(await screen.findByRole('button', { name: 'Resumen' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Resumen' }))
  for (const [label, ...headers] of [
    ['Usuario', 'Filas', 'Codigos redimidos', 'Puntaje', 'Puntaje Referido'],
    ['Ciudad', 'Filas', 'Codigos redimidos', 'Puntaje', 'Puntaje Referido'],
    ['Punto de venta', 'Filas', 'Codigos redimidos', 'Puntaje'],
    ['Punto de venta referido', 'Filas', 'Puntaje Referido'],
    ['Mes (Fecha Redimido)', 'Filas', 'Codigos redimidos'],
    ['Mes (Fecha Puntaje)', 'Filas', 'Puntaje'],
    ['Mes (Fecha Referido)', 'Filas', 'Puntaje Referido'],
  ] as const) {
    await user.selectOptions(await dialog.findByLabelText('Agrupar por'), label)
    await waitFor(() => expect(dialog.getAllByRole('columnheader')[0]?.textContent).toBe(label))
    await dialog.findByRole('rowheader', { name: 'Total de la vista' })
    // Persons are told apart by their id.
    const columns = label === 'Usuario' ? [label, 'Id', ...headers] : [label, ...headers]
    expect(dialog.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(columns)
    const totals = [...(dialog.getAllByRole('row').at(-1)?.querySelectorAll('td') ?? [])].slice(-headers.length)
    expect(totals.map(({ textContent }) => Number(textContent))).toEqual(headers.map((header) => numbers[header]))
  }
})

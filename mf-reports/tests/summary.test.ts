import { openTab, type RenderedTab, type Row, renderTab, requestRows } from '@canje/tab-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { report } from './tab'

const GROUPINGS = {
  Usuario: ['Id', 'Codigos redimidos', 'Puntaje', 'Puntaje Referido'],
  Ciudad: ['Codigos redimidos', 'Personas', 'Puntaje', 'Puntaje Referido'],
  'Punto de venta': ['Codigos redimidos', 'Personas', 'Puntaje'],
  'Punto de venta referido': ['Personas', 'Puntaje Referido'],
  'Mes (Fecha Redimido)': ['Codigos redimidos', 'Personas'],
  'Mes (Fecha Puntaje)': ['Personas', 'Puntaje'],
  'Mes (Fecha Referido)': ['Personas', 'Puntaje Referido'],
} as const

async function openSummary(user: RenderedTab['user']) {
  await user.click(await screen.findByRole('button', { name: 'Resumen' }))
  return within(await screen.findByRole('dialog', { name: 'Resumen' }))
}

type Dialog = Awaited<ReturnType<typeof openSummary>>

/** Chooses a grouping. @returns the totals with their headers */
async function totalsBy(user: RenderedTab['user'], dialog: Dialog, label: string) {
  await user.selectOptions(await dialog.findByLabelText('Agrupar por'), label)
  await waitFor(() => expect(dialog.getAllByRole('columnheader')[0]?.textContent).toBe(label))
  const total = await dialog.findByRole('rowheader', { name: /^Total/ })
  const cells = [...(total.parentElement?.children ?? [])].map(
    ({ textContent }) => Number(textContent?.replaceAll('.', '')) || 0,
  )
  const headers = dialog.getAllByRole('columnheader').map(({ textContent }) => String(textContent))
  return headers.map((header, index) => [header, cells[index]] as const).slice(1)
}

const sumOf = (rows: readonly Row[], field: string) => rows.reduce((sum, row) => sum + Number(row[field] ?? 0), 0)

it('counts persons and codes once, and adds up the points of the view, in each grouping', async () => {
  const { user, backendRows } = await openTab(report)
  const numbers: Record<string, number> = {
    Id: 0,
    'Codigos redimidos': backendRows.filter(({ code }) => code !== null).length,
    Personas: new Set(backendRows.map(({ id }) => id)).size,
    Puntaje: sumOf(backendRows, 'scorePoints'),
    'Puntaje Referido': sumOf(backendRows, 'referalPoint'),
  }
  expect(numbers.Personas).toBeLessThan(backendRows.length)
  const dialog = await openSummary(user)
  for (const [label, headers] of Object.entries(GROUPINGS)) {
    expect([label, await totalsBy(user, dialog, label)]).toEqual([
      label,
      headers.map((header) => [header, numbers[header]]),
    ])
  }
})

it('has the points of a period that the service has, whichever date the view filters by', async () => {
  const [rows, scores, referrals] = await Promise.all([
    requestRows('SelectReport'),
    requestRows('SelectScores', {}),
    requestRows('SelectReferrals', {}),
  ])
  const month = String(rows.find(({ code }) => code !== null)?.codeDate).slice(0, 7)
  const days = `${month}-01..${month}-28`
  const isIn = (date: unknown) => String(date) >= `${month}-01` && String(date) < `${month}-29`
  const figures: Record<string, number> = {
    'Codigos redimidos': rows.filter(({ codeDate }) => isIn(codeDate)).length,
    Puntaje: sumOf(
      scores.filter(({ date }) => isIn(date)),
      'points',
    ),
    'Puntaje Referido': sumOf(
      referrals.filter(({ date }) => isIn(date)),
      'points',
    ),
  }
  expect(Object.values(figures).every((figure) => figure > 0)).toBe(true)
  for (const field of ['codeDate', 'referalDate']) {
    const { user, unmount } = await renderTab(report.Tab, { params: new URLSearchParams({ [field]: days }).toString() })
    const dialog = await openSummary(user)
    for (const label of ['Ciudad', 'Mes (Fecha Puntaje)']) {
      const totals = (await totalsBy(user, dialog, label)).filter(([header]) => header in figures)
      expect([field, label, totals]).toEqual([field, label, totals.map(([header]) => [header, figures[header]])])
      expect(totals.length).toBe(label === 'Ciudad' ? 3 : 1)
    }
    unmount()
  }
})

import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { formatTime } from '../rows/campaign-time'
import { renderTable, stubService } from '../testing/details'

const [AT_8, AT_9, AT_10] = ['08:00', '09:00', '10:00'].map((time) => new Date(`2025-06-01T${time}:00`))
const ageOf = (time: Date | undefined) => `Datos de las ${time && formatTime(time)}`
const at = (time: Date | undefined) => vi.setSystemTime(time ?? 0)

const free = { id: 1, name: 'A', userName: null, used: 0 }
const redeemed = { id: 2, name: 'B', userName: 'Ana', used: 1 }
const ana = { id: 5, name: 'Ana', mail: 'uno@x' }
let service: ReturnType<typeof stubService>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: AT_8 })
  service = stubService({
    SelectCodes: [free, redeemed],
    SelectUsers: [ana],
    SelectReport: [{ code: 'B', codeDate: '2025-03-03', id: 5, name: 'Ana' }],
  })
})

const press = (tab: Awaited<ReturnType<typeof renderTable>>, name: string) =>
  tab.user.click(tab.panel().getByRole('button', { name }))
const bar = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Datos de las? \d\d:\d\d$/ })
const requestsOf = (path: string) => service.requests.filter((requested) => requested === path).length
/** Holds back the lists of these paths until the returned function is called. */
function holdBack(...paths: string[]) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  service.before = async (path, signal) => {
    if (!paths.includes(path)) return
    await Promise.race([
      released,
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ])
  }
  return release
}

it('has the age of the oldest list, whichever was loaded last', async () => {
  const tab = await renderTable()
  at(AT_9)
  await tab.user.click(screen.getByRole('link', { name: 'Ana' }))
  await waitFor(() => expect(tab.footer()).toBe(`${ageOf(AT_8)}Actualizar`))
  at(AT_10)
  await tab.user.click(screen.getByRole('link', { name: 'B' }))
  await waitFor(() => expect(requestsOf('SelectReport')).toBe(1))
  await waitFor(() => expect(tab.footer()).toBe(`${ageOf(AT_8)}Actualizar`))
  await tab.user.click(screen.getByRole('button', { name: 'Refrescar' }))
  await waitFor(() => expect(requestsOf('SelectReport')).toBe(2))
  await waitFor(() => expect(tab.footer()).toBe(`${ageOf(AT_10)}Actualizar`))
})

describe("'Actualizar'", () => {
  it('renews the table and all lists, so that both show the same, and keeps the focus', async () => {
    const tab = await renderTable('q=b&detalle=codigo-id%3A2')
    await waitFor(() => expect(tab.field('Redimido')).toBe('2025-03-03'))
    at(AT_9)
    service.lists = {
      SelectCodes: [
        { ...redeemed, userName: 'Berta' },
        { ...free, userName: 'Bea' },
      ],
      SelectReport: [{ code: 'B', codeDate: '2025-04-04' }],
    }
    await press(tab, 'Actualizar')
    await waitFor(() => expect(tab.field('Redimido')).toBe('2025-04-04'))
    await waitFor(() => expect(tab.footer()).toBe(`${ageOf(AT_9)}Actualizar`))
    expect(tab.field('Usuario')).toBe('Berta')
    expect(screen.getByRole('link', { name: 'Berta' })).toBeDefined()
    expect(bar().textContent).toContain(ageOf(AT_9))
    expect(document.activeElement?.textContent).toBe('Actualizar')
  })

  it('keeps the data and their age when a list cannot be loaded, and offers to try again', async () => {
    const tab = await renderTable('detalle=codigo-id%3A2')
    await waitFor(() => expect(tab.field('Redimido')).toBe('2025-03-03'))
    at(AT_9)
    service.before = async (path) => {
      if (path === 'SelectReport') throw new Error('no')
    }
    await press(tab, 'Actualizar')
    await waitFor(() => expect(tab.footer()).toBe(`${ageOf(AT_8)}La petición falló.Reintentar`))
    expect(tab.field('Redimido')).toBe('2025-03-03')
    service.before = undefined
    await press(tab, 'Reintentar')
    await waitFor(() => expect(tab.footer()).toBe(`${ageOf(AT_9)}Actualizar`))
  })
})

describe('a list that is cancelled', () => {
  it('by a press can be retried', async () => {
    const release = holdBack('SelectReport')
    const tab = await renderTable('detalle=codigo-id%3A2')
    await waitFor(() => expect(tab.footer()).toContain('Cancelar'))
    await press(tab, 'Cancelar')
    await waitFor(() => expect(tab.footer()).toBe(`${ageOf(AT_8)}La petición se canceló.Reintentar`))
    expect(tab.field('Redimido')).toBe('No se pudo cargar el reporte')
    release()
    await press(tab, 'Reintentar')
    await waitFor(() => expect(tab.field('Redimido')).toBe('2025-03-03'))
  })

  it.each([
    ['A', 'a panel without it'],
    ['B', 'a panel that needs it'],
  ])('by closing leaves nothing to retry in %s: %s', async (next) => {
    const release = holdBack('SelectReport')
    const tab = await renderTable('detalle=codigo-id%3A2')
    await waitFor(() => expect(tab.footer()).toContain('Cancelar'))
    await press(tab, 'Cerrar')
    release()
    await tab.user.click(screen.getByRole('link', { name: next }))
    await waitFor(() => expect(tab.heading()).toBe(next))
    await waitFor(() => expect(tab.footer()).toBe(`${ageOf(AT_8)}Actualizar`))
    expect(requestsOf('SelectReport')).toBe(next === 'A' ? 1 : 2)
  })
})

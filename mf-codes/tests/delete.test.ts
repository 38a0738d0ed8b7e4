import {
  backend,
  column,
  executionError,
  openTab,
  type RenderOptions,
  type Row,
  renderTab,
  requestBackend,
  requestRows,
  toasts,
  waitForRows,
} from '@canje/tab-testing'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isUnused, seedCodes } from './seed-codes'
import { codes } from './tab'

beforeEach(seedCodes)
afterEach(() => {
  vi.useRealTimers()
})

const deletion = ({ name }: Row) => ({
  severity: 'success',
  summary: 'Eliminado',
  detail: `se elimino el codigos ${name}`,
})
const deleteButton = ({ name }: Row) => screen.getByRole<HTMLButtonElement>('button', { name: `Borrar ${name}` })

const isBusy = (row: Row) => deleteButton(row).getAttribute('aria-busy')
const tableRegion = () => screen.getByRole('region', { name: 'Tabla de Codigos' })

/** Opens the fourth page of the tab, where all codes are unused. */
async function openUnused(options?: RenderOptions) {
  const { user, backendRows } = await openTab(codes, options)
  await user.click(screen.getByRole('button', { name: 'Página 4' }))
  await waitForRows(codes, backendRows.slice(30, 40))
  const [code = {}] = backendRows.slice(30)
  return { user, backendRows, code }
}

describe('deleting one code', () => {
  it('deletes it, shows its text in a toast, reloads and stays on the page', async () => {
    const { user, backendRows, code } = await openUnused()
    await user.click(deleteButton(code))
    await waitFor(() => expect(toasts()).toEqual([deletion(code)]))
    expect(backend.requests('DeleteCode').map(({ body }) => JSON.parse(body))).toEqual([{ prmCodeId: code.id }])
    const left = backendRows.filter((other) => other !== code)
    await waitForRows(codes, left.slice(30, 40))
    expect(await requestRows('SelectCodes')).toEqual(left)
  })

  it('is enabled for unused codes only', async () => {
    const { user, backendRows } = await openTab(codes)
    await user.click(screen.getByRole('button', { name: 'Página 2' }))
    const page = backendRows.slice(10, 20)
    await waitForRows(codes, page)
    for (const code of page) expect(deleteButton(code).disabled).toBe(!isUnused(code))
    expect(page.filter(isUnused)).toHaveLength(5)
  })

  it('sends one request on a double click, and only that row is busy', async () => {
    const { user, code } = await openUnused()
    const release = backend.hold('DeleteCode')
    await user.dblClick(deleteButton(code))
    await waitFor(() => expect(deleteButton(code).getAttribute('aria-busy')).toBe('true'))
    await user.click(deleteButton(code))
    expect(document.querySelectorAll('td [aria-busy="true"]')).toHaveLength(1)
    release()
    await waitFor(() => expect(toasts()).toEqual([deletion(code)]))
    expect(backend.requests('DeleteCode')).toHaveLength(1)
  })

  it('ignores a second press at the same place, and says so', async () => {
    // A slow machine must not exceed the time in which presses are ignored.
    vi.useFakeTimers({ toFake: ['performance'] })
    const { user, backendRows, code } = await openUnused()
    vi.advanceTimersByTime(400)
    await user.click(deleteButton(code))
    await waitForRows(codes, backendRows.slice(31, 41))
    const [, next = {}] = backendRows.slice(30)
    await user.click(deleteButton(next))
    expect(screen.getByText('Espere un momento: la lista acaba de cambiar.')).toBeDefined()
    expect(backend.requests('DeleteCode')).toHaveLength(1)
  })

  it('keeps a row busy until it is removed, also when its reload is replaced or fails', async () => {
    const { user, backendRows, code } = await openUnused()
    const [, other = {}] = backendRows.slice(30)
    const release = backend.hold('SelectCodes')
    await user.click(deleteButton(code))
    await waitFor(() => expect(backend.requests('SelectCodes')).toHaveLength(2))
    backend.fail('SelectCodes')
    await user.click(deleteButton(other))
    await waitFor(() =>
      expect(backend.requests('SelectCodes').map(({ aborted }) => aborted)).toEqual([false, true, false]),
    )
    expect([code, other].map(isBusy)).toEqual(['true', 'true'])
    release()
    const retry = await screen.findByRole('button', { name: 'Reintentar' })
    expect([code, other].map(isBusy)).toEqual(['true', 'true'])
    await user.click(deleteButton(code))
    backend.recover('SelectCodes')
    await user.click(retry)
    await waitForRows(codes, backendRows.slice(32, 42))
    expect(backend.requests('DeleteCode')).toHaveLength(2)
    expect(toasts()).toEqual([deletion(code), deletion(other), executionError])
  })

  it('reports the rejection for a code redeemed since the load, and shows it as redeemed', async () => {
    const redeemed = (await requestRows('SelectCodes')).find((code) => !isUnused(code)) ?? {}
    backend.respond('SelectCodes', { data: [{ ...redeemed, used: 0 }] })
    const { user } = await renderTab(codes.Tab)
    await waitFor(() => expect(column('Codigo')).toEqual([redeemed.name]))
    backend.respond('SelectCodes', { data: [redeemed] })
    await user.click(deleteButton(redeemed))
    await waitFor(() => expect(toasts()).toEqual([executionError]))
    await waitForRows(codes, [redeemed])
    expect(deleteButton(redeemed).disabled).toBe(true)
    expect(document.activeElement).toBe(tableRegion())
    expect(toasts()).toEqual([executionError])
    expect(await requestRows('SelectCodes')).toContainEqual(redeemed)
  })

  it('reports the rejection for a code deleted since the load, and removes its row', async () => {
    const { user, backendRows: known, code } = await openUnused({ features: ['idempotency'] })
    await requestBackend('DeleteCode', { prmCodeId: code.id })
    const release = backend.hold('SelectCodes')
    await user.click(deleteButton(code))
    await waitFor(() => expect(toasts()).toEqual([executionError]))
    await waitFor(() => expect(backend.requests('SelectCodes')).toHaveLength(2))
    expect(isBusy(code)).toBe('true')
    release()
    await waitForRows(codes, known.slice(31, 41))
    expect(toasts()).toEqual([executionError])
  })
})

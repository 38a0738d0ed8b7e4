import {
  backend,
  executionError,
  openTab,
  type RenderOptions,
  type Row,
  requestBackend,
  requestRows,
  toasts,
  waitForRows,
} from '@canje/tab-testing'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { seedCodes } from './seed-codes'
import { codes } from './tab'

beforeEach(seedCodes)

const deletion = ({ name }: Row) => ({
  severity: 'success',
  summary: 'Eliminado',
  detail: `se elimino el codigos ${name}`,
})
const deleteButton = ({ name }: Row) => screen.getByRole<HTMLButtonElement>('button', { name: `Borrar ${name}` })

const isBusy = (row: Row) => deleteButton(row).getAttribute('aria-busy')

/** Opens the fourth page of the tab, where all codes are unused. */
async function openUnused(options?: RenderOptions) {
  const { user, backendRows } = await openTab(codes, options)
  await user.click(screen.getByRole('button', { name: 'Página 4' }))
  await waitForRows(codes, backendRows.slice(30, 40))
  const [code = {}] = backendRows.slice(30)
  return { user, backendRows, code }
}

it('deletes it, shows its text in a toast, reloads and stays on the page', async () => {
  const { user, backendRows, code } = await openUnused()
  await user.click(deleteButton(code))
  await waitFor(() => expect(toasts()).toEqual([deletion(code)]))
  expect(backend.requests('DeleteCode').map(({ body }) => JSON.parse(body))).toEqual([{ prmCodeId: code.id }])
  const left = backendRows.filter((other) => other !== code)
  await waitForRows(codes, left.slice(30, 40))
  expect(await requestRows('SelectCodes')).toEqual(left)
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

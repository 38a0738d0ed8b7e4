import { screen, waitFor } from '@testing-library/react'
import {
  backend,
  column,
  executionError,
  openSection,
  type RenderOptions,
  type Row,
  renderTab,
  shows,
  toasts,
  trueRows,
  truth,
} from 'tab-testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { codes } from './section'
import { isUnused, stockCodes } from './stock'

beforeEach(stockCodes)

const deletion = ({ name }: Row) => ({
  severity: 'success',
  summary: 'Eliminado',
  detail: `se elimino el codigos ${name}`,
})
/** The button of a code's row; it says of which code it is. */
function deleteButton({ name }: Row) {
  const buttons = screen.getAllByRole<HTMLButtonElement>('button', { name: 'Borrar' })
  const button = buttons.find((button) => button.getAttribute('aria-description') === name)
  if (!button) throw new Error(`There is no button that deletes ${name}.`)
  return button
}

const isBusy = (row: Row) => deleteButton(row).getAttribute('aria-busy')
const tableRegion = () => screen.getByRole('region', { name: 'Tabla de Codigos' })

/** Mounts the tab on its fourth page, where every code is unused. */
async function openUnused(options?: RenderOptions) {
  const { user, truth } = await openSection(codes, options)
  await user.click(screen.getByRole('button', { name: 'Página 4' }))
  await shows(codes, truth.slice(30, 40))
  const [code = {}] = truth.slice(30)
  return { user, truth, code }
}

describe('deleting one code', () => {
  it('deletes it, says so with its text, reloads and stays on the page', async () => {
    const { user, truth, code } = await openUnused()
    await user.click(deleteButton(code))
    await waitFor(() => expect(toasts()).toEqual([deletion(code)]))
    expect(backend.calls('DeleteCode').map(({ body }) => JSON.parse(body))).toEqual([{ prmCodeId: code.id }])
    const left = truth.filter((other) => other !== code)
    await shows(codes, left.slice(30, 40))
    expect(await trueRows('SelectCodes')).toEqual(left)
  })

  it('goes to the page before when it was the only one on the last', async () => {
    const { user, truth } = await openUnused()
    await user.click(screen.getByRole('button', { name: 'Última Página' }))
    await shows(codes, truth.slice(40))
    await user.click(deleteButton(truth.at(-1) ?? {}))
    await shows(codes, truth.slice(30, 40))
  })

  it('is possible for unused codes only', async () => {
    const { user, truth } = await openSection(codes)
    await user.click(screen.getByRole('button', { name: 'Página 2' }))
    const page = truth.slice(10, 20)
    await shows(codes, page)
    for (const code of page) expect(deleteButton(code).disabled).toBe(!isUnused(code))
    expect(page.filter(isUnused)).toHaveLength(5)
  })

  it('asks once for a double click, and only that row is busy', async () => {
    const { user, code } = await openUnused()
    const release = backend.hold('DeleteCode')
    await user.dblClick(deleteButton(code))
    await waitFor(() => expect(deleteButton(code).getAttribute('aria-busy')).toBe('true'))
    await user.click(deleteButton(code))
    expect(document.querySelectorAll('td [aria-busy="true"]')).toHaveLength(1)
    release()
    await waitFor(() => expect(toasts()).toEqual([deletion(code)]))
    expect(backend.calls('DeleteCode')).toHaveLength(1)
  })

  it('does not pass a press on to the code that takes its place', async () => {
    const { user, truth, code } = await openUnused()
    deleteButton(code).focus()
    await user.keyboard('{Enter}')
    await shows(codes, truth.slice(31, 41))
    expect(document.activeElement).toBe(tableRegion())
    await user.keyboard('{Enter}')
    expect(document.querySelectorAll('td [aria-busy="true"]')).toHaveLength(0)
    expect(backend.calls('DeleteCode')).toHaveLength(1)
  })

  it('keeps a row busy until it is gone, whatever overtakes or fails its reload', async () => {
    const { user, truth, code } = await openUnused()
    const [, other = {}] = truth.slice(30)
    const release = backend.hold('SelectCodes')
    await user.click(deleteButton(code))
    await waitFor(() => expect(backend.calls('SelectCodes')).toHaveLength(2))
    backend.fail('SelectCodes')
    await user.click(deleteButton(other))
    await waitFor(() =>
      expect(backend.calls('SelectCodes').map(({ aborted }) => aborted)).toEqual([false, true, false]),
    )
    expect([code, other].map(isBusy)).toEqual(['true', 'true'])
    release()
    const retry = await screen.findByRole('button', { name: 'Reintentar' })
    expect([code, other].map(isBusy)).toEqual(['true', 'true'])
    await user.click(deleteButton(code))
    backend.recover('SelectCodes')
    await user.click(retry)
    await shows(codes, truth.slice(32, 42))
    expect(backend.calls('DeleteCode')).toHaveLength(2)
    expect(toasts()).toEqual([deletion(code), deletion(other), executionError])
  })

  it.each([{ data: 1 }, { data: { data: null } }])('understands %j', async (answer) => {
    const { user, code } = await openUnused()
    backend.answer('DeleteCode', answer)
    await user.click(deleteButton(code))
    await waitFor(() => expect(toasts()).toEqual([deletion(code)]))
  })

  it.each([
    ['status 500', () => backend.fail('DeleteCode')],
    ['a dropped connection', () => backend.drop('DeleteCode')],
    ['no envelope', () => backend.answer('DeleteCode', {})],
  ])('reports %s and leaves the row', async (_name, fault) => {
    const { user, truth, code } = await openUnused()
    fault()
    await user.click(deleteButton(code))
    await waitFor(() => expect(toasts()).toEqual([executionError]))
    await shows(codes, truth.slice(30, 40))
    expect(backend.calls('DeleteCode')).toHaveLength(1)
  })

  it('reports that the backend refuses a code redeemed meanwhile, and shows that it was', async () => {
    const redeemed = (await trueRows('SelectCodes')).find((code) => !isUnused(code)) ?? {}
    backend.answer('SelectCodes', { data: [{ ...redeemed, used: 0 }] })
    const { user } = await renderTab(codes.Tab)
    await waitFor(() => expect(column('Codigo')).toEqual([redeemed.name]))
    backend.answer('SelectCodes', { data: [redeemed] })
    await user.click(deleteButton(redeemed))
    await waitFor(() => expect(toasts()).toEqual([executionError]))
    await shows(codes, [redeemed])
    expect(deleteButton(redeemed).disabled).toBe(true)
    expect(document.activeElement).toBe(tableRegion())
    expect(toasts()).toEqual([executionError])
    expect(await trueRows('SelectCodes')).toContainEqual(redeemed)
  })

  it('reports that the backend no longer knows a code deleted meanwhile, and shows it no more', async () => {
    const { user, truth: known, code } = await openUnused({ features: ['idempotency'] })
    await truth('DeleteCode', { prmCodeId: code.id })
    const release = backend.hold('SelectCodes')
    await user.click(deleteButton(code))
    await waitFor(() => expect(toasts()).toEqual([executionError]))
    await waitFor(() => expect(backend.calls('SelectCodes')).toHaveLength(2))
    expect(isBusy(code)).toBe('true')
    release()
    await shows(codes, known.slice(31, 41))
    expect(toasts()).toEqual([executionError])
  })

  it('ends the session without a toast on status 401', async () => {
    const { user, code } = await openUnused()
    backend.fail('DeleteCode', 401)
    await user.click(deleteButton(code))
    await screen.findByText('Sesión cerrada')
    expect(toasts()).toEqual([])
  })
})

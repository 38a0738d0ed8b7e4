import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { type PageReport, TablePaginator } from './paginator'

interface Shown {
  first?: number
  count?: number | undefined
  total?: number | undefined
  sizes?: readonly number[]
  report?: PageReport
}

function renderPaginator(shown: Shown = {}) {
  const { first, count, total, sizes, report } = { first: 0, count: 500, total: 500, sizes: [10], ...shown }
  const onPage = vi.fn()
  const table = { rows: { first, count, total }, view: { size: 10, sizes }, actions: { goToPage: onPage } }
  render(<TablePaginator name="Codigos" table={table} report={report} />)
  return { user: userEvent.setup(), onPage, field: () => screen.getByRole<HTMLInputElement>('textbox', PAGE_FIELD) }
}

const PAGE_FIELD = { name: 'Ir a la página' }

it('has a second report, of the rows on the page', () => {
  renderPaginator({ first: 290, count: 297, report: (...numbers) => numbers.join() })
  expect(screen.getByText('291,297,297')).toBeDefined()
})

it.each([
  [0, '{ArrowRight}{Enter}', 'Página 2', 10],
  [10, '{ArrowRight}{ArrowRight}{Enter}', 'Página 1', 0],
])('turns pages by its enabled links, which are one tab stop: from row %i', async (first, keys, link, target) => {
  const { user, onPage } = renderPaginator({ first })
  await user.tab()
  await user.keyboard(keys)
  expect(document.activeElement?.getAttribute('aria-label')).toBe(link)
  await user.click(screen.getByRole('button', { name: 'Siguiente página' }))
  expect(onPage.mock.calls).toEqual([
    [target, 10],
    [first + 10, 10],
  ])
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('textbox', PAGE_FIELD))
})

it('has five links and says the number of pages, for any number', () => {
  renderPaginator({ count: 100_000, total: 100_000, first: 50_000 })
  const links = screen.getAllByRole('button', { name: /^Página \d+$/ })
  expect(links.map(({ textContent }) => textContent)).toEqual(['4999', '5000', '5001', '5002', '5003'])
  expect(screen.getByText('de 10.000')).toBeDefined()
  expect(screen.getByText('50.001–50.010 de 100.000')).toBeDefined()
})

it.each([
  ['7', 60],
  ['007', 60],
  [' 7 ', 60],
  ['5.000', 49_990],
  ['5 000', 49_990],
  ['10001', 99_990],
  ['99999999999', 99_990],
])('goes to a typed page %s, the last one at most', async (typed, first) => {
  const { user, onPage, field } = renderPaginator({ count: 100_000, total: 100_000 })
  await user.type(field(), `${typed}{Enter}`)
  expect(onPage.mock.calls).toEqual([[first, 10]])
  expect(field().value).toBe('')
  expect(document.activeElement).toBe(field())
})

it.each(['0', '-1', '1e3', '2,5', 'x', '1.5', '2.50', '1 2', '1.2345', '1234.567'])(
  'ignores a typed %s, and marks it as invalid',
  async (typed) => {
    const { user, onPage, field } = renderPaginator()
    await user.type(field(), `${typed}{Enter}`)
    expect(onPage).not.toHaveBeenCalled()
    expect(field().getAttribute('aria-invalid')).toBe('true')
  },
)

it('ignores Enter in an empty field', async () => {
  const { user, onPage, field } = renderPaginator()
  await user.type(field(), '{Enter}')
  expect(onPage).not.toHaveBeenCalled()
  expect(field().getAttribute('aria-invalid')).toBe('false')
})

it('has neither field nor links for a single page', () => {
  renderPaginator({ count: 3 })
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

it('closes only the list of page sizes on Tab and Escape, which then reaches a dialog around it', async () => {
  const onKey = vi.fn()
  document.addEventListener('keydown', onKey)
  const { user } = renderPaginator({ sizes: [10, 25] })
  const field = await screen.findByRole('combobox', { name: 'Filas por página' })
  act(() => field.focus())
  for (const key of ['{Tab}', '{Escape}']) {
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(field.getAttribute('aria-expanded')).toBe('true'))
    onKey.mockClear()
    await user.keyboard(key)
    await waitFor(() => expect(screen.queryByRole('listbox', { hidden: true })).toBeNull())
    expect(onKey).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(field)
  }
  await user.keyboard('{Escape}')
  expect(onKey).toHaveBeenCalledOnce()
  document.removeEventListener('keydown', onKey)
})

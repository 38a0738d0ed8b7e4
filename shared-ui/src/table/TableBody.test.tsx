import { act, render, screen } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { type ActionColumn, type Column, fieldColumns } from '../rows/columns'
import { type Person, people } from '../testing/people'
import { TableBody } from './TableBody'

const body = (columns: Column<Person>[], rows: readonly Person[] | undefined, size = 10) => (
  <table>
    <TableBody
      columns={columns}
      rows={rows}
      keys={rows?.map(({ id }) => String(id))}
      size={size}
      emptyMessage="no hay datos"
    />
  </table>
)

const NAMES = fieldColumns<keyof Person>({ id: { header: 'Id', kind: 'number' }, name: 'Nombre' })
const DELETIONS: ActionColumn<Person> = {
  header: 'Acciones',
  render: ({ id }) => (
    <button type="button" disabled={id === 2}>
      Borrar {id}
    </button>
  ),
}
const focused = () => document.activeElement?.textContent

it('renders a cell again only for another row or column', () => {
  const renderAction = vi.fn(() => 'Borrar')
  const column: ActionColumn<Person> = { header: 'Acciones', render: renderAction }
  const rows = people(3)
  const { rerender } = render(body([column], rows))
  rerender(body([column], [...rows]))
  expect(renderAction).toHaveBeenCalledTimes(3)
  rerender(body([column], [...rows.slice(0, 2), ...people(1)]))
  expect(renderAction).toHaveBeenCalledTimes(4)
  rerender(body([{ ...column }], rows))
  expect(renderAction).toHaveBeenCalledTimes(7)
})

it('renders text with a severity as a tag, other text without', () => {
  const display = {
    map: [[null, { text: 'No asignado', severity: 'warning' }]],
    fallback: { text: 'asignado' },
  } as const
  render(body([{ header: 'Nombre', field: 'name', display }], [{ id: 1, name: null }, ...people(1)]))
  expect(screen.getByText('No asignado').closest('.p-tag-warning')).not.toBeNull()
  expect(screen.getByText('asignado').closest('.p-tag')).toBeNull()
})

it.each([
  [1090, [], '1.090'],
  ['1234567.5', [], '1.234.567,5'],
  ['00123', [], '00123'],
  ['doce', [], 'doce'],
  // The search has found it by its digits.
  [1090, ['1090'], '1090'],
])('shows the amount %j, of the search %j, as %s', (id, words, text) => {
  const columns = fieldColumns<keyof Person>({ id: { header: 'Puntaje', kind: 'amount' }, name: 'Nombre' })
  render(
    <table>
      <TableBody columns={columns} rows={[{ id, name: 'Ana' }]} size={10} words={words} emptyMessage="" />
    </table>,
  )
  expect(screen.getAllByRole('cell')[0]?.textContent).toBe(text)
})

it('keeps the focus in the rows when a page has fewer', async () => {
  const { rerender } = render(body(NAMES, people(3)))
  screen.getByRole('row', { name: /Persona 3/ }).focus()
  rerender(body(NAMES, people(2)))
  await vi.waitFor(() => expect(focused()).toBe('2Persona 2'))
})

describe('with links and buttons in the rows', () => {
  const LINKS = fieldColumns<keyof Person>({
    id: { header: 'Id', kind: 'number', opens: () => undefined },
    name: { header: 'Nombre', opens: () => undefined },
  })
  /** Only the second row has no button that is enabled. */
  const COLUMNS = [...LINKS, DELETIONS]

  /** @returns the texts of the elements that Tab reaches after the current one, in a table between two buttons */
  async function tabbed(user: UserEvent, shift = false) {
    const texts: (string | null | undefined)[] = []
    while (!['before', 'after', undefined].includes(texts.at(-1) ?? 'none')) {
      await user.tab({ shift })
      texts.push(focused())
    }
    return texts
  }
  const between = (rows: readonly Person[], columns: Column<Person>[] = COLUMNS) => (
    <>
      <button type="button">before</button>
      {body(columns, rows)}
      <button type="button">after</button>
    </>
  )
  const rowOf = (id: number) => screen.getByRole('row', { name: new RegExp(`Persona ${id}\\b`) })
  const user = userEvent.setup()

  it.each([
    [1, ['1', 'Persona 1', 'Borrar 1']],
    [2, ['2', 'Persona 2']],
  ])('leads from row %i to its own controls only, in both directions', async (id, controls) => {
    render(between(people(3)))
    const row = rowOf(id)
    act(() => row.focus())
    expect(await tabbed(user)).toEqual([...controls, 'after'])
    expect(await tabbed(user, true)).toEqual([...controls.toReversed(), row.textContent, 'before'])
  })

  it('moves the focus between the controls of a column by up and down, and the rows with it', async () => {
    render(between(people(3)))
    act(() => screen.getByRole('button', { name: 'Borrar 1' }).focus())
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('Borrar 3')
    expect(await tabbed(user, true)).toEqual(['Persona 3', '3', rowOf(3).textContent, 'before'])
    act(() => screen.getByText('Persona 1').closest('button')?.focus())
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('Persona 2')
    expect(await tabbed(user)).toEqual(['after'])
  })

  it('follows other rows at their places, fewer rows, and controls that appear', async () => {
    const { rerender } = render(between(people(5)))
    act(() => rowOf(4).focus())
    rerender(between(people(5).toReversed()))
    expect(await tabbed(user)).toEqual(['2', 'Persona 2', 'after'])
    rerender(between(people(3).toReversed()))
    await vi.waitFor(() => expect(rowOf(1).tabIndex).toBe(0))
    expect(await tabbed(user, true)).toEqual(['Borrar 1', 'Persona 1', '1', rowOf(1).textContent, 'before'])
    rerender(between(people(3).toReversed(), LINKS))
    rerender(between(people(3).toReversed()))
    act(() => rowOf(3).focus())
    expect(await tabbed(user)).toEqual(['3', 'Persona 3', 'Borrar 3', 'after'])
  })
})

it('has no tab stop without rows', async () => {
  const { rerender } = render(body(NAMES, undefined))
  await userEvent.tab()
  expect(document.activeElement).toBe(document.body)
  rerender(body(NAMES, []))
  await userEvent.tab()
  expect(document.activeElement).toBe(document.body)
  expect(screen.getByRole('cell', { name: 'no hay datos' })).toBeDefined()
})

it('has the height of ten rows, however many there are', () => {
  const height = () => {
    const body = document.querySelector('tbody')
    const [kept, missing] = ['--kept-rows', '--missing-rows'].map((name) => Number(body?.style.getPropertyValue(name)))
    // The theme gives the message for no rows the height of the kept ones.
    return body?.querySelector('.p-datatable-emptymessage') ? kept : (body?.rows.length ?? 0) + (missing ?? 0)
  }
  const { rerender } = render(body(NAMES, undefined))
  for (const rows of [people(10), people(3), people(1), []]) {
    rerender(body(NAMES, rows))
    expect(height()).toBe(10)
  }
  rerender(body(NAMES, people(2), 25))
  expect(height()).toBe(10)
  rerender(body(NAMES, people(25), 25))
  expect(height()).toBe(25)
})

const openCards = () =>
  screen
    .getAllByRole('row')
    .filter((row) => row.dataset.open)
    .map(({ textContent }) => textContent)

it('opens only the pressed card of rows that have the same key', async () => {
  const user = userEvent.setup()
  const rows = ['uno', 'dos', 'tres'].map((name) => ({ id: null, name }))
  render(body(NAMES, rows))
  await user.click(screen.getByText('dos'))
  expect(openCards()).toEqual(['dos'])
  await user.click(screen.getByText('tres'))
  await user.click(screen.getByText('dos'))
  expect(openCards()).toEqual(['tres'])
})

it('opens and closes a card by a press, and keeps it open while another one is pressed', async () => {
  const user = userEvent.setup()
  const rows = people(3)
  const { rerender } = render(body([...NAMES, DELETIONS], rows))
  await user.click(screen.getByText('Persona 1'))
  await user.click(screen.getByRole('button', { name: 'Borrar 3' }))
  expect(openCards()).toEqual(['1Persona 1Borrar 1'])
  await user.click(screen.getByText('Persona 2'))
  expect(openCards()).toHaveLength(2)
  await user.click(screen.getByText('Persona 1'))
  expect(openCards()).toEqual(['2Persona 2Borrar 2'])
  rerender(body([...NAMES, DELETIONS], rows.slice(1)))
  expect(openCards()).toEqual(['2Persona 2Borrar 2'])
})

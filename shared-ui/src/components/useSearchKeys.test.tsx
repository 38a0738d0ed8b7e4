import { MemoryRows, type Page, type RowStore } from '@canje/large-table'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { fieldColumns } from '../rows/columns'
import { TabRoot } from '../state/TabRoot'
import { useTable } from '../state/useTable'
import { RowsTable } from '../table/RowsTable'
import { EXTENSIONS, stubService } from '../testing/details'
import { asyncRows, type Person, people } from '../testing/people'

const opens = { slot: 'detalle:usuario', by: 'id' } as const
const columns = fieldColumns<keyof Person>({ id: 'Id', name: { header: 'Nombre', opens, card: 'top-start' } })

/** What the panel shows. */
let detail: string | undefined

function People({ rows }: { rows: RowStore<Person> }) {
  const table = useTable(columns, async () => rows)
  detail = table.view.detail
  return <RowsTable name="Personas" columns={columns} table={table} toolbar={null} />
}

async function openTable(rows: RowStore<Person> = new MemoryRows(people(35))) {
  stubService()
  render(
    <TabRoot notify={() => undefined} extensions={EXTENSIONS}>
      <People rows={rows} />
    </TabRoot>,
  )
  const field = await screen.findByRole('textbox', { name: 'Buscar en Personas' })
  await screen.findByText('Persona 1')
  const user = userEvent.setup()
  await user.click(field)
  return { user, field }
}

const focusedRow = () => (document.activeElement as HTMLTableRowElement).cells?.[1]?.textContent

it('opens the only hit on Enter, and returns the focus to its link', async () => {
  const { user } = await openTable()
  await user.keyboard('persona 35{Enter}')
  await waitFor(() => expect(detail).toBe('usuario:35'))
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true))
  await user.keyboard('{Escape}')
  expect(detail).toBeUndefined()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Persona 35' }))
})

it('searches on Enter for what a script has put into the field', async () => {
  const { user, field } = await openTable()
  Reflect.set(field, 'value', 'persona 35')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(detail).toBe('usuario:35'))
})

describe('while the rows of a search load', () => {
  async function search() {
    const rows = asyncRows(people(35))
    const { user, field } = await openTable(rows)
    let show: (page: Page<Person>) => void = () => undefined
    rows.page.mockReturnValue(new Promise((resolve) => (show = resolve)))
    await user.keyboard('persona 35{Enter}')
    return { user, field, show: () => act(async () => show({ rows: people(35).slice(34), first: 0, count: 1 })) }
  }

  it('waits for them, and opens the only hit', async () => {
    const { show } = await search()
    expect(detail).toBeUndefined()
    await show()
    expect(detail).toBe('usuario:35')
  })

  it.each<[string, (page: Awaited<ReturnType<typeof search>>) => unknown]>([
    ['the field loses the focus', ({ field }) => act(() => field.blur())],
    ['the text changes', ({ user }) => user.keyboard('{Backspace}')],
  ])('opens nothing when %s', async (_what, happen) => {
    const page = await search()
    await happen(page)
    await page.show()
    expect(detail).toBeUndefined()
  })
})

it('focuses the first of several hits on Enter, and opens it on the next one', async () => {
  const { user } = await openTable()
  await user.keyboard('persona 3{Enter}')
  await waitFor(() => expect(focusedRow()).toBe('Persona 3'))
  expect(detail).toBeUndefined()
  await user.keyboard('{ArrowDown}{Enter}')
  expect(detail).toBe('usuario:13')
})

it('enters the rows with the down arrow, whatever their number', async () => {
  const { user } = await openTable()
  await user.keyboard('persona 35{ArrowDown}')
  await waitFor(() => expect(focusedRow()).toBe('Persona 35'))
  expect(detail).toBeUndefined()
})

it('stays in the search without hits', async () => {
  const { user, field } = await openTable()
  await user.keyboard('nadie{Enter}{ArrowDown}')
  await screen.findByText('Nada coincide con «nadie».')
  expect(document.activeElement).toBe(field)
})

it('clears the search on Escape, then moves to the table', async () => {
  const { user, field } = await openTable()
  await user.keyboard('persona 3{Escape}')
  expect(field).toHaveProperty('value', '')
  expect(document.activeElement).toBe(field)
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Tabla de Personas' }))
})

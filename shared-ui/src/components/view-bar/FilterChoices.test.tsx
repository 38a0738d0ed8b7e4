import { type CellDisplay, MemoryRows, type Row } from '@canje/large-table'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fieldColumns } from '../../rows/columns'
import type { LoadRows } from '../../rows/list'
import { TabRoot } from '../../state/TabRoot'
import { useTable } from '../../state/useTable'
import { RowsTable } from '../../table/RowsTable'
import { viewOf } from '../../testing/people'

type Person = Row<'id' | 'name' | 'date'>

const columns = fieldColumns<keyof Person>({
  id: 'Id',
  name: {
    header: 'Nombre',
    filter: 'values',
    display: { map: [[null, { text: 'Nadie' }]] } satisfies CellDisplay,
    others: { than: 'Nadie', label: 'Alguien' },
  },
  date: { header: 'Fecha', filter: 'dates' },
})

function People({ load }: { load: LoadRows<Person> }) {
  return <RowsTable name="Personas" columns={columns} table={useTable(columns, load)} toolbar={null} />
}

/** Opens the filters of persons, two of each name, and one without a name. */
async function openMenu(names: number, params = '', more: readonly string[] = []) {
  const rows = Array.from({ length: 2 * names }, (_, id) => ({ id, name: `Persona ${Math.floor(id / 2)}`, date: null }))
  const others = more.flatMap((name) => [
    { id: -2, name, date: null },
    { id: -3, name, date: null },
  ])
  const load = async () => new MemoryRows<Person>([...rows, ...others, { id: -1, name: null, date: '2025-01-01' }])
  render(
    <TabRoot notify={() => undefined} view={viewOf(params)}>
      <People load={load} />
    </TabRoot>,
  )
  await screen.findByText(/en total/)
  const user = userEvent.setup()
  return { user, field: await openFilter(user, 'Nombre', 'combobox') }
}

/** Opens the filter of a column. */
async function openFilter(user: UserEvent, column: string, role: 'combobox' | 'group') {
  await user.click(screen.getByRole('button', { name: '+ Filtro' }))
  const menu = within(await screen.findByRole('group', { name: '+ Filtro' }))
  await user.click(await menu.findByRole('button', { name: column }))
  return screen.findByRole<HTMLInputElement>(role, { name: column })
}

const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
const selected = () => screen.getAllByRole('option', { selected: true }).map(({ textContent }) => textContent)
const found = () => document.querySelector('.found')?.textContent

it('shows which range of days is active, and removes it by the same press', async () => {
  const { user } = await openMenu(1)
  await user.keyboard('{Escape}')
  await openFilter(user, 'Fecha', 'group')
  const preset = () => screen.getByRole('button', { name: 'Mes pasado' })
  expect(preset().getAttribute('aria-pressed')).toBe('false')
  await user.click(preset())
  expect(screen.getByRole('list', { name: 'Filtros activos' }).textContent).toMatch(/^Fecha: \p{Ll}+ \d{4}×/u)
  await openFilter(user, 'Fecha', 'group')
  expect(preset().getAttribute('aria-pressed')).toBe('true')
  await user.click(preset())
  expect(screen.queryByRole('list', { name: 'Filtros activos' })).toBeNull()
})

it('cuts off very long names in choices and chips, with their full text as title', async () => {
  const name = 'N'.repeat(10_000)
  const { user } = await openMenu(1, '', [name])
  const choice = screen.getByRole('option', { name: /^N+… \(2\)$/ })
  expect(choice.textContent?.length).toBeLessThan(150)
  expect(choice.title).toBe(name)
  await user.click(choice)
  const [chip] = screen.getAllByRole('listitem')
  expect(chip?.title).toBe(`Nombre: ${name}`)
  expect(chip?.textContent?.length).toBeLessThan(150)
  await user.click(screen.getByRole('button', { name: /^Quitar filtro Nombre: N{100,115}…$/ }))
  expect(screen.queryByRole('list', { name: 'Filtros activos' })).toBeNull()
})

it('lists all values of a column with up to 200 of them', async () => {
  await openMenu(199)
  expect(options()).toHaveLength(202)
  expect(options().slice(0, 3)).toEqual(['Cualquiera', 'Alguien (398)', 'Persona 0 (2)'])
})

it('says how many values a longer list leaves out, and finds each of them', async () => {
  const { user, field } = await openMenu(1000)
  expect(options()).toHaveLength(203)
  expect(options().slice(0, 2)).toEqual(['Cualquiera', 'Alguien (2.000)'])
  // The declared value is listed, too.
  expect(screen.getByText('y 800 más: escriba para buscar')).toBeTruthy()
  await user.type(field, 'PERSONA 432')
  await waitFor(() => expect(options()).toEqual(['Persona 432 (2)']))
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option').id)
  await user.keyboard('{Enter}')
  expect(screen.getByText('Nombre: Persona 432')).toBeTruthy()
  await waitFor(() => expect(found()).toBe('2 encontrados'))
  // The choice closes the menu.
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '+ Filtro' }))
  const reopened = await openFilter(user, 'Nombre', 'combobox')
  expect(reopened.value).toBe('')
  expect(reopened.placeholder).toBe('Persona 432')
})

it('says that a search of the values is cut, too, or finds none', async () => {
  const { user, field } = await openMenu(1000)
  await user.type(field, 'persona')
  await screen.findByText(/^y [\d.]+ más: escriba para buscar$/)
  expect(options()).toHaveLength(200)
  await user.type(field, 'x')
  await screen.findByText('Ningún valor coincide')
  expect(screen.queryByRole('option')).toBeNull()
  await user.keyboard('{Enter}{ArrowDown}{ArrowUp}')
  expect(screen.queryByRole('list', { name: 'Filtros activos' })).toBeNull()
})

it('counts the active value even when 200 others exceed it', async () => {
  const { user } = await openMenu(300, 'name=Persona+299')
  expect(selected()).toEqual(['Persona 299 (2)'])
  await user.click(screen.getByRole('option', { name: 'Cualquiera' }))
  expect(screen.queryByText('Nombre: Persona 299')).toBeNull()
  await openFilter(user, 'Nombre', 'combobox')
  expect(selected()).toEqual(['Cualquiera'])
})

it('moves in the list by arrows, clears the text by Escape, and then closes the menu', async () => {
  const { user, field } = await openMenu(300)
  expect(document.activeElement).toBe(field)
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}{Enter}')
  expect(screen.getByText('Nombre: Alguien')).toBeTruthy()
  await waitFor(() => expect(found()).toBe('600 encontrados'))
  const reopened = await openFilter(user, 'Nombre', 'combobox')
  await user.type(reopened, '29{Escape}')
  expect(reopened.value).toBe('')
  expect(reopened.isConnected).toBe(true)
  await user.keyboard('{Escape}')
  expect(reopened.isConnected).toBe(false)
})

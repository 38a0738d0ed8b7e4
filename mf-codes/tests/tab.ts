import type { RenderedTab, TabUnderTest } from '@canje/tab-testing'
import { screen, within } from '@testing-library/react'
import Tab from '../src/Tab'

/** Codigos (specification §2, §3, §7; D6). */
export const codes: TabUnderTest = {
  Tab,
  endpoint: 'SelectCodes',
  columns: {
    Id: 'id',
    Usuario: ({ userName }) => String(userName ?? 'No asignado'),
    Codigo: 'name',
    Estado: ({ used }) => (used === 1 ? 'redimido' : 'sin redimir'),
    Fecha: 'date',
  },
  controls: { Acciones: 'Borrar' },
  textColumn: 'Codigo',
  refreshes: true,
}

/** Opens the filter of a column. */
export async function openFilterOf(user: RenderedTab['user'], column: string) {
  await user.click(screen.getByRole('button', { name: '+ Filtro' }))
  const menu = within(await screen.findByRole('group', { name: '+ Filtro' }))
  await user.click(await menu.findByRole('button', { name: column }))
  return menu
}

/** Shows the codes of one state only. */
export async function showState(user: RenderedTab['user'], state: 'redimido' | 'sin redimir') {
  const menu = await openFilterOf(user, 'Estado')
  await user.click(await menu.findByRole('option', { name: new RegExp(`^${state} `) }))
}

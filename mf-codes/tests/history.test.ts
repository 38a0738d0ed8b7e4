import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { backend, downloads, openTab, requestBackend, requestRows } from '@canje/tab-testing'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { isUnused, seedCodes } from './seed-codes'
import { codes } from './tab'

const DESCRIPTION = join(import.meta.dirname, '../../docs/reference-backend.md')
const openMenu = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Vista' }))

it('shows who created and deleted which code, the newest first', async () => {
  await seedCodes()
  const code = (await requestRows('SelectCodes')).find(isUnused)
  await requestBackend('DeleteCode', { prmCodeId: code?.id })
  const { user } = await openTab(codes, { features: ['events'] })
  // The other tests have made more events than jsdom can store.
  backend.respond('SelectStaffEvents', { data: (await requestRows('SelectStaffEvents')).slice(0, 100) })
  await openMenu(user)
  await user.click(screen.getByRole('button', { name: 'Historial' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Historial' }))
  await user.type(await dialog.findByRole('textbox', { name: 'Buscar en Historial' }), String(code?.name))
  await dialog.findByText(/^1–2 de 2 /)
  const rows = dialog.getAllByRole('row').slice(1)
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(new RegExp(`pruebas.*eliminó${code?.name}`)),
    expect.stringMatching(new RegExp(`pruebas.*creó${code?.name}`)),
  ])
  await user.click(dialog.getByRole('button', { name: /^Datos de las? \d\d:\d\d/ }))
  await waitFor(() => expect(backend.requests('SelectStaffEvents')).toHaveLength(2))
  await dialog.findByText(/^1–2 de 2 /)

  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('has words for every action that the reference backend records', async () => {
  const [, section = ''] = readFileSync(DESCRIPTION, 'utf8').split('## Audit log\n')
  const cells = section.split('\n- **', 1)[0]?.match(/^\| `[^|]+/gm) ?? []
  const actions = cells.flatMap((cell) => cell.match(/\w+/g) ?? []).filter((action) => action !== 'action')
  expect(actions).toContain('database_restored')
  const { user } = await openTab(codes, { features: ['events'] })
  backend.respond('SelectStaffEvents', { data: actions.map((action, id) => ({ id, action, count: 0 })) })
  await openMenu(user)
  await user.click(screen.getByRole('button', { name: 'Historial' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Historial' }))
  await dialog.findByText(`1–10 de ${actions.length}`)
  await user.click(dialog.getByRole('button', { name: 'CSV' }))

  await waitFor(async () => expect((await downloads())[0]?.text).toContain('restauró la base de datos'))
  const [file] = await downloads()
  expect(file?.text).toContain('Acción,Codigo,Id codigo,Cantidad,Dirección IP')
  expect(actions.filter((action) => file?.text.includes(`,${action},`))).toEqual([])
  // A count of nothing is empty.
  expect(file?.text).not.toContain(',0,')
})

it('is not offered by a service without events', async () => {
  const { user } = await openTab(codes)
  await openMenu(user)
  expect(screen.queryByRole('button', { name: 'Historial' })).toBeNull()
})

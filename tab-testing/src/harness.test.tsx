import { screen, waitFor } from '@testing-library/react'
import { Column } from 'primereact/column'
import { DataTable } from 'primereact/datatable'
import { useEffect, useState } from 'react'
import { apiClient, type TabProps } from 'shared-auth'
import { expect, it } from 'vitest'
import { backend, column, headers, renderTab, rows, toasts, trueRows } from '.'

/** A tab of the simplest kind. */
function SampleTab({ notify }: TabProps) {
  const [users, setUsers] = useState<{ id: number; name: string }[]>([])
  useEffect(() => {
    apiClient
      .get('SelectUsers')
      .then(({ data }) => setUsers(data))
      .catch(() => notify({ severity: 'error', summary: 'Error', detail: 'no' }))
  }, [notify])
  return (
    <DataTable value={users} emptyMessage="nada">
      <Column field="id" header="Id" />
      <Column field="name" header="Nombre" />
    </DataTable>
  )
}

it('shows a tab what the real backend says', async () => {
  const users = await trueRows('SelectUsers')
  await renderTab(SampleTab)
  expect(rows()).toEqual([])
  await waitFor(() => expect(rows()).toEqual(users.map(({ id, name }) => [String(id), name])))
  expect(users).toHaveLength(23)
  expect(headers()).toEqual(['Id', 'Nombre'])
  expect(column('Id')[22]).toBe('23')
  expect(backend.calls('SelectUsers')).toMatchObject([{ method: 'GET', aborted: false }])
  expect(backend.calls('SelectUsers')[0]?.headers.authorization).toMatch(/^Bearer ./)
})

it('reads toasts, and starts every test without faults, calls, toasts and session', async () => {
  expect(backend.calls('SelectUsers')).toEqual([])
  expect(sessionStorage).toHaveLength(0)
  backend.fail('SelectUsers')
  await renderTab(SampleTab)
  expect(toasts()).toEqual([])
  await waitFor(() => expect(toasts()).toEqual([{ severity: 'error', summary: 'Error', detail: 'no' }]))
})

it('takes the tab away without a toast when the session ends', async () => {
  backend.fail('SelectUsers', 401)
  await renderTab(SampleTab)
  await screen.findByText('Sesión cerrada')
  expect(toasts()).toEqual([])
  expect(sessionStorage).toHaveLength(0)
})

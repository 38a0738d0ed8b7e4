import type { AnyRow } from '@canje/large-table'
import { apiClient } from '@canje/shared-auth'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, vi } from 'vitest'
import { RefreshButton } from '../components/toolbar'
import { type ListName, sessionLists } from '../details/session-lists'
import { type DataColumn, fieldColumns } from '../rows/columns'
import { loadAll } from '../rows/load-rows'
import { TabRoot } from '../state/TabRoot'
import { useTable } from '../state/useTable'
import { GroupedTable } from '../table/GroupedTable'

/** Tabs whose cells open details. */
const TABLES = {
  SelectCodes: fieldColumns({
    id: 'Id',
    name: { header: 'Codigo', opens: 'row-code' },
    userName: { header: 'Usuario', opens: 'person' },
  }),
  SelectUsers: fieldColumns({ id: 'Id', name: { header: 'Nombre', opens: 'user' } }),
  SelectReport: fieldColumns({
    id: 'Id',
    name: { header: 'Nombre', opens: 'named-user' },
    code: { header: 'Codigo', opens: 'code' },
  }),
} satisfies Partial<Record<ListName, DataColumn<never>[]>>

/** The service: its lists, and how it responds to a request for the referral tree. */
export interface Service {
  lists: Partial<Record<ListName, readonly AnyRow[]>>
  tree: () => Promise<unknown>
  /** Delays or fails a list. */
  before?: ((path: string, signal: AbortSignal) => Promise<void>) | undefined
}

/** The service of a test; the paths of its requests are in `requests`. */
export function stubService(lists: Service['lists'] = {}) {
  const service: Service & { requests: string[] } = { lists, tree: async () => [], requests: [] }
  // Nothing of the test before.
  sessionLists().close()
  vi.spyOn(apiClient, 'request').mockImplementation(async ({ url = '', fetchOptions }) => {
    service.requests.push(url)
    await service.before?.(url, (fetchOptions as { abortSignal: AbortSignal }).abortSignal)
    return { data: Response.json({ data: service.lists[url as ListName] ?? [] }).body }
  })
  vi.spyOn(apiClient, 'post').mockImplementation(async (url) => {
    service.requests.push(url)
    return { data: await service.tree() }
  })
  return service
}

/** Mounts a tab of the service, with its rows, or with a view of its URL. */
export async function renderTable(path: keyof typeof TABLES, params = '') {
  const user = userEvent.setup()
  const view = { isActive: true, params, opening: 0, onChange: vi.fn() }
  render(
    <TabRoot notify={() => undefined} view={view}>
      <TestTable path={path} columns={TABLES[path]} />
    </TabRoot>,
  )
  await waitFor(() => expect(document.querySelector('.p-skeleton')).toBeNull())
  if (params.includes('detalle=')) await screen.findByRole('dialog')
  const panel = () => within(screen.getByRole('dialog'))
  return {
    user,
    panel,
    /** The text of a field of the details. */
    field: (label: string) => panel().getByText(label, { selector: 'dt' }).nextElementSibling?.textContent,
    heading: () => panel().getByRole('heading', { level: 3 }).textContent,
    footer: () => document.querySelector('.detail-footer')?.textContent,
    /** The parameters of the last view. */
    lastParams: () => new URLSearchParams(view.onChange.mock.lastCall?.[0]),
  }
}

const GROUPS = [{ by: 'name', label: 'Nombre' }] as const

function TestTable({ path, columns }: { path: ListName; columns: readonly DataColumn<never>[] }) {
  const fields = columns as readonly DataColumn<AnyRow>[]
  const names = [...fields.map(({ field }) => field), 'used', 'date', 'mail', 'phone']
  const table = useTable(fields, loadAll(path, names))
  return (
    <GroupedTable
      name="Tabla"
      columns={fields}
      table={table}
      groups={GROUPS}
      toolbar={<RefreshButton table={table} />}
    />
  )
}

import type { AnyRow } from '@canje/large-table'
import { apiClient, type SlotProps, type TabExtensions } from '@canje/shared-auth'
import { restoreSession } from '@canje/shared-auth/host'
import { sessionForTests } from '@canje/shared-auth/testing'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, vi } from 'vitest'
import { DetailFields } from '../components/DetailFields'
import { RefreshButton } from '../components/toolbar'
import { DetailFooter } from '../details/DetailFooter'
import { DetailHeading } from '../details/DetailHeading'
import { DetailLink } from '../details/DetailLink'
import { DetailRoot } from '../details/DetailRoot'
import { rowsOf, textOf, useFound } from '../details/useFound'
import { useSubject } from '../details/useSubject'
import { listOf, loaderOf } from '../rows/list'
import { TabRoot } from '../state/TabRoot'
import { useTable } from '../state/useTable'
import { RowsTable } from '../table/RowsTable'
import { SummaryButton } from '../table/SummaryButton'
import type { DetailSubject } from '../view/detail-link'

/** The list of a tab whose cells open details. */
const codes = listOf({
  path: 'SelectCodes',
  columns: {
    id: 'Id',
    name: { header: 'Codigo', opens: { slot: 'detalle:codigo', by: 'id' } },
    userName: { header: 'Usuario', opens: { slot: 'detalle:usuario', by: 'text' } },
    used: 'Usado',
  },
})
const selectReport = loaderOf('SelectReport', ['code', 'codeDate'])
const selectUsers = loaderOf('SelectUsers', ['id', 'name'])

/** The panels of two remotes, as short as the tests of this package allow. */
const PANELS: Readonly<Record<string, (subject: DetailSubject) => ReactNode>> = {
  'detalle:codigo': function Code(subject) {
    const { row, text } = useSubject(codes.load, subject)
    const isRedeemed = row?.used === 1
    const report = useFound(selectReport, 'code', isRedeemed ? text : undefined, 1)
    const dates = rowsOf(report).map((entry) => textOf(entry, 'codeDate'))
    const name = row ? textOf(row, 'userName') : ''
    const person = <DetailLink slot="detalle:usuario" subject={{ name }} text={name} />
    return (
      <>
        <DetailHeading>{text ?? `Codigo ${subject.id}`}</DetailHeading>
        {row && (
          <DetailFields
            fields={{
              Usuario: person,
              ...(isRedeemed && { Redimido: report === 'failed' ? 'No se pudo cargar el reporte' : dates.join() }),
            }}
          />
        )}
        <DetailFooter lists={isRedeemed ? [codes.load, selectReport] : [codes.load]} />
      </>
    )
  },
  'detalle:usuario': function Person(subject) {
    const { text } = useSubject(selectUsers, subject)
    return (
      <>
        <DetailHeading>{text ?? `Usuario ${subject.id}`}</DetailHeading>
        <DetailFooter lists={[selectUsers, codes.load]} />
      </>
    )
  },
}

/** The slots of a shell whose remotes have these panels. */
export const EXTENSIONS: TabExtensions = {
  has: (slot) => Object.hasOwn(PANELS, slot),
  Extension: ({ slot, input }: SlotProps) => {
    const Content = PANELS[slot]
    const props = { input, notify: () => undefined, features: [], extensions: EXTENSIONS, overlays: document.body }
    return Content && <DetailRoot {...props}>{(subject) => <Content {...subject} />}</DetailRoot>
  },
}

/** Starts another session, without lists of the one before. */
export function startSession() {
  Object.assign(sessionStorage, sessionForTests({ id: crypto.randomUUID() }))
  restoreSession()
}

/** The service of a test; the paths of its requests are in `requests`. */
export function stubService(lists: Partial<Record<string, readonly AnyRow[]>> = {}) {
  const service = {
    lists,
    requests: [] as string[],
    /** Delays or fails a list. */
    before: undefined as ((path: string, signal: AbortSignal) => Promise<void>) | undefined,
  }
  startSession()
  vi.spyOn(apiClient, 'request').mockImplementation(async ({ url = '', fetchOptions }) => {
    service.requests.push(url)
    await service.before?.(url, (fetchOptions as { abortSignal: AbortSignal }).abortSignal)
    return { data: Response.json({ data: service.lists[url] ?? [] }).body }
  })
  return service
}

/** Mounts a tab of the service, with its rows, or with a view of its URL, in a shell with or without slots. */
export async function renderTable(params = '', extensions: TabExtensions | null = EXTENSIONS) {
  const user = userEvent.setup()
  const view = { isActive: true, params, opening: 0, onChange: vi.fn(), push: vi.fn() }
  const tab = (slots: TabExtensions | null) => (
    <TabRoot notify={() => undefined} view={view} {...(slots && { extensions: slots })}>
      <CodesTable />
    </TabRoot>
  )
  const { rerender } = render(tab(extensions))
  await waitFor(() => expect(document.querySelector('.p-skeleton')).toBeNull())
  const panel = () => within(screen.getByRole('dialog'))
  return {
    user,
    panel,
    /** Renders the tab again with other slots. */
    provide: (slots: TabExtensions) => rerender(tab(slots)),
    /** The text of a field of the details. */
    field: (label: string) => panel().getByText(label, { selector: 'dt' }).nextElementSibling?.textContent,
    heading: () => panel().getByRole('heading', { level: 3 }).textContent,
    footer: () => document.querySelector('.detail-footer')?.textContent,
    /** The parameters of the last view. */
    lastParams: () => new URLSearchParams(view.onChange.mock.lastCall?.[0]),
  }
}

const GROUPS = [{ by: 'name', label: 'Codigo' }] as const

function CodesTable() {
  const { columns, load } = codes
  const table = useTable(columns, load)
  const summary = <SummaryButton table={table} groups={GROUPS} />
  const toolbar = <RefreshButton table={table} />
  return <RowsTable name="Tabla" {...{ table, toolbar }} viewTools={summary} isRenewedByAge />
}

import { Dropdown } from 'primereact/dropdown'
import type { Table } from '../state/useTable'

const LINKS = 'FirstPageLink PrevPageLink PageLinks NextPageLink LastPageLink'

/** Paginator settings of a table with one page size. */
export const pages = { template: LINKS }

/** Paginator settings of a table with several page sizes. The page report is English (specification §2, D20). */
export function pagesWithSizes<R>(table: Table<R>, sizes: number[]) {
  return {
    rowsPerPageOptions: sizes,
    currentPageReportTemplate: 'Showing {first} to {last} of {totalRecords} entries',
    template: {
      layout: `CurrentPageReport ${LINKS} RowsPerPageDropdown`,
      RowsPerPageDropdown: <PageSize table={table} sizes={sizes} />,
    },
  }
}

const NAME = 'Filas por página'

/** Replaces PrimeReact's, which has an English name in every locale and refers to a missing option. */
function PageSize<R>({ table, sizes }: { table: Table<R>; sizes: number[] }) {
  return (
    <Dropdown
      value={table.size}
      options={sizes}
      onChange={({ value }) => table.goToPage(0, value)}
      disabled={!table.count}
      appendTo="self"
      ariaLabel={NAME}
      aria-label={NAME}
      pt={{ root: { role: 'group', 'aria-activedescendant': undefined }, select: { 'aria-label': NAME } }}
    />
  )
}

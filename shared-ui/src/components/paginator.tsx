import type { AnyRow } from '@canje/large-table'
import { InputText } from 'primereact/inputtext'
import { type CSSProperties, type FormEvent, useId, useState } from 'react'
import type { Table } from '../state/useTable'
import type { TableRows } from '../state/useTableRows'
import { formatNumber } from '../view/format'
import { OnDemand } from './OnDemand'
import { reportText } from './report-text'
import { useRovingFocus } from './useRovingFocus'

/** How many pages have a link. */
const MAX_LINKS = 5

const loadPageSize = () => import(/* webpackChunkName: 'page-size' */ './PageSize')

/** A second page report, by the numbers of the first row and the last one on the page, and the number of all rows. */
export type PageReport = (first: number, last: number, count: number) => string

interface TablePaginatorProps {
  /** The tab's label. */
  name: string
  table: {
    rows: Pick<TableRows<AnyRow>, 'first' | 'count' | 'total'>
    view: Pick<Table<AnyRow>['view'], 'size' | 'sizes'>
    actions: Pick<Table<AnyRow>['actions'], 'goToPage'>
  }
  report?: PageReport | undefined
}

/** Page report, page links, page field and page sizes of a table. */
export function TablePaginator({ name, table, report }: TablePaginatorProps) {
  const { first, count, total } = table.rows
  const { size, sizes } = table.view
  const { goToPage } = table.actions
  const pages = pagesOf(count, size)
  const isLoaded = count !== undefined
  return (
    <div
      className="surface rows-paginator"
      // The digits of all rows' pages: no link moves while a search changes the number of pages.
      style={{ '--page-digits': String(pagesOf(total, size)).length } as CSSProperties}
      {...useRovingFocus<HTMLDivElement>('.p-paginator-element')}
    >
      <nav aria-label={`Páginas de ${name}`} className="line p-paginator p-component">
        {isLoaded && (
          <div className="p-paginator-left-content">
            <span className="page-report">{reportText({ first, size, count, total })}</span>
            {report && (
              <span className="page-entries">
                {report(Math.min(first + 1, count), Math.min(first + size, count), count)}
              </span>
            )}
          </div>
        )}
        {pages > 1 && (
          <PageLinks page={Math.floor(first / size)} pages={pages} onPage={(page) => goToPage(page * size, size)} />
        )}
        <div className="line p-paginator-right-content">
          {pages > 1 && <PageField pages={pages} onPage={(page) => goToPage((page - 1) * size, size)} />}
          {sizes.length > 1 && isLoaded && (
            <OnDemand failure="No se pudieron cargar las filas por página." load={loadPageSize}>
              {({ PageSize }) => (
                <PageSize size={size} sizes={sizes} disabled={!count} onSize={(chosen) => goToPage(0, chosen)} />
              )}
            </OnDemand>
          )}
        </div>
      </nav>
    </div>
  )
}

function pagesOf(count: number | undefined, size: number): number {
  return Math.max(1, Math.ceil((count ?? 0) / size))
}

interface PageLinksProps {
  /** The shown page, counted from 0. */
  page: number
  pages: number
  /** Goes to a page, counted from 0. */
  onPage: (page: number) => void
}

/**
 * The links of PrimeReact's paginator, with its markup. That component also has the code of fields and options that
 * no table uses, and the first rows wait for it.
 */
function PageLinks({ page, pages, onPage }: PageLinksProps) {
  const toPage = (target: number, kind: string, label: string, icon: string) => {
    const isDisabled = target === page || target < 0 || target === pages
    return (
      <button
        type="button"
        className={`p-paginator-${kind} p-paginator-element p-link${isDisabled ? ' p-disabled' : ''}`}
        aria-label={label}
        disabled={isDisabled}
        onClick={() => onPage(target)}
      >
        <i className={`p-paginator-icon pi pi-angle-${icon}`} aria-hidden="true" />
      </button>
    )
  }

  return (
    <>
      {toPage(0, 'first', 'Primera página', 'double-left')}
      {toPage(page - 1, 'prev', 'Página anterior', 'left')}
      <span className="p-paginator-pages">
        {pagesInView(page, pages).map((number) => (
          <button
            key={number}
            type="button"
            className={`p-paginator-page p-paginator-element p-link${number === page ? ' p-highlight' : ''}`}
            aria-label={`Página ${number + 1}`}
            aria-current={number === page || undefined}
            onClick={() => onPage(number)}
          >
            {number + 1}
          </button>
        ))}
      </span>
      {toPage(page + 1, 'next', 'Siguiente página', 'right')}
      {toPage(pages - 1, 'last', 'Última página', 'double-right')}
    </>
  )
}

/** The pages around the shown one, counted from 0. */
function pagesInView(page: number, pages: number): number[] {
  const length = Math.min(MAX_LINKS, pages)
  const start = Math.min(Math.max(0, Math.ceil(page - length / 2)), pages - length)
  return Array.from({ length }, (_, index) => start + index)
}

interface PageFieldProps {
  /** Number of pages. */
  pages: number
  /** Goes to a page, counted from 1. */
  onPage: (page: number) => void
}

/** Goes to the page with the typed number on Enter; to the last page with a larger number. */
function PageField({ pages, onPage }: PageFieldProps) {
  const [text, setText] = useState('')
  const inputId = useId()
  const typed = text.trim()
  // Grouped as the number of pages beside the field, or by spaces. Other points are decimal ones: 1.5 is no page.
  const digits = /^\d{1,3}(?:[. ]\d{3})+$/.test(typed) ? typed.replace(/\D/g, '') : typed
  const isInvalid = digits !== '' && !/^0*[1-9]\d*$/.test(digits)

  function go(event: FormEvent) {
    event.preventDefault()
    if (digits === '' || isInvalid) return
    setText('')
    onPage(Math.min(Number(digits), pages))
  }

  return (
    <form className="line page-field" noValidate onSubmit={go}>
      <label htmlFor={inputId}>Ir a la página</label>
      <InputText
        id={inputId}
        aria-keyshortcuts="Alt+P"
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        maxLength={12}
        value={text}
        invalid={isInvalid}
        aria-invalid={isInvalid}
        onChange={({ target }) => setText(target.value)}
      />
      <span>de {formatNumber(pages)}</span>
    </form>
  )
}

import { Dropdown } from 'primereact/dropdown'
import { InputText } from 'primereact/inputtext'
import { Paginator } from 'primereact/paginator'
import { type CSSProperties, type FormEvent, useId, useRef, useState } from 'react'
import { formatNumber } from '../view/format'
import { reportText } from './report-text'
import { useRovingFocus } from './useRovingFocus'

const LINKS = 'FirstPageLink PrevPageLink PageLinks NextPageLink LastPageLink'

interface TablePaginatorProps {
  /** The tab's label. */
  name: string
  /** Index of the page's first row. */
  first: number
  /** Rows per page. */
  size: number
  /** Number of rows on all pages; undefined before the first load. */
  count: number | undefined
  /** Number of rows without search and filters. */
  total: number | undefined
  /** The page sizes to offer, with the page report of Codigos (specification §2). */
  sizes?: readonly number[] | undefined
  /** Goes to a page: the index of its first row, and the rows per page. */
  onPage: (first: number, size: number) => void
}

/** Page report, page links, page field and page sizes of a table. */
export function TablePaginator({ name, first, size, count, total, sizes, onPage }: TablePaginatorProps) {
  const group = useRef<HTMLDivElement>(null)
  const pages = Math.max(1, Math.ceil((count ?? 0) / size))
  const isLoaded = count !== undefined
  const reports = { first, lastFirst: (pages - 1) * size }
  return (
    <div
      ref={group}
      className="rows-paginator"
      data-pending={isLoaded ? undefined : ''}
      style={{ '--page-digits': String(pages).length } as CSSProperties}
      {...useRovingFocus(group, '.p-paginator-element')}
    >
      <Paginator
        first={first}
        rows={size}
        totalRecords={count ?? 0}
        onPageChange={(page) => onPage(page.first, page.rows)}
        template={LINKS}
        leftContent={
          isLoaded && (
            <>
              <Report
                className="page-report"
                text={(first) => reportText({ first, size, count, total })}
                {...reports}
              />
              {sizes && (
                <Report className="page-entries" text={(first) => entriesText(first, size, count)} {...reports} />
              )}
            </>
          )
        }
        rightContent={
          <>
            <PageField pages={pages} onPage={(page) => onPage((page - 1) * size, size)} />
            {sizes && <PageSize size={size} sizes={sizes} disabled={!count} onSize={(chosen) => onPage(0, chosen)} />}
          </>
        }
        pt={{ root: { role: 'navigation', 'aria-label': `Páginas de ${name}` } }}
      />
    </div>
  )
}

interface ReportProps {
  className: string
  /** The report of a page, given the index of its first row. */
  text: (first: number) => string
  first: number
  /** Index of the last page's first row. */
  lastFirst: number
}

/** A page report. The theme gives it the width of the longest one, which is that of the last page. */
function Report({ className, text, first, lastFirst }: ReportProps) {
  return (
    <span className={className} data-longest={text(lastFirst)}>
      {text(first)}
    </span>
  )
}

/** The page report of Codigos, which is English (specification §2, D20). */
function entriesText(first: number, size: number, count: number): string {
  return `Showing ${Math.min(first + 1, count)} to ${Math.min(first + size, count)} of ${count} entries`
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
  // Grouped as the number of pages beside the field.
  const digits = text.trim().replace(/(?<=\d)[. ](?=\d)/g, '')
  const isInvalid = digits !== '' && !/^0*[1-9]\d*$/.test(digits)

  function go(event: FormEvent) {
    event.preventDefault()
    if (digits === '' || isInvalid) return
    setText('')
    onPage(Math.min(Number(digits), pages))
  }

  return (
    <form className="page-field" noValidate onSubmit={go}>
      <label htmlFor={inputId}>Ir a la página</label>
      <InputText
        id={inputId}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="go"
        maxLength={12}
        disabled={pages === 1}
        value={text}
        invalid={isInvalid}
        aria-invalid={isInvalid}
        onChange={({ target }) => setText(target.value)}
      />
      <span>de {formatNumber(pages)}</span>
    </form>
  )
}

const PAGE_SIZE_NAME = 'Filas por página'

interface PageSizeProps {
  size: number
  sizes: readonly number[]
  disabled: boolean
  onSize: (size: number) => void
}

/** Replaces PrimeReact's, which has an English name in every locale and refers to a missing option. */
function PageSize({ size, sizes, disabled, onSize }: PageSizeProps) {
  return (
    <Dropdown
      value={size}
      options={[...sizes]}
      onChange={({ value }) => onSize(value)}
      disabled={disabled}
      appendTo="self"
      ariaLabel={PAGE_SIZE_NAME}
      aria-label={PAGE_SIZE_NAME}
      pt={{ root: { role: 'group', 'aria-activedescendant': undefined }, select: { 'aria-label': PAGE_SIZE_NAME } }}
    />
  )
}

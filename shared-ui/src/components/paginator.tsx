import { Dropdown } from 'primereact/dropdown'
import { InputText } from 'primereact/inputtext'
import { Paginator } from 'primereact/paginator'
import { type CSSProperties, type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
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
  /** The page sizes to offer, if there are several. */
  sizes?: readonly number[]
  /** A second page report, with `{first}`, `{last}` and `{totalRecords}`. */
  reportTemplate?: string | undefined
  /** Goes to a page: the index of its first row, and the rows per page. */
  onPage: (first: number, size: number) => void
}

/** Page report, page links, page field and page sizes of a table. */
export function TablePaginator({
  name,
  first,
  size,
  count,
  total,
  sizes = [],
  reportTemplate,
  onPage,
}: TablePaginatorProps) {
  const group = useRef<HTMLDivElement>(null)
  const pages = pagesOf(count, size)
  const isLoaded = count !== undefined
  return (
    <div
      ref={group}
      className="rows-paginator"
      data-pending={isLoaded ? undefined : ''}
      data-empty={count === 0 || undefined}
      // Of all rows, so that no link moves while a search changes the number of pages.
      style={{ '--page-digits': String(pagesOf(total, size)).length } as CSSProperties}
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
              <span className="page-report">{reportText({ first, size, count, total })}</span>
              {reportTemplate && (
                <span className="page-entries">{filledReport(reportTemplate, first, size, count)}</span>
              )}
            </>
          )
        }
        rightContent={
          <>
            <PageField pages={pages} onPage={(page) => onPage((page - 1) * size, size)} />
            {sizes.length > 1 && (
              <PageSize size={size} sizes={sizes} disabled={!count} onSize={(chosen) => onPage(0, chosen)} />
            )}
          </>
        }
        pt={{ root: { role: 'navigation', 'aria-label': `Páginas de ${name}` } }}
      />
    </div>
  )
}

function pagesOf(count: number | undefined, size: number): number {
  return Math.max(1, Math.ceil((count ?? 0) / size))
}

function filledReport(template: string, first: number, size: number, count: number): string {
  const values = { first: Math.min(first + 1, count), last: Math.min(first + size, count), totalRecords: count }
  return Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, String(value)), template)
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

interface PageSizeProps {
  size: number
  sizes: readonly number[]
  disabled: boolean
  onSize: (size: number) => void
}

/** Replaces PrimeReact's, which has an English name in every locale and refers to a missing option. */
function PageSize({ size, sizes, disabled, onSize }: PageSizeProps) {
  const dropdown = useRef<Dropdown>(null)
  useEffect(() => describe(dropdown.current, false), [])

  return (
    <Dropdown
      ref={dropdown}
      value={size}
      options={[...sizes]}
      onChange={({ value }) => onSize(value)}
      onShow={() => describe(dropdown.current, true)}
      onHide={() => describe(dropdown.current, false)}
      disabled={disabled}
      appendTo="self"
      aria-label="Filas por página"
      pt={{ root: { 'aria-activedescendant': undefined, onKeyDown: keepEscape }, select: HIDDEN, trigger: HIDDEN }}
    />
  )
}

/** The others of PrimeReact's three elements that have the name. */
const HIDDEN = { 'aria-hidden': true, 'aria-label': undefined }

function describe(dropdown: Dropdown | null, isOpen: boolean): void {
  const field = dropdown?.getFocusInput()
  field?.setAttribute('role', 'combobox')
  field?.setAttribute('aria-expanded', String(isOpen))
}

/** Escape closes the list, which is still there, and nothing around it. */
function keepEscape(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Escape' && event.currentTarget.querySelector('[role=listbox]')) event.stopPropagation()
}

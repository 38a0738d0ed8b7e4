import { allRows, type CsvOptions, MemoryRows } from '@canje/large-table'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { TabRoot } from '../state/TabRoot'
import { CsvButton } from './toolbar'

/** The downloaded files. */
const saved = vi.fn(() => 'blob:http://localhost:3000/file')
let links: unknown[]

beforeEach(() => {
  saved.mockClear()
  Object.assign(URL, { createObjectURL: saved, revokeObjectURL: () => undefined })
  links = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined).mock.contexts
})

/** Renders the button of a table of a million rows; the test finishes the file. */
function renderButton() {
  let finish: (file: Blob) => void = () => undefined
  const csv = vi.fn(({ signal, onProgress }: Pick<CsvOptions, 'signal' | 'onProgress'>) => {
    onProgress(312_000)
    return new Promise<Blob>((resolve, reject) => {
      finish = resolve
      signal.addEventListener('abort', () => reject(new Error('cancelled')))
    })
  })
  const notify = vi.fn()
  const complete = Object.assign(new MemoryRows([]), { csv })
  const table = { rows: { complete, columns: [], query: allRows, count: 1_000_000 } }
  const { unmount } = render(
    <TabRoot notify={notify}>
      <CsvButton table={table} />
    </TabRoot>,
  )
  return { user: userEvent.setup(), finish: (file: Blob) => finish(file), csv, notify, unmount }
}

const button = () => screen.getByRole('button', { name: 'CSV' })

it('shows the progress of a large file, then saves it', async () => {
  const { user, finish } = renderButton()
  await user.click(button())
  expect(button().getAttribute('aria-busy')).toBe('true')
  // Soon after 'Cancelar': the file has taken its time before it reported.
  await screen.findByRole('button', { name: 'Cancelar' })
  const progress = await screen.findByRole('progressbar', { name: 'Exportando' }, { timeout: 400 })
  expect(progress.getAttribute('aria-valuetext')).toBe('Exportando 312.000 de 1.000.000')
  expect(progress.parentElement?.textContent).toBe('Exportando 312.000 de 1.000.000')
  expect(screen.getByRole('status').textContent).toBe('Exportando')

  const blob = new Blob(['a'])
  finish(blob)
  await waitFor(() => expect(saved).toHaveBeenCalledExactlyOnceWith(blob))
  expect(links).toMatchObject([{ download: 'download.csv' }])
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(screen.getByText('CSV listo: 1.000.000 filas')).toBeDefined()
})

it('cancels a file without a toast', async () => {
  const { user, notify } = renderButton()
  await user.click(button())
  await user.click(await screen.findByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(button().getAttribute('aria-busy')).toBe('false'))
  expect(screen.queryByRole('button', { name: 'Cancelar' })).toBeNull()
  expect(document.activeElement).toBe(button())
  expect(saved).not.toHaveBeenCalled()
  expect(notify).not.toHaveBeenCalled()
  expect(screen.queryByText(/^CSV listo/)).toBeNull()
})

it('does not save a file that was finished during cancellation', async () => {
  const { user, finish } = renderButton()
  await user.click(button())
  const cancel = await screen.findByRole('button', { name: 'Cancelar' })
  cancel.addEventListener('click', () => finish(new Blob(['a'])), { capture: true })
  await user.click(cancel)
  await waitFor(() => expect(button().getAttribute('aria-busy')).toBe('false'))
  expect(saved).not.toHaveBeenCalled()
})

it('cancels a file without a toast when the tab unmounts', async () => {
  const { user, csv, notify, unmount } = renderButton()
  await user.click(button())
  unmount()
  expect(csv.mock.calls[0]?.[0].signal.aborted).toBe(true)
  expect(notify).not.toHaveBeenCalled()
})

import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { TabRoot } from '../state/TabRoot'
import { OnDemand } from './OnDemand'
import { TabDialog } from './TabDialog'

const URL = 'https://remotes.example/mf-codes/1.0.0/history.js'

/** The error of a bundler's runtime for a chunk. */
const lostChunk = () => Object.assign(new Error('Loading chunk 7 failed.'), { name: 'ChunkLoadError', request: URL })

const part = { default: () => <p>la parte</p> }

function renderPart(load: () => Promise<typeof part>, onClose: () => void = () => undefined) {
  const user = userEvent.setup()
  render(
    <TabRoot notify={() => undefined}>
      <textarea aria-label="Borrador" />
      <TabDialog header="Historial" onHide={() => undefined}>
        <OnDemand failure="No se pudo abrir el historial." load={load} onClose={onClose}>
          {({ default: Part }) => <Part />}
        </OnDemand>
      </TabDialog>
    </TabRoot>,
  )
  return user
}

it('renders loaded code at once when it mounts again', async () => {
  const load = async () => part
  renderPart(load)
  await screen.findByText('la parte')
  renderPart(load)
  expect(screen.getAllByText('la parte')).toHaveLength(2)
})

it('says in its place that it did not open, keeps the page, and opens once the network is back', async () => {
  let isOnline = false
  const load = vi.fn(async () => {
    if (!isOnline) throw lostChunk()
    return part
  })
  const refetch = vi.fn(async () => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    return new Response('')
  })
  vi.stubGlobal('fetch', refetch)
  const log = vi.spyOn(console, 'error')
  const user = renderPart(load)

  await screen.findByText('No se pudo abrir el historial.')
  const draft = screen.getByLabelText<HTMLTextAreaElement>('Borrador')
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true))
  await user.type(draft, 'un borrador')
  const retry = screen.getByRole('button', { name: 'Reintentar' })
  await user.click(retry)
  await waitFor(() => expect(retry.getAttribute('aria-busy')).toBe('false'))
  expect(screen.getByText('No se pudo abrir el historial.')).toBeTruthy()
  expect(document.activeElement).toBe(retry)

  isOnline = true
  await user.click(retry)
  await screen.findByText('la parte')
  expect(screen.queryByText(/No se pudo/)).toBeNull()
  expect(draft.value).toBe('un borrador')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cerrar' }))
  // The browser would reuse a corrupt file of its cache.
  expect(refetch).toHaveBeenLastCalledWith(URL, expect.objectContaining({ cache: 'reload' }))
  expect(log).not.toHaveBeenCalled()
})

it('logs code that throws when it is loaded, and can be closed', async () => {
  const error = new Error('mala')
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const close = vi.fn()
  const user = renderPart(() => Promise.reject(error), close)
  const failed = await screen.findByText('No se pudo abrir el historial.')
  expect(log).toHaveBeenCalledExactlyOnceWith(error)
  await user.click(within(failed.parentElement as HTMLElement).getByRole('button', { name: 'Cerrar' }))
  expect(close).toHaveBeenCalledOnce()
})

it.each(['the table', 'the heading', 'a field'])('without a dialog, leaves the focus at %s', async (place) => {
  const load = vi.fn(async () => part).mockRejectedValueOnce(lostChunk())
  vi.stubGlobal('fetch', async () => new Response(''))
  render(
    <main>
      <input aria-label="a field" />
      <h2 data-tab-heading aria-label="the heading" tabIndex={-1} />
      <div hidden>
        <section data-table-region tabIndex={-1} />
      </div>
      <div role="dialog">
        <section data-table-region tabIndex={-1} />
      </div>
      {place === 'the table' && <section data-table-region aria-label={place} tabIndex={-1} />}
      <OnDemand failure="No se pudo abrir." load={load}>
        {({ default: Part }) => <Part />}
      </OnDemand>
    </main>,
  )
  const retry = await screen.findByRole('button', { name: 'Reintentar' })
  const focused = place === 'a field' ? screen.getByLabelText(place) : retry
  focused.focus()
  fireEvent.click(retry)
  await screen.findByText('la parte')
  expect(document.activeElement).toBe(screen.getByLabelText(place))
})

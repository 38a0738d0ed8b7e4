import { useSession } from '@canje/shared-auth'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { backend } from '../backend'
import { requestRows } from '../backend-client'
import { executionError } from '../messages'
import { renderTab } from '../render-tab'
import { rows } from '../table'
import { toasts } from '../toasts'
import { isSampled, itInFull } from './sampled'
import { openTab, PAGE_SIZE, type TabUnderTest, waitForRows } from './tab-under-test'

const FAILED = 'No se pudieron cargar los datos'
const unreadable = 'La respuesta del servicio no se pudo leer.'

/** What `describeFaults` does not send: a function that injects it into an endpoint, and the words above the rows. */
const failures: Record<string, [inject: (endpoint: string) => void, words: string]> = {
  'status 429': [(endpoint) => backend.fail(endpoint, 429), 'Hay demasiadas peticiones, espere unos minutos.'],
  'an empty body': [(endpoint) => backend.respond(endpoint, ''), unreadable],
  '{"data":{}}': [(endpoint) => backend.respond(endpoint, { data: {} }), unreadable],
}

/** Tests the load of a table: the request, the envelopes and the rows (specification §7; D1, D4, D6, D8). */
export function describeLoad(tab: TabUnderTest): void {
  const { Tab, endpoint, body } = tab

  describe('the load', () => {
    it('sends one request, with the bearer token', async () => {
      await openTab(tab)
      const authorization = `Bearer ${useSession.getState().idToken}`
      const method = body ? 'POST' : 'GET'
      const sent = body ? JSON.stringify(body) : ''
      expect(backend.requests(endpoint)).toMatchObject([{ method, body: sent, headers: { authorization } }])
    })

    it.each(isSampled ? [] : ['{ data }', '{ data: { data } }'])('accepts the envelope %s', async (envelope) => {
      const backendRows = await requestRows(endpoint, body)
      backend.respond(endpoint, envelope === '{ data }' ? { data: backendRows } : { data: { data: backendRows } })
      await renderTab(Tab)
      await waitForRows(tab, backendRows.slice(0, PAGE_SIZE))
    })

    it('shows missing, null and nested fields as empty, and ignores unknown fields', async () => {
      const fields = Object.values(tab.columns).filter((field) => typeof field === 'string')
      const withAll = (value: unknown) => Object.fromEntries(fields.map((field) => [field, value]))
      backend.respond(endpoint, { data: [{}, withAll(null), withAll({ a: 1 }), { extra: 'unknown' }] })
      await renderTab(Tab)
      await waitForRows(tab, [{}, {}, {}, {}])
    })

    itInFull('drops rows that are not objects, with one console warning', async () => {
      const warn = vi.spyOn(console, 'warn')
      const [row = {}] = await requestRows(endpoint, body)
      backend.respond(endpoint, { data: [null, row, 5, 'text', [row]] })
      await renderTab(Tab)
      await waitForRows(tab, [row])
      expect(warn.mock.calls.flat()).toEqual([`${endpoint}: dropped 4 of 5 rows that are not objects.`])
      expect(toasts()).toEqual([])
    })

    itInFull('is aborted without a toast when the tab unmounts', async () => {
      backend.hold(endpoint)
      const { unmount } = await renderTab(Tab)
      await waitFor(() => expect(backend.requests(endpoint)).toHaveLength(1))
      unmount()
      await waitFor(() => expect(backend.requests(endpoint)[0]?.aborted).toBe(true))
      expect(toasts()).toEqual([])
    })

    itInFull('shows a toast and the reason each time it fails and no rows, and succeeds on Reintentar', async () => {
      const expectedToasts = [executionError]
      backend.fail(endpoint)
      const { user } = await renderTab(Tab)
      await screen.findByText(FAILED)
      for (const [failure, [inject, words]] of Object.entries(failures)) {
        // The next toast, which is equal, would merge with an open one.
        await user.click(await screen.findByRole('button', { name: 'Cerrar' }))
        inject(endpoint)
        await user.click(await idleButton('Reintentar'))
        expectedToasts.push(executionError)
        await waitFor(() => expect(toasts(), failure).toEqual(expectedToasts))
        // Once, beside the toast.
        expect(await screen.findAllByText(FAILED), failure).toHaveLength(1)
        expect(screen.getByText(words), failure).toBeTruthy()
        expect(rows(), failure).toEqual([])
        expect(screen.queryByText(/no hay/), failure).toBeNull()
      }
      backend.recover(endpoint)
      await user.click(await idleButton('Reintentar'))
      await waitForRows(tab, (await requestRows(endpoint, body)).slice(0, PAGE_SIZE))
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull())
      expect(toasts()).toEqual(expectedToasts)
    })
  })
}

function idleButton(name: string): Promise<HTMLElement> {
  return screen.findByRole('button', { name, busy: false })
}

import { screen, waitFor } from '@testing-library/react'
import { useSession } from 'shared-auth'
import { describe, expect, it, vi } from 'vitest'
import { backend } from '../backend'
import { trueRows } from '../backend-client'
import { executionError } from '../messages'
import { renderTab } from '../render-tab'
import { rows } from '../table'
import { toasts } from '../toasts'
import { openSection, PAGE_SIZE, type Section, screenRows, shows } from './section'

const html = { contentType: 'text/html' }

/** Every way a load goes wrong, each told to the backend for the call of that name. */
const failures: Record<string, (call: string) => void> = {
  'status 500': (call) => backend.fail(call, 500),
  'status 403': (call) => backend.fail(call, 403),
  'a dropped connection': (call) => backend.drop(call),
  'a page of HTML': (call) => backend.answer(call, '<!doctype html><title>Bienvenido</title>', html),
  'half a JSON': (call) => backend.answer(call, '{"data":[{"id":1}'),
  'an empty body': (call) => backend.answer(call, ''),
  null: (call) => backend.answer(call, null),
  'a bare list': (call) => backend.answer(call, []),
  '{}': (call) => backend.answer(call, {}),
  '{"data":null}': (call) => backend.answer(call, { data: null }),
  '{"data":{}}': (call) => backend.answer(call, { data: {} }),
  '{"data":"text"}': (call) => backend.answer(call, { data: 'text' }),
  '{"data":{"data":null}}': (call) => backend.answer(call, { data: { data: null } }),
  '{"data":{"data":{"data":[]}}}': (call) => backend.answer(call, { data: { data: { data: [] } } }),
}

/** How every table is loaded, and what it does when that goes wrong (specification §7, §8; D1, D4, D6, D8, D10, D12). */
export function describeLoad(section: Section): void {
  const { Tab, call, body } = section

  describe('the load', () => {
    it('is one call, with the bearer', async () => {
      await openSection(section)
      const authorization = `Bearer ${useSession.getState().idToken}`
      const method = body ? 'POST' : 'GET'
      const sent = body ? JSON.stringify(body) : ''
      expect(backend.calls(call)).toMatchObject([{ method, body: sent, headers: { authorization } }])
    })

    it.each(['{ data }', '{ data: { data } }'])('understands the envelope %s', async (envelope) => {
      const truth = await trueRows(call, body)
      backend.answer(call, envelope === '{ data }' ? { data: truth } : { data: { data: truth } })
      await renderTab(Tab)
      await shows(section, truth.slice(0, PAGE_SIZE))
    })

    it('leaves missing, null and nested fields empty and ignores unknown ones', async () => {
      const fields = Object.values(section.columns).filter((field) => typeof field === 'string')
      const withAll = (value: unknown) => Object.fromEntries(fields.map((field) => [field, value]))
      backend.answer(call, { data: [{}, withAll(null), withAll({ a: 1 }), { extra: 'unknown' }] })
      await renderTab(Tab)
      await shows(section, [{}, {}, {}, {}])
    })

    it('drops rows that are not objects, and says so once on the console', async () => {
      const warn = vi.spyOn(console, 'warn')
      const [row = {}] = await trueRows(call, body)
      backend.answer(call, { data: [null, row, 5, 'text', [row]] })
      await renderTab(Tab)
      await shows(section, [row])
      expect(warn.mock.calls.flat()).toEqual([`${call}: dropped 4 of 5 rows that are not objects.`])
      expect(toasts()).toEqual([])
    })

    it('is called off when the tab goes, without a toast', async () => {
      backend.hold(call)
      const { leave } = await renderTab(Tab)
      await waitFor(() => expect(backend.calls(call)).toHaveLength(1))
      leave()
      await waitFor(() => expect(backend.calls(call)[0]?.aborted).toBe(true))
      expect(toasts()).toEqual([])
    })

    it('is made again by the next session, which sees nothing of the last one', async () => {
      const { leave, truth } = await openSection(section)
      leave()
      backend.hold(call)
      await renderTab(Tab)
      await waitFor(() => expect(backend.calls(call)).toHaveLength(2))
      const [firstText = ''] = screenRows(section, truth).flat()
      expect(rows().flat()).not.toContain(firstText)
    })

    it('ends the session without a toast on status 401', async () => {
      backend.fail(call, 401)
      await renderTab(Tab)
      await screen.findByText('Sesión cerrada')
      expect(sessionStorage).toHaveLength(0)
      expect(toasts()).toEqual([])
    })
  })

  describe('a load that fails', () => {
    it('says so every time, shows no rows, and works in the end by Reintentar', async () => {
      const raised = [executionError]
      backend.fail(call)
      const { user } = await renderTab(Tab)
      await screen.findByText('No se pudieron cargar los datos')
      for (const [failure, cause] of Object.entries(failures)) {
        cause(call)
        await user.click(await idleButton('Reintentar'))
        raised.push(executionError)
        await waitFor(() => expect(toasts(), failure).toEqual(raised))
        expect(rows(), failure).toEqual([])
        expect(screen.queryByText('no hay datos'), failure).toBeNull()
      }
      backend.recover(call)
      await user.click(await idleButton('Reintentar'))
      await shows(section, (await trueRows(call, body)).slice(0, PAGE_SIZE))
      expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
      expect(toasts()).toEqual(raised)
    })

    if (section.refreshes) {
      it('on Refrescar leaves the last rows on the screen', async () => {
        const { user, truth } = await openSection(section)
        backend.fail(call)
        await user.click(screen.getByRole('button', { name: 'Refrescar' }))
        await idleButton('Reintentar')
        expect(rows()).toEqual(screenRows(section, truth.slice(0, PAGE_SIZE)))
        expect(toasts()).toEqual([executionError])
      })
    }
  })
}

function idleButton(name: string): Promise<HTMLElement> {
  return screen.findByRole('button', { name, busy: false })
}

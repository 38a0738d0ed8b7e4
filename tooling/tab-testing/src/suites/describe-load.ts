import { useSession } from '@canje/shared-auth'
import { describe, expect, it } from 'vitest'
import { backend } from '../backend'
import { renderTab } from '../render-tab'
import { openTab, type TabUnderTest, waitForRows } from './tab-under-test'

/** Tests the load of a table: the request and the rows (specification §7; D4, D6, D8). */
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

    it('shows missing, null and nested fields as empty, and ignores unknown fields', async () => {
      const fields = Object.values(tab.columns).filter((field) => typeof field === 'string')
      const withAll = (value: unknown) => Object.fromEntries(fields.map((field) => [field, value]))
      backend.respond(endpoint, { data: [{}, withAll(null), withAll({ a: 1 }), { extra: 'unknown' }] })
      await renderTab(Tab)
      await waitForRows(tab, [{}, {}, {}, {}])
    })
  })
}

import { apiClient } from '@canje/shared-auth'
import { allRows, type LoadRows } from '@canje/shared-ui'
import { vi } from 'vitest'

/**
 * Loads rows from a stubbed response.
 *
 * @param load loader under test, such as `selectCodes`
 * @param payload rows in the response
 * @returns the requests sent, and the first page of rows
 */
export async function loadFromResponse<R>(load: LoadRows<R>, payload: readonly object[], filter?: string) {
  const request = vi.spyOn(apiClient, 'request').mockResolvedValue({ data: Response.json({ data: payload }).body })
  const { signal } = new AbortController()
  const rows = await load({ filter, signal, onArrival: () => undefined })
  return {
    requests: request.mock.calls.map(([{ method, url, data } = {}]) => ({ method, url, data })),
    rows: (await rows.page({ first: 0, size: 10, query: allRows })).rows,
  }
}

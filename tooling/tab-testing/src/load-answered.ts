import { apiClient } from 'shared-auth'
import type { LoadRows } from 'shared-ui'
import { vi } from 'vitest'

/**
 * Loads rows from a server that answers with `payload`.
 *
 * @returns what was asked of it, and the first rows
 */
export async function loadAnswered<R>(load: LoadRows<R>, payload: readonly object[], filter?: string) {
  const request = vi.spyOn(apiClient, 'request').mockResolvedValue({ data: Response.json({ data: payload }).body })
  const { signal } = new AbortController()
  const rows = await load({ filter, signal, onArrival: () => undefined })
  return {
    asked: request.mock.calls.map(([{ method, url, data } = {}]) => ({ method, url, data })),
    rows: await rows.page({ first: 0, size: 10, sorting: undefined }),
  }
}

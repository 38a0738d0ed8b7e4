import type { AnyRow } from '@canje/large-table'
import { renderHook, waitFor } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { expect, vi } from 'vitest'
import { sessionLists } from '../rows/list-cache'
import { loaderOf } from '../rows/load-rows'
import { TabRoot } from '../state/TabRoot'
import { type TableOptions, useTable } from '../state/useTable'
import { stubService } from './details'
import { columns, membersOf } from './people'

export const selectUsers = loaderOf('SelectUsers', ['id', 'name'])

/** The list of users in the cache of the session. */
export const users = selectUsers.list
export const knownUsers = (since = 0) => sessionLists().viewOf(users, since)

/** Rows with ids from 1. */
export const named = (...names: string[]) => names.map((name, index) => ({ id: index + 1, name }))

/** The state of a table in a tab of a service, see `stubService`. */
export function openTab(options: TableOptions<AnyRow> = {}, load = selectUsers) {
  const notify = vi.fn()
  const wrapper = ({ children }: PropsWithChildren) => <TabRoot notify={notify}>{children}</TabRoot>
  const { result, unmount } = renderHook(() => useTable(columns, load, options), { wrapper })
  const table = () => membersOf(result.current)
  return { table, unmount, notify, names: () => table().page?.map(({ name }) => name) }
}

/** A table with the row 'Ana', and its service, whose failures the console does not show. */
export async function openAna(...tab: Parameters<typeof openTab>) {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const service = stubService({ SelectUsers: named('Ana'), SelectScores: named('Ana') })
  const opened = openTab(...tab)
  await waitFor(() => expect(opened.names()).toEqual(['Ana']))
  return { service, ...opened }
}

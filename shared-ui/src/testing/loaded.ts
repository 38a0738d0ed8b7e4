import { act, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { type PendingLoad, people, renderPeople } from './people'

/** The state of a table after a first load of 35 people. */
export async function renderLoaded() {
  const tab = renderPeople()
  tab.load(0).respond(people(35))
  await waitFor(() => expect(tab.table().count).toBe(35))

  /** Starts an operation and returns its pending load, for the test to settle. */
  async function start(operation: () => unknown): Promise<PendingLoad> {
    const before = tab.loads.length
    act(() => {
      operation()
    })
    await waitFor(() => expect(tab.loads).toHaveLength(before + 1))
    return tab.load(before)
  }

  return { ...tab, start, firstId: () => tab.table().page?.[0]?.id }
}

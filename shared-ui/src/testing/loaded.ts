import { act, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { type Call, people, renderPeople } from './people'

/** As {@link renderPeople}, once the first load has brought 35 people. */
export async function renderLoaded() {
  const tab = renderPeople()
  tab.call(0).answer(people(35))
  await waitFor(() => expect(tab.table().count).toBe(35))

  /** Starts an operation and gives back its call, to be answered by the test. */
  async function start(operation: () => unknown): Promise<Call> {
    const before = tab.calls.length
    act(() => {
      operation()
    })
    await waitFor(() => expect(tab.calls).toHaveLength(before + 1))
    return tab.call(before)
  }

  return { ...tab, start, firstId: () => tab.table().page?.[0]?.id }
}

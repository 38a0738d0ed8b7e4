import { vi } from 'vitest'
import { backend } from '../../backend'

/** In fewer, a response reaches the tab, and its next request the proxy: both are in this process. */
const TURNS = 30

/** Resolves once no request and no import is pending, and the tab has had time to handle the responses. */
export async function settled(): Promise<void> {
  for (let sent = -1; sent !== backend.requests().length; ) {
    sent = backend.requests().length
    await vi.waitFor(() => {
      if (backend.requests().some(({ ended }) => !ended)) throw new Error('Some requests have not ended.')
    })
    // A part that loads on demand may have requests of its own.
    await vi.dynamicImportSettled()
    await turns()
    await vi.dynamicImportSettled()
  }
}

/** Resolves after some turns of the event loop. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await new Promise((resolve) => setImmediate(resolve))
}

import { cleanup, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { backend } from '../../backend'
import { nameOf } from '../../fault-proxy/faults'
import { renderTab } from '../../render-tab'
import { editAfterFailure } from './edited'
import type { FaultyTab } from './faulty-tab'
import { describeInterruptions, endSession, leave } from './interruption'
import { buttonNamed, pressButton } from './page'
import { failures, recover, SERVICE_FAULTS, type ServiceFault, TOO_MANY_REQUESTS } from './service-faults'
import { settled } from './settled'
import { sourceRequests } from './source-requests'
import { failByEachFault, type Trial } from './trial'

/** A sixth of the faults and one action, as a run over many tabs asks. The run of one tab has all. */
const isSampled = Boolean(process.env.SAMPLED_SUITES)
/** In how many parts a sample divides the faults: each action has the next part. */
const SAMPLES = 6
/** The button of a table that requests its rows again. */
const RELOAD = /^(Refrescar|Datos de las? .*)$/

/**
 * Tests the requests of a tab with the faults of the service and the network (specification §8; D1, D10, D12, D15, D35,
 * D39): the words, the last rows, the typed text, recovery without a reload, a session that ends in the middle, and what the
 * next person sees. The requests are those that the tab sends when it opens and when its actions are carried out; a request
 * in its source that none of these sends fails the suite.
 */
export function describeFaults(tab: FaultyTab): void {
  const { Tab, reads = {}, writes = {}, extensions = {}, features = [] } = tab
  const actions: [name: string, action: Trial['action']][] = Object.entries({ ...reads, ...writes })
  /** The endpoints that were tested, by action; '' is the opening. */
  const tested = new Map<string, readonly string[]>()

  const mount = () => renderTab(Tab, { extensions, features })

  async function mountAgain(): Promise<void> {
    cleanup()
    // A panel that was open goes back in the history.
    await vi.advanceTimersByTimeAsync(100)
    await mount()
    await settled()
  }

  /** Carries out an action without faults. Resolves to the endpoints of the info API that it has requested. */
  async function requestedBy(start: () => Promise<unknown>): Promise<string[]> {
    const first = backend.requests().length
    await start()
    await settled()
    const requests = backend.requests().slice(first)
    return [...new Set(requests.filter(({ path }) => path.startsWith('/')).map(nameOf))]
  }

  let turn = 0
  const someFaults = () => {
    turn++
    return SERVICE_FAULTS.filter((_fault, index) => !isSampled || index % SAMPLES === turn % SAMPLES)
  }

  function failEach(endpoint: string, action: Trial['action'], faults: readonly ServiceFault[], opens = false) {
    const reload = opens ? async () => cleanup() : mountAgain
    return failByEachFault({ endpoint, action, faults, user: userEvent.setup(), reload, opens })
  }

  beforeEach(() => {
    // Of the tab; the session keeps the real time. They go on by themselves, too.
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    })
    for (const [request, body] of Object.entries(tab.stubs ?? {}))
      backend.stub(nameOf({ path: request.replace(/^\S+ /, '') }), body)
  })
  afterEach(() => {
    recover('')
  })

  // First, because it tells the texts of rows from those of the tab.
  describe('the end of the session', () => {
    describeInterruptions({ mount, end: endSession, actions: isSampled ? actions.slice(-1) : actions })
  })

  describe('faults', () => {
    it('of the requests that open the tab, or reload it', async () => {
      const endpoints = await requestedBy(mount)
      tested.set('', endpoints)
      const hasReload = buttonNamed(RELOAD) !== undefined
      for (const endpoint of endpoints) {
        if (hasReload) await failEach(endpoint, { press: () => pressButton(RELOAD) }, someFaults())
        cleanup()
        // Without rows, a table differs by the place of the words only.
        const faults = hasReload ? [TOO_MANY_REQUESTS] : someFaults()
        await failEach(endpoint, { press: opening(mount) }, faults, true)
        await mountAgain()
      }
    })

    it.each(actions)('of %s', async (name, action) => {
      await mountAgain()
      const isWrite = name in writes
      const user = userEvent.setup()
      const carryOut = async () => {
        await action.prepare?.(user)
        const sent = backend.requests().length
        await action.press(user)
        await waitFor(() => expect(backend.requests().length, `Requests by ${name}`).toBeGreaterThan(sent))
      }
      const endpoints = isWrite ? [name] : await requestedBy(carryOut)
      tested.set(name, endpoints)
      for (const endpoint of endpoints) {
        // What was read may be in memory.
        if (!isWrite) await mountAgain()
        await failEach(endpoint, action, someFaults())
      }
    })

    it.each(actions)('of %s, whose text is edited', (name, action) =>
      editAfterFailure({ action, endpoints: tested.get(name) ?? [], reload: mountAgain }),
    )
  })

  describe('leaving the tab', () => {
    // What it also requests may be for another part.
    const heldBy = (name: string) => tested.get(name)?.[0]
    describeInterruptions({ mount, end: leave, actions: Object.entries(reads), heldBy })
  })

  it('has a fault for every request that its source names', ({ skip, task }) => {
    task.meta.skipReason = 'Some of the tests with faults did not run.'
    skip(tested.size < actions.length + 1, task.meta.skipReason)
    const known = new Set([...tested.values()].flat())
    const missing = [...sourceRequests(task.file.filepath)].filter((endpoint) => !known.has(endpoint))
    expect(missing, "Requests that describeFaults needs to send: name what staff press in 'reads' or 'writes'").toEqual(
      [],
    )
  })
}

/** Mounts a tab, unless it says that a request failed: then it must offer to try again. */
function opening(mount: () => Promise<unknown>): () => Promise<void> {
  return async () => {
    if (failures().length > 0)
      throw new Error(
        "After a failed request the tab has no button 'Reintentar', by which it recovers without a reload.",
      )
    cleanup()
    await mount()
  }
}

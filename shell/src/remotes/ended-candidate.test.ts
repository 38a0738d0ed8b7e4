import { exampleCandidate } from '@canje/registry/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { authorityOf, remote as registered, withReleases } from '../testing/test-remotes'
import { leaveEndedCandidates } from './ended-candidate'
import { tabOutlet } from './outlet'
import { createRemotesStore } from './store'

const codes = registered('codigos')
const candidate = exampleCandidate(withReleases(codes, '1.4.0').live)
const outlet = tabOutlet(codes.name)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

/** A page that runs the candidate in its tab, and what replaces it. */
function pageWithCandidate() {
  const store = createRemotesStore(authorityOf(codes))
  const know = (state: object) =>
    store.dispatch({ type: 'state', name: codes.name, state: { status: 'ready', remote: codes, ...state } })
  store.dispatch({
    type: 'preview',
    preview: { status: 'waiting', tab: 'codigos', version: '1.4.0', isConfirmed: true },
  })
  know({ candidate })
  const mount = { key: '1', outlet, remote: codes, release: candidate.release, module: { default: () => null } }
  store.dispatch({ type: 'open', outlet, attempt: 1 })
  store.dispatch({ type: 'loaded', attempt: 1, mount })
  store.dispatch({ type: 'mounted', mount })
  const open = vi.fn(() => store.dispatch({ type: 'open', outlet, attempt: 2 }))
  leaveEndedCandidates(store, open)
  return { know, open }
}

it('opens what is live once a candidate has ended', () => {
  const { know, open } = pageWithCandidate()
  know({ candidate })
  expect(open).not.toHaveBeenCalled()
  know({ candidate: undefined })
  expect(open).toHaveBeenCalledExactlyOnceWith(outlet, codes)
})

it('waits until no dialog is open', () => {
  const { know, open } = pageWithCandidate()
  const dialog = document.createElement('div')
  dialog.role = 'dialog'
  document.body.append(dialog)
  know({ candidate: undefined })
  vi.advanceTimersByTime(5000)
  expect(open).not.toHaveBeenCalled()
  dialog.remove()
  vi.advanceTimersByTime(1000)
  expect(open).toHaveBeenCalledExactlyOnceWith(outlet, codes)
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import type { EndReason } from './stored-session'
import { sessionForTests } from './testing'

/** A new document of the page, whose modules remember nothing. */
async function openDocument(name: string | null = null) {
  vi.resetModules()
  const session = await import('./session')
  const { keepView, takeKept } = await import('./stored-session')
  return {
    ...session,
    keepView,
    takeKept,
    end(reason?: EndReason) {
      Object.assign(sessionStorage, sessionForTests({ name }))
      session.restoreSession()
      session.expireSession(reason)
    },
  }
}

afterEach(() => sessionStorage.clear())

describe('the reason of the end', () => {
  it.each<EndReason>([
    { kind: 'expired' },
    { kind: 'signed-out-elsewhere' },
    { kind: 'unauthorized' },
    { kind: 'no-response' },
    { kind: 'sign-in-page' },
    { kind: 'unreadable' },
    { kind: 'cancelled' },
    { kind: 'other' },
    { kind: 'refused' },
    { kind: 'refused', status: 404 },
    { kind: 'failed', status: 500, retryAfterSeconds: null },
    { kind: 'busy', retryAfterSeconds: 120 },
    { kind: 'running', retryAfterSeconds: null },
  ])('%j is known to the next document, once', async (reason) => {
    const before = await openDocument()
    before.end(reason)
    expect((await openDocument()).takeKept('endReason')).toEqual(reason)
    expect(sessionStorage).toHaveLength(0)
    expect((await openDocument()).takeKept('endReason')).toBeNull()
  })

  it('stands beside what the session keeps for its person (D29, session storage)', async () => {
    const before = await openDocument('ana')
    before.end()
    before.keepView('/main?tab=codigos')
    const next = await openDocument()
    expect(next.takeKept('endReason')).toEqual({ kind: 'expired' })
    expect(next.takeKept('view')).toBe('/main?tab=codigos')
  })

  it('is none after a sign-out', async () => {
    const before = await openDocument()
    before.startSession('t')
    before.endSession()
    expect(sessionStorage).toHaveLength(0)
  })

  it.each([
    '',
    'text',
    'null',
    '[]',
    '{"endReason":null}',
    '{"endReason":{"kind":"Su cuenta…"}}',
    '{"endReason":{"kind":"failed","retryAfterSeconds":null}}',
    '{"endReason":{"kind":"refused","status":"<b>"}}',
    '{"endReason":{"kind":"busy"}}',
  ])('is none with the stored value %j', async (value) => {
    sessionStorage.setItem('canje.session', value)
    expect((await openDocument()).takeKept('endReason')).toBeNull()
  })
})

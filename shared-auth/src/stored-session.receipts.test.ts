import { beforeEach, expect, it, vi } from 'vitest'
import { endSession, expireSession, renewSession, restoreSession, startSession, useHostSession } from './session'
import { keepView, receiptsOf, takeKept } from './stored-session'

const receipts = [{ kind: 'created', names: ['ABC'] }]
const record = () => JSON.parse(sessionStorage.getItem('canje.session') ?? 'null')

beforeEach(() => {
  endSession()
  sessionStorage.clear()
  startSession('a.b.c', 'ana')
})

it.each([
  ['a reload', () => restoreSession()],
  ['a renewal', () => renewSession('d.e.f')],
  [
    'an expiry and a sign-in of the same person',
    () => {
      expireSession()
      keepView('/main', null)
      startSession('d.e.f', 'ana')
      expect(takeKept('view')).toBe('/main')
    },
  ],
])('keeps the receipts of each tab through %s', (_event, happen) => {
  receiptsOf('codigos').onChange(receipts)
  receiptsOf('premios').onChange([])
  happen()
  expect(receiptsOf('codigos').current).toEqual(receipts)
  expect(receiptsOf('premios').current).toEqual([])
  expect(receiptsOf('usuarios').current).toBeUndefined()
})

it.each([
  ['signing out', () => endSession()],
  [
    'the sign-in of another person after an expiry',
    () => {
      expireSession()
      startSession('d.e.f', 'eva')
    },
  ],
])('leaves none after %s', (_event, happen) => {
  receiptsOf('codigos').onChange(receipts)
  happen()
  expect(receiptsOf('codigos').current).toBeUndefined()
  expect(JSON.stringify(sessionStorage)).not.toContain('ABC')
  startSession('g.h.i', 'ana')
  expect(receiptsOf('codigos').current).toBeUndefined()
})

it('keeps them through a reload of a session without a name, and leaves none to the next one', () => {
  endSession()
  startSession('a.b.c')
  receiptsOf('codigos').onChange(receipts)
  restoreSession()
  expect(receiptsOf('codigos').current).toEqual(receipts)
  startSession('d.e.f')
  expect(receiptsOf('codigos').current).toBeUndefined()
})

it('keeps the newest receipts that fit, and the person without any', () => {
  const { setItem } = Storage.prototype
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (value.length > 1_000) throw new DOMException('full', 'QuotaExceededError')
    setItem.call(this, key, value)
  })
  receiptsOf('codigos').onChange(receipts)
  receiptsOf('codigos').onChange([{ names: ['x'.repeat(2_000)] }])
  expect(receiptsOf('codigos').current).toEqual([])
  receiptsOf('codigos').onChange([{ names: ['x'.repeat(2_000)] }, ...receipts])
  expect(receiptsOf('codigos').current).toEqual(receipts.slice(-1))
  expect(record().name).toBe('ana')
  restoreSession()
  expect(useHostSession.getState().name).toBe('ana')
})

it.each([[null], [7], ['text'], [[1]], [undefined]])('keeps the session when the stored receipts are %j', (changed) => {
  sessionStorage.setItem('canje.session', JSON.stringify({ ...record(), receipts: changed }))
  restoreSession()
  expect(useHostSession.getState().name).toBe('ana')
  expect(receiptsOf('codigos').current).toBeUndefined()
  receiptsOf('codigos').onChange(receipts)
  expect(receiptsOf('codigos').current).toEqual(receipts)
})

import { apiClient } from 'shared-auth'
import type { Changes } from 'shared-ui'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Code } from './api/select-codes'
import { created, deleted, deletedAll } from './messages'
import { createCodes, deleteAll, deleteOne } from './outcome'

const code: Code = { id: 5, name: 'ABC', userName: null, used: 0, date: null }
const keyed = { config: { headers: new Map([['Idempotency-Key', 'k']]) } }
const lost = new Error('Network Error')
const failure = (status: number, more = {}) => Object.assign(new Error(String(status)), { status, ...more })
const seen = (what: string) => ({ severity: 'warn', summary: 'Aviso', detail: `${what}: revise la lista` })
/** What the list shows when it is read again. */
const showing = (changes: Partial<Changes> | undefined) =>
  vi.fn(async () => changes && { added: 0, kept: 0, removed: 0, ...changes })
const unread = () => vi.fn(async () => undefined)
const responding = (response: object) => {
  vi.spyOn(apiClient, 'post').mockResolvedValue(response)
  vi.spyOn(apiClient, 'get').mockResolvedValue(response)
}
const failing = (error: Error) => {
  vi.spyOn(apiClient, 'post').mockRejectedValue(error)
  vi.spyOn(apiClient, 'get').mockRejectedValue(error)
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('createCodes', () => {
  it('is certain of a response to a call with a key, and reads nothing', async () => {
    responding({ data: true, ...keyed })
    const reread = unread()
    expect(await createCodes(7, reread)).toEqual({ isDone: true, message: created, isStale: true })
    expect(reread).not.toHaveBeenCalled()
  })

  it.each([
    ['as many codes', { added: 7 }],
    ['fewer codes, of which some may be assigned', { added: 3 }],
    ['no codes', {}],
    ['nothing, as it cannot be read', undefined],
  ])('has created them without a key where the list shows %s', async (_what, changes) => {
    responding({ data: true })
    expect(await createCodes(7, showing(changes))).toEqual({ isDone: true, message: created, isStale: false })
  })

  it('is not certain where the list shows more', async () => {
    responding({ data: true })
    const outcome = await createCodes(7, showing({ added: 14 }))
    expect(outcome).toMatchObject({ isDone: false, message: seen('hay 14 codigos nuevos sin asignar') })
    expect(outcome.error).toBeInstanceOf(Error)
  })

  it.each([
    [lost, { added: 7 }, seen('hay 7 codigos nuevos sin asignar')],
    [failure(500), { added: 1 }, seen('hay 1 codigo nuevo sin asignar')],
    [failure(503, keyed), { added: 7 }, seen('hay 7 codigos nuevos sin asignar')],
    [failure(409, keyed), { added: 7 }, seen('hay 7 codigos nuevos sin asignar')],
    [failure(504), {}, undefined],
    [failure(408), { added: 7 }, seen('hay 7 codigos nuevos sin asignar')],
    [failure(425), { added: 7 }, seen('hay 7 codigos nuevos sin asignar')],
    [failure(429), { added: 7 }, seen('hay 7 codigos nuevos sin asignar')],
    [lost, undefined, undefined],
  ])('says of %s what the list shows: %j', async (error, changes, message) => {
    failing(error)
    expect(await createCodes(7, showing(changes))).toEqual({ isDone: false, error, message, isStale: false })
  })

  it.each([400, 401, 403, 422])('reads nothing after a refusal with status %i', async (status) => {
    failing(failure(status))
    const reread = unread()
    expect(await createCodes(7, reread)).toMatchObject({ isDone: false, isStale: false })
    expect(reread).not.toHaveBeenCalled()
  })

  it('reads nothing after a payload that is not truthy', async () => {
    responding({ data: null })
    const reread = unread()
    expect(await createCodes(7, reread)).toMatchObject({ isDone: false, isStale: false })
    expect(reread).not.toHaveBeenCalled()
  })
})

describe('deleteOne', () => {
  it('has deleted it when the server says so', async () => {
    responding({ data: null })
    expect(await deleteOne(code, unread())).toEqual({ isDone: true, message: deleted(code), isStale: true })
  })

  const running = { response: { data: { error: { code: 'request_in_progress' } } } }
  it.each([lost, failure(500), failure(503, keyed), failure(409, { ...keyed, ...running })])(
    'has deleted it after %s when the list has it no more',
    async (error) => {
      failing(error)
      const outcome = await deleteOne(code, showing({ removed: 1 }))
      expect(outcome).toEqual({ isDone: true, message: deleted(code), isStale: false })
    },
  )

  it.each([{ kept: 1 }, undefined])('has failed when the list shows %j', async (changes) => {
    failing(lost)
    expect(await deleteOne(code, showing(changes))).toEqual({ isDone: false, error: lost, isStale: false })
  })

  it('says of a 404 that the code is not there, when it is not', async () => {
    const error = failure(404)
    failing(error)
    const message = seen('el codigo ABC ya no existe')
    expect(await deleteOne(code, showing({ removed: 1 }))).toEqual({ isDone: false, error, message, isStale: false })
    expect(await deleteOne(code, showing({ kept: 1 }))).toEqual({ isDone: false, error, isStale: false })
    expect(await deleteOne(code, unread())).toEqual({ isDone: false, error, isStale: false })
  })

  it.each([
    [failure(404, keyed), true],
    [failure(409), true],
    [failure(409, keyed), true],
    [failure(400), false],
    [failure(401), false],
  ])('takes %s as it is', async (error, isStale) => {
    failing(error)
    const reread = unread()
    expect(await deleteOne(code, reread)).toEqual({ isDone: false, error, isStale })
    expect(reread).not.toHaveBeenCalled()
  })
})

describe('deleteAll', () => {
  it('has deleted them when the server says so', async () => {
    responding({ data: null })
    expect(await deleteAll(unread())).toEqual({ isDone: true, message: deletedAll, isStale: true })
  })

  it('has deleted them after a lost response when the list has none any more', async () => {
    failing(lost)
    expect(await deleteAll(showing({ removed: 7 }))).toEqual({ isDone: true, message: deletedAll, isStale: false })
  })

  it.each([
    ['still has them', { kept: 7 }, seen('quedan 7 codigos sin asignar')],
    ['has one of them', { kept: 1, removed: 6 }, seen('queda 1 codigo sin asignar')],
    ['has others', { added: 2, removed: 7 }, seen('quedan 2 codigos sin asignar')],
    ['had none before', {}, undefined],
    ['cannot be read', undefined, undefined],
  ])('has failed when the list %s', async (_what, changes, message) => {
    failing(lost)
    expect(await deleteAll(showing(changes))).toEqual({ isDone: false, error: lost, message, isStale: false })
  })

  it('reads nothing after a refusal', async () => {
    failing(failure(403))
    const reread = unread()
    expect(await deleteAll(reread)).toMatchObject({ isDone: false, isStale: false })
    expect(reread).not.toHaveBeenCalled()
  })
})

import { apiClient } from '@canje/shared-auth'
import { type Changes, faultOf } from '@canje/shared-ui'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Code } from './codes'
import { created, deleted, deletedAll } from './messages'
import { createCodes, deleteAll, deleteOne, restore } from './outcome'

const code: Code = { id: 5, name: 'ABC', userName: null, used: 0, date: null }
const deletion = { codes: [code], count: 1, deletionIds: [] }
const keyed = { config: { headers: new Map([['Idempotency-Key', 'k']]) } }
const lost = new Error('Network Error')
const failure = (status: number, more = {}) => Object.assign(new Error(String(status)), { status, ...more })
const notice = (detail: string) => ({ severity: 'warn', summary: 'Aviso', detail })
/** Payloads that say that no change was made. */
const denied = [
  ...[false, 'false', null, 0, '', { success: false, message: 'No existe' }],
  ...[{ deleted: 0, created: 0, restored: 0, codes: [] }, { codes: [] }],
].map((data): [unknown] => [data])
/** Truthy payloads, by which only InsertCodes says that its change was made (specification §7). */
const vague = [[], {}, { id: 0 }, 'ok'].map((data): [unknown] => [data])
/** Payloads that do not say that a change was made. */
const unconfirmed = [...denied, ...vague]
const warning = (state: string) => notice(`${state}: revise la lista`)
/** Fetches a list with these changes. */
const refetching = (changes: Partial<Changes<Code>> | undefined) =>
  vi.fn(async () => changes && { added: 0, kept: 0, removed: 0, addedRows: [], ...changes })
const unreadable = () => vi.fn(async () => undefined)
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
  it('succeeds with a key, and names the codes of the response without another request', async () => {
    const named = { id: 5, name: 'ABC', date: '2026-01-02 03:04:05' }
    responding({ data: { created: 1, codes: [named] }, ...keyed })
    const refetch = unreadable()
    const codes = [{ ...named, userName: null, used: 0 }]
    expect(await createCodes(1, refetch)).toEqual({ status: 'done', message: created, codes })
    expect(refetch).not.toHaveBeenCalled()
  })

  it.each([
    [{ data: { codes: [{ id: 5 }] } }],
    [{ data: { codes: 'ABC' } }],
    [{ data: { codes: [{ id: null, name: 'A' }] } }],
    [{ data: true }],
  ])('names the new codes of the list when the response is %j', async (response) => {
    responding({ ...response, ...keyed })
    const outcome = await createCodes(3, refetching({ added: 3, addedRows: [code] }))
    expect(outcome).toEqual({ status: 'done', message: created, codes: [code] })
  })

  it.each([
    ['has as many new codes', { added: 7 }],
    ['has fewer new codes, since some may be assigned', { added: 3 }],
    ['has no new codes', {}],
    ['cannot be fetched', undefined],
  ])('succeeds without a key if the list %s', async (_description, changes) => {
    responding({ data: true })
    expect(await createCodes(7, refetching(changes))).toMatchObject({
      status: 'done',
      message: created,
    })
  })

  it('is uncertain if the list has more new codes', async () => {
    responding({ data: true })
    const outcome = await createCodes(7, refetching({ added: 14, addedRows: [code] }))
    expect(outcome).toMatchObject({
      codes: [code],
      status: 'unknown',
      message: warning('hay 14 codigos nuevos sin asignar'),
    })
    expect(outcome.error).toBeInstanceOf(Error)
  })

  it.each([
    [lost, { added: 7 }, warning('hay 7 codigos nuevos sin asignar')],
    [failure(500), { added: 1 }, warning('hay 1 codigo nuevo sin asignar')],
    [failure(503, keyed), { added: 7 }, warning('hay 7 codigos nuevos sin asignar')],
    [failure(409, keyed), { added: 7 }, warning('hay 7 codigos nuevos sin asignar')],
    [failure(504), {}, undefined],
    [failure(408), { added: 7 }, warning('hay 7 codigos nuevos sin asignar')],
    [failure(425), { added: 7 }, warning('hay 7 codigos nuevos sin asignar')],
    [failure(429), { added: 7 }, warning('hay 7 codigos nuevos sin asignar')],
    [lost, undefined, undefined],
  ])('reports for %s the state of the list: %j', async (error, changes, message) => {
    failing(error)
    expect(await createCodes(7, refetching(changes))).toEqual({ status: 'unknown', error, message })
  })

  it.each([400, 401, 403, 422])('does not fetch the list after a rejection with status %i', async (status) => {
    failing(failure(status))
    const refetch = unreadable()
    expect(await createCodes(7, refetch)).toMatchObject({ status: 'refused' })
    expect(refetch).not.toHaveBeenCalled()
  })

  it.each([...denied, [{ created: 5 }], [{ created: 12 }]])('lets the list tell after the payload %j', async (data) => {
    for (const response of [{ data }, { data, ...keyed }]) {
      responding(response)
      expect(await createCodes(7, refetching({ added: 7 }))).toMatchObject({ status: 'done', message: created })
      expect(faultOf((await createCodes(7, unreadable())).error)).toEqual({ kind: 'other' })
      expect(await createCodes(7, refetching({}))).not.toMatchObject({ status: 'done' })
      const codes = [code]
      const outcome = await createCodes(7, refetching({ added: 3, addedRows: codes }))
      expect(outcome).toMatchObject({ status: 'unknown', message: warning('hay 3 codigos nuevos sin asignar'), codes })
    }
  })

  it.each([...vague, [true], [7], [1], [{ created: 7 }]])(
    'succeeds with the payload %j, whatever codes the list has',
    async (data) => {
      responding({ data, ...keyed })
      for (const added of [0, 3, 7, 9])
        expect(await createCodes(7, refetching({ added }))).toMatchObject({ status: 'done', message: created })
      expect(await createCodes(7, unreadable())).toMatchObject({ status: 'done', message: created })
    },
  )

  it.each([null, false, 0, ''])(
    'was rejected after the falsy payload %j if the list has no new codes',
    async (data) => {
      responding({ data })
      expect(faultOf((await createCodes(7, refetching({}))).error)).toEqual({ kind: 'refused' })
      const message = warning('hay 3 codigos nuevos sin asignar')
      const others = await createCodes(7, refetching({ added: 3 }))
      expect({ ...others, fault: faultOf(others.error) }).toMatchObject({
        status: 'unknown',
        message,
        fault: { kind: 'other' },
      })
    },
  )
})

describe('deleteOne', () => {
  it.each([
    ...[true, 1, { deleted: 1 }, { codes: [code] }].map((data): [unknown, number[]] => [data, []]),
    [{ deletionId: 0 }, [0]],
    [{ deleted: null, deletionId: 9 }, [9]],
  ])('succeeds with the payload %j', async (data, deletionIds) => {
    responding({ data })
    expect(await deleteOne(code, unreadable())).toEqual({
      status: 'done',
      message: deleted(code),
      codes: [code],
      deletionIds,
    })
  })

  it.each([...unconfirmed, [2], [{ deleted: 2 }], [{ deleted: 0, deletionId: 9 }], [{ codes: [], deletionId: 9 }]])(
    'lets the list tell after the payload %j',
    async (data) => {
      responding({ data, ...keyed })
      const done = { status: 'done', message: deleted(code), codes: [code] }
      expect(await deleteOne(code, refetching({ removed: 1 }))).toEqual(done)
      for (const refetch of [refetching({ kept: 1 }), unreadable()]) {
        const { error, ...outcome } = await deleteOne(code, refetch)
        expect(outcome).toEqual({ status: 'unknown' })
        expect(faultOf(error)).toEqual({ kind: 'other' })
      }
    },
  )

  const running = { response: { data: { error: { code: 'request_in_progress' } } } }
  it.each([lost, failure(500), failure(503, keyed), failure(409, { ...keyed, ...running })])(
    'succeeds after %s if the code is no longer in the list',
    async (error) => {
      failing(error)
      const outcome = await deleteOne(code, refetching({ removed: 1 }))
      expect(outcome).toEqual({ status: 'done', message: deleted(code), codes: [code] })
    },
  )

  it.each([{ kept: 1 }, undefined])('fails if the list changed by %j', async (changes) => {
    failing(lost)
    expect(await deleteOne(code, refetching(changes))).toEqual({ status: 'unknown', error: lost })
  })

  it('reports a missing code after a 404 if it is no longer in the list', async () => {
    const error = failure(404)
    failing(error)
    const message = warning('el codigo ABC ya no existe')
    expect(await deleteOne(code, refetching({ removed: 1 }))).toEqual({
      status: 'refused',
      error,
      message,
    })
    expect(await deleteOne(code, refetching({ kept: 1 }))).toEqual({ status: 'refused', error })
    expect(await deleteOne(code, unreadable())).toEqual({ status: 'refused', error })
  })

  it.each([[failure(404, keyed)], [failure(409)], [failure(409, keyed)], [failure(400)], [failure(401)]])(
    'treats %s as final',
    async (error) => {
      failing(error)
      const refetch = unreadable()
      expect(await deleteOne(code, refetch)).toEqual({ status: 'refused', error })
      expect(refetch).not.toHaveBeenCalled()
    },
  )
})

describe('deleteAll', () => {
  it.each([true, 24, { deleted: 24 }])('succeeds with the payload %j', async (data) => {
    responding({ data })
    expect(await deleteAll(undefined, unreadable())).toEqual({
      status: 'done',
      message: deletedAll,
      deletionIds: [],
    })
  })

  it.each(unconfirmed)('lets the list tell after the payload %j', async (data) => {
    responding({ data, ...keyed })
    expect(await deleteAll(undefined, refetching({ removed: 24 }))).toMatchObject({
      status: 'done',
      message: deletedAll,
    })
    const message = warning('quedan 24 codigos sin asignar')
    expect(await deleteAll(undefined, refetching({ kept: 24 }))).toMatchObject({ status: 'unknown', message })
    expect(faultOf((await deleteAll(undefined, unreadable())).error)).toEqual({ kind: 'other' })
  })

  it('succeeds after a lost response if the list has no unassigned codes', async () => {
    failing(lost)
    expect(await deleteAll(undefined, refetching({ removed: 7 }))).toEqual({
      status: 'done',
      message: deletedAll,
    })
  })

  it.each([
    ['still has all of them', { kept: 7 }, warning('quedan 7 codigos sin asignar')],
    ['still has one of them', { kept: 1, removed: 6 }, warning('queda 1 codigo sin asignar')],
    ['has new ones', { added: 2, removed: 7 }, warning('quedan 2 codigos sin asignar')],
    ['had none before', {}, undefined],
    ['cannot be fetched', undefined, undefined],
  ])('fails if the list %s', async (_description, changes, message) => {
    failing(lost)
    expect(await deleteAll(undefined, refetching(changes))).toEqual({
      status: 'unknown',
      error: lost,
      message,
    })
  })

  it.each([
    [true, [code]],
    [1, [code]],
    [{ deleted: 1 }, [code]],
    [{ deleted: 1, codes: [{ id: 7, name: 'ABD', date: null }] }, [{ ...code, id: 7, name: 'ABD' }]],
    // Some of them may still be there.
    [{ deleted: 2 }, undefined],
    [{ deletionId: 9, deleted: 3 }, undefined],
  ])('names the codes of the response %j, or else those that were unassigned', async (data, codes) => {
    responding({ data })
    const { status, codes: named } = await deleteAll([code], unreadable())
    expect({ status, named }).toEqual({ status: 'done', named: codes })
  })

  it('names the codes that were unassigned, when the list has none after a lost response', async () => {
    failing(lost)
    expect((await deleteAll([code], refetching({ removed: 1 }))).codes).toEqual([code])
    expect((await deleteAll([code], refetching({ removed: 1, kept: 1 }))).codes).toBeUndefined()
  })

  it('does not fetch the list after a rejection', async () => {
    failing(failure(403))
    const refetch = unreadable()
    expect(await deleteAll(undefined, refetch)).toMatchObject({ status: 'refused' })
    expect(refetch).not.toHaveBeenCalled()
  })
})

describe('restore', () => {
  it('succeeds', async () => {
    responding({ data: { restored: 1 } })
    const message = { severity: 'success', summary: 'Restaurado', detail: 'se restauró el codigo' }
    expect(await restore(deletion, unreadable())).toEqual({ status: 'done', message })
    expect(apiClient.post).toHaveBeenCalledWith('RestoreCodes', { prmCodeIds: [5] }, { reads: false })
  })

  it.each([...unconfirmed, [2], [{ restored: 2 }]])('lets the list tell after the payload %j', async (data) => {
    responding({ data, ...keyed })
    const restoreOne = (refetch: () => Promise<Changes<Code> | undefined>) => restore(deletion, refetch)
    expect(await restoreOne(refetching({ added: 1 }))).toMatchObject({ status: 'done' })
    for (const refetch of [refetching({}), unreadable()]) {
      const { status, error } = await restoreOne(refetch)
      expect({ status, fault: faultOf(error) }).toEqual({ status: 'unknown', fault: { kind: 'other' } })
    }
  })

  it('names a bulk deletion by its id, and otherwise its codes', async () => {
    const named = { deleted: 1, codes: [{ id: 5, name: 'ABC' }] }
    const byId = [9, 0, 9007199254740993n, '9', 'a-b'].map((id) => [
      { ...named, deletionId: id },
      { prmDeletionIds: [id] },
    ])
    const others = [named, ...[null, '', true, {}].map((id) => ({ ...named, deletionId: id }))]
    for (const [payload, body] of [...byId, ...others.map((payload) => [payload, { prmCodeIds: [5] }])]) {
      responding({ data: payload })
      const { codes = [], deletionIds = [] } = await deleteAll(undefined, unreadable())
      await restore({ codes, count: codes.length, deletionIds }, unreadable())
      expect(apiClient.post).toHaveBeenLastCalledWith('RestoreCodes', body, { reads: false })
    }
  })

  it.each([
    [403, 'refused', notice('otra cuenta eliminó estos codigos y solo ella puede deshacerlo')],
    [404, 'refused', notice('pasaron diez minutos y la eliminación ya no se puede deshacer')],
    [409, 'refused', warning('ya existe un codigo con el mismo nombre y no se restauró ninguno')],
    [500, 'unknown', undefined],
  ])('explains status %d', async (code, status, message) => {
    failing(failure(code))
    expect(await restore(deletion, unreadable())).toMatchObject({ status, message })
  })
})

it.each([
  ['creation', () => createCodes(7, unreadable())],
  ['deletion', () => deleteOne(code, unreadable())],
  ['bulk deletion', () => deleteAll(undefined, unreadable())],
  ['restoration', () => restore(deletion, unreadable())],
])('a 401 tells the outcome of a %s that was sent once only', async (_change, send) => {
  for (const [isRepeated, status] of [
    [false, 'refused'],
    [true, 'unknown'],
  ] as const) {
    failing(failure(401, { config: { isRepeated } }))
    expect(await send()).toMatchObject({ status })
  }
})

describe('a change that staff have stopped', () => {
  const repeats = { signal: AbortSignal.abort(), onRepeat: () => undefined }
  const down = Object.assign(failure(503), { isAxiosError: true })

  it.each([
    ['creation', (changes?: object) => createCodes(7, refetching(changes), repeats), { added: 0 }],
    ['deletion', (changes?: object) => deleteOne(code, refetching(changes), repeats), { kept: 1 }],
    ['bulk deletion', (changes?: object) => deleteAll(undefined, refetching(changes), repeats), { kept: 7 }],
    ['restoration', (changes?: object) => restore(deletion, refetching(changes), repeats), { added: 0 }],
  ])('had no effect if the list says so, and is unknown without the list: %s', async (_change, stop, unchanged) => {
    failing(down)
    expect((await stop(unchanged)).status).toBe('refused')
    expect((await stop()).status).toBe('unknown')
  })
})

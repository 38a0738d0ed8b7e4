import { apiClient } from '@canje/shared-auth'
import { type Changes, faultOf } from '@canje/shared-ui'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Code } from './codes'
import { created, deleted, deletedAll } from './messages'
import { createCodes, deleteAll, deleteOne, type Outcome, type Refetch, restore } from './outcome'

const code: Code = { id: 5, name: 'ABC', userName: null, used: 0, date: null }
const deletion = { codes: [code], count: 1, deletionIds: [] }
const keyed = { config: { headers: new Map([['Idempotency-Key', 'k']]) } }
const lost = new Error('Network Error')
const failure = (status: number, more = {}) => Object.assign(new Error(String(status)), { status, ...more })
const notice = (detail: string) => ({ severity: 'warn', summary: 'Aviso', detail })
const warning = (state: string) => notice(`${state}: revise la lista`)
/** Payloads that say that no change was made, or another number of changes. */
const denied = [
  ...[false, 'false', null, 0, '', { success: false, message: 'No existe' }],
  ...[
    { deleted: 0, created: 0, restored: 0, codes: [] },
    { deleted: 0, created: 5, restored: 0, deletionId: 9 },
  ],
]
/** Truthy payloads, by which only InsertCodes says that its change was made (specification §7). */
const vague = [[], {}, { id: 0 }, 'ok']
/** Fetches a list with these changes. */
const refetching = (changes: Partial<Changes<Code>> | undefined): Refetch =>
  vi.fn(async () => changes && { added: 0, kept: 0, removed: 0, addedRows: [], ...changes })
const unreadable = () => refetching(undefined)
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

type Repeats = Parameters<typeof createCodes>[2]
/** The changes, each with what the list shows once it was made, and before. */
const CHANGES: [string, (refetch: Refetch, repeats?: Repeats) => Promise<Outcome>, object, object, unknown[]][] = [
  ['creation', (...params) => createCodes(7, ...params), { added: 7 }, {}, denied],
  ['deletion', (...params) => deleteOne(code, ...params), { removed: 1 }, { kept: 1 }, [...denied, ...vague, 2]],
  ['bulk deletion', (...params) => deleteAll([code], ...params), { removed: 1 }, { kept: 1 }, [...denied, ...vague]],
  ['restoration', (...params) => restore(deletion, ...params), { added: 1 }, {}, [...denied, ...vague, 2]],
]

describe.each(CHANGES)('a %s', (_what, send, made, unmade, unconfirmed) => {
  it.each(unconfirmed.map((data) => [data]))('is done if the list says so after the payload %j', async (data) => {
    for (const response of [{ data }, { data, ...keyed }]) {
      responding(response)
      expect((await send(refetching(made))).status).toBe('done')
      expect((await send(refetching(unmade))).status).not.toBe('done')
      const { status, error } = await send(unreadable())
      expect({ status, fault: faultOf(error) }).toEqual({ status: 'unknown', fault: { kind: 'other' } })
    }
  })

  it.each([400, 403, 422])('had no effect after the status %i, whatever the list says', async (status) => {
    failing(failure(status))
    const refetch = refetching(made)
    expect((await send(refetch)).status).toBe('refused')
    expect(refetch).not.toHaveBeenCalled()
  })

  it.each([
    [false, 'refused'],
    [true, 'unknown'],
  ])('had no effect after a 401, unless it was sent again (%j)', async (isRepeated, status) => {
    failing(failure(401, { config: { isRepeated } }))
    expect((await send(unreadable())).status).toBe(status)
  })

  it('that staff have stopped has the effect that the list shows', async () => {
    failing(Object.assign(failure(503), { isAxiosError: true }))
    const repeats = { signal: AbortSignal.abort(), onRepeat: () => undefined }
    expect((await send(refetching(made), repeats)).status).toBe('done')
    expect((await send(refetching(unmade), repeats)).status).toBe('refused')
    expect((await send(unreadable(), repeats)).status).toBe('unknown')
  })
})

describe('a creation', () => {
  it('with a key names the codes of the response without another request', async () => {
    const named = { id: 5, name: 'ABC', date: '2026-01-02 03:04:05' }
    responding({ data: { created: 1, codes: [named] }, ...keyed })
    const refetch = unreadable()
    const codes = [{ ...named, userName: null, used: 0 }]
    expect(await createCodes(1, refetch)).toEqual({ status: 'done', message: created, codes })
    expect(refetch).not.toHaveBeenCalled()
  })

  it.each([[{ codes: [{ id: 5 }] }], [{ codes: 'ABC' }], [{ codes: [{ id: 6, name: 'A' }, { id: null }] }], [true]])(
    'names the new codes of the list when the payload is %j',
    async (data) => {
      responding({ data, ...keyed })
      const outcome = await createCodes(3, refetching({ added: 3, addedRows: [code] }))
      expect(outcome).toEqual({ status: 'done', message: created, codes: [code] })
    },
  )

  it.each([
    ['has as many new codes', { added: 7 }],
    ['has fewer new codes, since some may be assigned', { added: 3 }],
    ['cannot be fetched', undefined],
  ])('is done without a key if the list %s', async (_description, changes) => {
    responding({ data: true })
    expect(await createCodes(7, refetching(changes))).toMatchObject({ status: 'done', message: created })
  })

  it('is unknown without a key if the list has more new codes', async () => {
    responding({ data: true })
    const message = warning('hay 14 codigos nuevos sin asignar')
    const outcome = await createCodes(7, refetching({ added: 14, addedRows: [code] }))
    expect(outcome).toMatchObject({ status: 'unknown', codes: [code], message, error: expect.any(Error) })
  })

  it.each([
    [lost, { added: 7 }, warning('hay 7 codigos nuevos sin asignar')],
    [failure(500), { added: 1 }, warning('hay 1 codigo nuevo sin asignar')],
    [failure(409, keyed), { added: 7 }, warning('hay 7 codigos nuevos sin asignar')],
    [failure(429), { added: 7 }, warning('hay 7 codigos nuevos sin asignar')],
    [failure(504), {}, undefined],
  ])('is unknown after %s, with the state of the list: %j', async (error, changes, message) => {
    failing(error)
    expect(await createCodes(7, refetching(changes))).toEqual({ status: 'unknown', error, message })
  })

  it.each([...vague, true, 7, 1, { created: 7, deleted: 0 }].map((data) => [data]))(
    'is done with the payload %j and a key, whatever codes the list has',
    async (data) => {
      responding({ data, ...keyed })
      for (const refetch of [...[0, 3, 9].map((added) => refetching({ added })), unreadable()])
        expect(await createCodes(7, refetch)).toMatchObject({ status: 'done', message: created })
    },
  )

  it.each([null, false, 0, ''])('was refused after the payload %j if the list has no new codes', async (data) => {
    responding({ data })
    expect(faultOf((await createCodes(7, refetching({}))).error)).toEqual({ kind: 'refused' })
    const others = await createCodes(7, refetching({ added: 3, addedRows: [code] }))
    const message = warning('hay 3 codigos nuevos sin asignar')
    expect(others).toMatchObject({ status: 'unknown', message, codes: [code] })
    expect(faultOf(others.error)).toEqual({ kind: 'other' })
  })
})

describe('a deletion', () => {
  const done = { status: 'done', message: deleted(code), codes: [code] }

  it.each([
    ...[true, 1, { deleted: 1 }, { codes: [code] }].map((data): [unknown, number[]] => [data, []]),
    [{ deletionId: 0 }, [0]],
    [{ deleted: null, deletionId: 9 }, [9]],
  ])('is done with the payload %j', async (data, deletionIds) => {
    responding({ data })
    expect(await deleteOne(code, unreadable())).toEqual({ ...done, deletionIds })
  })

  const running = { response: { data: { error: { code: 'request_in_progress' } } } }
  it.each([lost, failure(500), failure(503, keyed), failure(409, { ...keyed, ...running })])(
    'is done after %s if the code is no longer in the list',
    async (error) => {
      failing(error)
      expect(await deleteOne(code, refetching({ removed: 1 }))).toEqual(done)
      for (const refetch of [refetching({ kept: 1 }), unreadable()])
        expect(await deleteOne(code, refetch)).toEqual({ status: 'unknown', error })
    },
  )

  it('says after a 404 whether the code is no longer in the list', async () => {
    const error = failure(404)
    failing(error)
    const message = warning('el codigo ABC ya no existe')
    expect(await deleteOne(code, refetching({ removed: 1 }))).toEqual({ status: 'refused', error, message })
    for (const refetch of [refetching({ kept: 1 }), unreadable()])
      expect(await deleteOne(code, refetch)).toEqual({ status: 'refused', error })
  })

  it.each([[failure(404, keyed)], [failure(409)], [failure(409, keyed)]])('was refused by %s', async (error) => {
    failing(error)
    const refetch = unreadable()
    expect(await deleteOne(code, refetch)).toEqual({ status: 'refused', error })
    expect(refetch).not.toHaveBeenCalled()
  })
})

describe('a bulk deletion', () => {
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
    const { status, message, codes: named } = await deleteAll([code], unreadable())
    expect({ status, message, named }).toEqual({ status: 'done', message: deletedAll, named: codes })
    // Past the caches, since this GET changes data.
    const options = { reads: false, headers: { 'Cache-Control': 'no-cache' } }
    expect(apiClient.get).toHaveBeenCalledWith('DeleteAllCodes', options)
  })

  it.each([
    ['no unassigned codes', { removed: 7 }, { status: 'done', message: deletedAll, codes: [code] }],
    ['all of them', { kept: 7 }, { status: 'unknown', message: warning('quedan 7 codigos sin asignar') }],
    ['one of them', { kept: 1, removed: 6 }, { status: 'unknown', message: warning('queda 1 codigo sin asignar') }],
    ['new ones', { added: 2, removed: 7 }, { status: 'unknown', message: warning('quedan 2 codigos sin asignar') }],
    ['none, as before', {}, { status: 'unknown', message: undefined }],
  ])('after a lost response, with a list that has %s', async (_list, changes, outcome) => {
    failing(lost)
    const { error, ...shown } = await deleteAll([code], refetching(changes))
    expect(shown).toEqual(outcome)
  })
})

describe('a restoration', () => {
  it('is done, and names the codes', async () => {
    responding({ data: { restored: 1 } })
    const message = { severity: 'success', summary: 'Restaurado', detail: 'se restauró el codigo' }
    expect(await restore(deletion, unreadable())).toEqual({ status: 'done', message })
    expect(apiClient.post).toHaveBeenCalledWith('RestoreCodes', { prmCodeIds: [5] }, { reads: false })
  })

  it.each([
    ...[9, 0, 9007199254740993n, '9', 'a-b'].map((id) => [id, { prmDeletionIds: [id] }] as const),
    ...[undefined, null, '', true, {}].map((id) => [id, { prmCodeIds: [5] }] as const),
  ])('names a bulk deletion by its id %o, and otherwise its codes', async (deletionId, body) => {
    responding({ data: { deleted: 1, codes: [{ id: 5, name: 'ABC' }], deletionId } })
    const { codes = [], deletionIds = [] } = await deleteAll(undefined, unreadable())
    await restore({ codes, count: codes.length, deletionIds }, unreadable())
    expect(apiClient.post).toHaveBeenLastCalledWith('RestoreCodes', body, { reads: false })
  })

  it.each([
    [403, 'refused', notice('otra cuenta eliminó estos codigos y solo ella puede deshacerlo')],
    [404, 'refused', notice('pasaron diez minutos y la eliminación ya no se puede deshacer')],
    [409, 'refused', warning('ya existe un codigo con el mismo nombre y no se restauró ninguno')],
    [400, 'refused', undefined],
    [500, 'unknown', undefined],
  ])('explains status %d', async (code, status, message) => {
    failing(failure(code))
    expect(await restore(deletion, unreadable())).toMatchObject({ status, message })
  })
})

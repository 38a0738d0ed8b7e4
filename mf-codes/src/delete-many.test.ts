import { apiClient } from '@canje/shared-auth'
import { MemoryRows } from '@canje/shared-ui'
import { afterEach, expect, it, vi } from 'vitest'
import type { Code } from './codes'
import { deleteMany } from './delete-many'

const codesOf = (count: number): Code[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `C${index + 1}`,
    userName: null,
    used: 0,
    date: null,
  }))
const failure = (status: number, more = {}) => Object.assign(new Error(String(status)), { status, ...more })
const lost = Object.assign(new Error('Network Error'), { name: 'LostResponseError' })
const keyed = { config: { headers: new Map([['Idempotency-Key', 'k']]) } }
const namesOf = (codes: readonly Code[]) => codes.map(({ name }) => name)
const notDeleted = (name: string, reason: string) => `No se borró el codigo ${name}: ${reason}.`

/** Runs a deletion against responses by the id of the code: an error, or the payload. */
function run(
  count: number,
  respond: (id: number) => unknown,
  { existing = [] as number[] | 'unreadable', batch = undefined as string | undefined } = {},
) {
  const controller = new AbortController()
  const codes = codesOf(count)
  const post = vi.spyOn(apiClient, 'post').mockImplementation(async (_path, body) => {
    const response = await respond((body as { prmCodeId: number }).prmCodeId)
    if (response instanceof Error) throw response
    return { data: response }
  })
  const refetch = vi.fn(async () =>
    existing === 'unreadable'
      ? undefined
      : { rows: new MemoryRows(codes.filter(({ id }) => existing.includes(Number(id)))) },
  )
  const onProgress = vi.fn()
  const outcome = deleteMany(codes, {
    repeats: { signal: controller.signal, onRepeat: () => undefined },
    batch,
    refetch,
    onProgress,
  })
  return { outcome, codes, post, refetch, onProgress, stop: () => controller.abort() }
}

afterEach(() => {
  vi.restoreAllMocks()
})

it('sends one request each, names the press, and joins the ids of the deletions', async () => {
  const { outcome, codes, post, refetch } = run(9, (id) => ({ deletionId: id + 100 }), { batch: 'b' })
  const { codes: deleted = [], deletionIds, ...rest } = await outcome
  expect(namesOf(deleted)).toEqual(namesOf(codes))
  expect(rest).toEqual({
    status: 'done',
    refused: [],
    unknown: [],
    message: { severity: 'success', summary: 'Eliminados', detail: 'se eliminaron 9 codigos' },
  })
  expect(deletionIds).toEqual([101, 102, 103, 104, 105, 106, 107, 108, 109])
  expect(post.mock.calls.map(([, body]) => body)).toEqual(codes.map(({ id }) => ({ prmCodeId: id, prmBatch: 'b' })))
  expect(refetch).not.toHaveBeenCalled()
})

it('says why the service refused each code, and tells of the progress', async () => {
  const refusals = new Map<number, unknown>([
    [2, failure(409)],
    [3, failure(404, keyed)],
    [4, failure(400)],
  ])
  const { outcome, onProgress } = run(5, (id) => refusals.get(id) ?? {})
  const { codes = [], refused, status } = await outcome
  expect({ names: namesOf(codes), status }).toEqual({ names: ['C1', 'C5'], status: 'done' })
  expect(refused).toEqual([
    notDeleted('C2', 'ya fue redimido'),
    notDeleted('C3', 'el servicio no lo encontró'),
    notDeleted('C4', 'el servicio rechazó la petición (400)'),
  ])
  expect(onProgress.mock.calls.map(([, done]) => done)).toEqual([1, 2, 3, 4, 5])
})

it('lets one read of the list tell what lost responses did', async () => {
  const { outcome, refetch } = run(4, (id) => (id < 4 ? lost : {}), { existing: [3] })
  const { codes = [], deletionIds, unknown, status, error } = await outcome
  expect(namesOf(codes)).toEqual(['C1', 'C2', 'C4'])
  // Its deletion may still be under way.
  expect(unknown).toEqual(['No se sabe si se borró el codigo C3: el servicio no respondió.'])
  expect({ status, error }).toEqual({ status: 'unknown', error: lost })
  expect(refetch).toHaveBeenCalledTimes(1)
  expect(deletionIds).toEqual([])
})

it('knows that stopped deletions were not made where the service has failed and the list has the codes', async () => {
  const { outcome, stop } = run(2, () => failure(500), { existing: [1, 2] })
  stop()
  const refused = ['C1', 'C2'].map((name) => notDeleted(name, 'el servicio falló (500)'))
  expect(await outcome).toMatchObject({ status: 'refused', refused })
})

it('does not say who deleted a code that a repeated request does not find', async () => {
  const { outcome } = run(1, () => failure(404), { existing: [] })
  const refused = ['El codigo C1 ya no existe.']
  expect(await outcome).toMatchObject({ status: 'refused', codes: [], refused, unknown: [] })
})

it('sends no more once it is stopped, and awaits what was sent', async () => {
  const releases: (() => void)[] = []
  const { outcome, post, stop } = run(10, () => new Promise((resolve) => releases.push(() => resolve({}))))
  expect(post).toHaveBeenCalledTimes(6)
  stop()
  for (const release of releases) release()
  const { codes, refused, status } = await outcome
  expect(post).toHaveBeenCalledTimes(6)
  expect(codes).toHaveLength(6)
  expect(status).toBe('done')
  expect(refused).toEqual(['C7', 'C8', 'C9', 'C10'].map((name) => notDeleted(name, 'no se intentó')))
})

it.each([
  // Those under way beside the sixth failure are awaited.
  ['the service is down', lost, 11, 11],
  ['the session has ended', failure(401), 6, 0],
])('sends no more when %s', async (_case, error, requests, left) => {
  const { outcome, post } = run(30, () => error, { existing: codesOf(30).map(({ id }) => Number(id)) })
  const { refused = [], unknown = [] } = await outcome
  expect(post.mock.calls.length).toBe(requests)
  expect([refused.length, unknown.length]).toEqual([30 - left, left])
  expect(refused.at(-1)).toBe(notDeleted('C30', 'no se intentó'))
})

it('does not know the outcome where the session has ended after a lost response', async () => {
  const repeated = { config: { isRepeated: true } }
  const { outcome } = run(2, (id) => failure(401, id === 1 ? repeated : {}), { existing: 'unreadable' })
  expect(await outcome).toMatchObject({
    refused: [notDeleted('C2', 'el servicio ya no acepta la sesión')],
    unknown: ['No se sabe si se borró el codigo C1: el servicio ya no acepta la sesión.'],
  })
})

it.each([false, 'ok'])('sends all, and lets one read of the list tell, where responses are %j', async (data) => {
  const { outcome, post, refetch } = run(30, () => data, { existing: [29, 30] })
  const { codes = [], unknown, status } = await outcome
  expect(post).toHaveBeenCalledTimes(30)
  expect(refetch).toHaveBeenCalledTimes(1)
  expect([codes.length, status]).toEqual([28, 'unknown'])
  expect(unknown).toEqual(['C29', 'C30'].map((name) => `No se sabe si se borró el codigo ${name}: revise la lista.`))
})

it('goes on after single failures', async () => {
  const { outcome, post } = run(40, (id) => (id % 2 === 0 ? lost : {}), { existing: [] })
  expect((await outcome).codes).toHaveLength(40)
  expect(post).toHaveBeenCalledTimes(40)
})

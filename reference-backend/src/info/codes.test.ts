import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startOnNewDatabase, type TestBackend } from '../testing/backend'
import { createDatabase } from '../testing/engines'

interface CodeRow {
  id: number
  name: string
  userName: string | null
  used: 0 | 1
  date: string
}

let backend: TestBackend
let redeemed: CodeRow[]
const codes = () => backend.rows<CodeRow>('SelectCodes')
const insert = (prmnumber_codes: number) => backend.info('InsertCodes', { body: { prmnumber_codes } })
const remove = (prmCodeId?: number) => backend.info('DeleteCode', { body: { prmCodeId } })

beforeAll(async () => {
  backend = await startOnNewDatabase(createDatabase)
})
beforeEach(async () => {
  await backend.info('DeleteAllCodes')
  redeemed = await codes()
})
afterAll(() => backend.close())

it('list codes by id, used ones with their user', async () => {
  await insert(1)
  const list = await codes()

  expect((await backend.info('SelectCodes')).body).toEqual({ data: { data: list } })
  expect(list.map(({ id }) => id)).toEqual(list.map(({ id }) => id).sort((a, b) => a - b))
  expect(list[0]).toMatchObject({ used: 1, userName: expect.any(String) })
  expect(list.at(-1)).toMatchObject({ used: 0, userName: null, name: expect.stringMatching(/^[2-9A-Z]{12}$/) })
})

it('create the requested number of codes, and name them', async () => {
  const { status, body } = await insert(99)

  const created = (await codes()).filter(({ used }) => used === 0)
  expect(created).toHaveLength(99)
  const named = created.map(({ id, name, date }) => ({ id, name, date }))
  expect({ status, body }).toEqual({ status: 200, body: { data: { created: 99, codes: named } } })
})

it('delete an unused code once', async () => {
  await insert(1)
  const unused = (await codes()).at(-1)

  const responses = await Promise.all([remove(unused?.id), remove(unused?.id)])

  expect(responses.map(({ status }) => status).sort()).toEqual([200, 404])
  expect(await codes()).toEqual(redeemed)
})

it('refuse to delete a used code, and an unknown one', async () => {
  expect(await remove(0)).toMatchObject({ status: 404, body: { error: { code: 'code_unknown' } } })
  expect(await remove(redeemed[0]?.id)).toMatchObject({ status: 409, body: { error: { code: 'code_used' } } })
  expect(await codes()).toEqual(redeemed)
})

it('delete every unassigned code and no other, and name them', async () => {
  await insert(7)

  const unassigned = (await codes()).filter(({ used }) => used === 0).map(({ id, name, date }) => ({ id, name, date }))

  const { status, body } = await backend.info('DeleteAllCodes')

  expect({ status, body }).toEqual({
    status: 200,
    body: { data: { deleted: 7, codes: expect.any(Array), deletionId: expect.any(Number) } },
  })
  const { data } = body as { data: { codes: CodeRow[] } }
  expect(data.codes.sort((one, other) => one.id - other.id)).toEqual(unassigned)
  expect(await backend.info('DeleteAllCodes')).toMatchObject({ body: { data: { deleted: 0, codes: [] } } })
  expect(await codes()).toEqual(redeemed)
  expect(redeemed.length).toBeGreaterThan(0)
})

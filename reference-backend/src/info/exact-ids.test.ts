import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../database/connect'
import { startTestBackend, type TestBackend } from '../testing/backend'
import { createDatabase, type TestDatabase } from '../testing/engines'

const A = 9007199254740993n
const B = 9007199254740992n

describe('ids that a double cannot hold', () => {
  let database: TestDatabase
  let backend: TestBackend
  let token: string

  /** Sends a JSON text, or a GET, and resolves with the status and the text of the response. */
  const request = async (path: string, body?: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${backend.apiUrl}/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...headers },
      ...(body !== undefined && { body }),
    })
    return { status: response.status, text: await response.text() }
  }
  /** The ids of 16 digits in a list. */
  const longIds = async (path: string) =>
    Array.from((await request(path)).text.matchAll(/"(?:id|codeId)":(\d{16,})/g), ([, id]) => id)

  beforeAll(async () => {
    database = await createDatabase()
    backend = await startTestBackend(database.choice)
    await backend.close()
    const opened = await openDatabase(database.choice)
    const person = { mail: '', phone: '', identification_number: '', city_name: '', document_type: '' }
    await opened
      .insertInto('codes')
      .values([A, B].map((id) => ({ id, name: `C${id}` })))
      .execute()
    await opened
      .insertInto('users')
      .values([A, B].map((id) => ({ ...person, id, name: `U${id}`, registered_at: '2025-01-01T00:00:00Z' })))
      .execute()
    await opened
      .insertInto('referrals')
      .values({ referrer_id: A, referred_id: B, points: 1, locate: '', referred_at: '2025-01-01T00:00:00Z' })
      .execute()
    await opened.destroy()
    backend = await startTestBackend(database.choice)
    token = await backend.signIn()
  })
  afterAll(async () => {
    await backend.close()
    await database.remove()
  })

  it('are sent with all digits', async () => {
    expect(await longIds('SelectCodes')).toEqual([`${B}`, `${A}`])
    expect(await longIds('SelectUsers')).toEqual([`${B}`, `${A}`])
    const tree = await request('SelectScoreReferrals', `{"prmUserId":${A}}`)
    expect(tree.text).toMatch(`"id":${B},"parent_id":${A}`)
    expect((await request('SelectScoreReferrals', `{"prmUserId":${B}}`)).text).toBe('{"data":[]}')
  })

  it.each([
    ['9007199254740994', 404],
    ['9223372036854775807', 404],
    ['9223372036854775808', 400],
    ['1e400', 400],
    ['9007199254740993.0', 400],
    ['9007199254740992.4', 400],
    [`"${A}"`, 400],
  ])('that no code has, such as %s, delete nothing', async (id, status) => {
    expect((await request('DeleteCode', `{"prmCodeId":${id}}`)).status).toBe(status)
    expect(await longIds('SelectCodes')).toEqual([`${B}`, `${A}`])
  })

  it('delete, restore and record their own code', async () => {
    const key = { 'Idempotency-Key': 'delete-a' }
    const deleted = await request('DeleteCode', `{"prmCodeId":${A}}`, key)
    expect(deleted.text).toContain(`"codes":[{"id":${A},"name":"C${A}"`)
    expect(await longIds('SelectCodes')).toEqual([`${B}`])
    expect(await request('DeleteCode', `{"prmCodeId":${A}}`, key)).toEqual(deleted)
    expect((await request('DeleteCode', `{"prmCodeId":${B}}`, key)).status).toBe(422)

    expect((await request('RestoreCodes', `{"prmCodeIds":[${B}]}`)).status).toBe(404)
    expect((await request('RestoreCodes', `{"prmCodeIds":[${A}]}`)).text).toBe('{"data":{"restored":1}}')
    expect(await longIds('SelectCodes')).toEqual([`${B}`, `${A}`])
    expect(await longIds('SelectStaffEvents')).toEqual([`${A}`, `${A}`])

    expect((await request('DeleteAllCodes')).text).toContain(`{"id":${B},"name":"C${B}"`)
    expect(await longIds('SelectCodes')).toEqual([])
  })

  it('are not ambiguous', async () => {
    const body = `{"prmCodeId":${A},"prmCodeId":${B}}`
    expect((await request('DeleteCode', body)).status).toBe(400)
  })
})

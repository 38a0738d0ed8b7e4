import { randomUUID } from 'node:crypto'
import type { Operation } from '@canje/reference-backend/openapi'
import type { ServiceResponse } from '../client'
import { type Context, fieldOf, isRow, payloadOf, plain, type Row, rowsOf } from '../context'
import { CheckFailure, fail } from '../findings'

/** The name of the press that deletes the code (D27, feature `history`). */
const BATCH = `check-services-${randomUUID()}`

/** What the check has created, and so removes. */
interface Created {
  /** Ids of the codes of others. */
  others: Set<unknown>
  /** Codes of this check, by id. */
  own: Map<unknown, Row>
  /** Codes that were asked for, and may appear in the list. */
  pending: number
}

/** Creates, deletes and restores one code, and removes it, whatever happens (D13, creation; D27, optional features). */
export async function checkChanges(context: Context): Promise<void> {
  const others = new Set((await listCodes(context)).map(({ id }) => id))
  const created: Created = { others, own: new Map(), pending: 0 }
  try {
    const code = await checkCreation(context, created)
    const deletionId = await checkDeletion(context, code)
    if (!context.has('history')) return
    await context.attempt(() => checkEvent(context, code))
    await checkRestoration(context, created, code, deletionId)
  } finally {
    await removeCreated(context, created)
  }
}

async function checkCreation(context: Context, created: Created): Promise<Row> {
  const operation = context.operation('InsertCodes')
  const key = randomUUID()
  const insert = async (count: number) => {
    created.pending = count
    const response = await change(context, operation, { prmnumber_codes: count }, key)
    const found = await findCreated(context, created, idsIn(response))
    created.pending = 0
    return { response, found }
  }
  const { response, found } = await insert(1)
  const payload = payloadOf(response)
  if (!payload) fail(operation, 'insert-refused', `its payload is ${payload}.`, `Send ${operation.payload.expected}.`)
  const [code] = found
  if (!code) {
    // It may appear later.
    created.pending = 1
    fail(operation, 'insert-unlisted', 'SelectCodes does not list the new code.', 'Commit it before the response.')
  }
  if (code.used === 1 || !isUnassigned(code)) {
    const message = 'the new code is assigned or redeemed.'
    context.report(operation, 'insert-assigned', message, 'List it with userName null and used 0.', 'D6')
  }
  checkNamed(context, operation, payload, code)
  if (!context.has('idempotency')) return code

  const repeated = await insert(1)
  if (repeated.found.length > 0 || repeated.response.text !== response.text) {
    const message = `a repeated key ${repeated.found.length > 0 ? 'creates codes again' : 'gets another response'}.`
    const fix = 'Make a change with a key once, and send its first response again.'
    context.report(operation, 'key-ignored', message, fix, 'D27')
  } else if ((await insert(2)).response.status !== 422)
    context.report(operation, 'key-reused', 'it accepts the key of another request.', 'Respond with 422.', 'D27')
  return code
}

/** @returns the id of the deletion; undefined without one */
async function checkDeletion(context: Context, code: Row): Promise<unknown> {
  const operation = context.operation('DeleteCode')
  const batch = context.has('history') ? { prmBatch: BATCH } : {}
  const payload = payloadOf(await change(context, operation, { prmCodeId: code.id, ...batch }))
  if ((await listCodes(context)).some(({ id }) => id === code.id)) {
    const fix = 'Delete the code of prmCodeId, read with all its digits, before the response.'
    fail(operation, 'delete-listed', 'SelectCodes still lists the deleted code.', fix)
  }
  checkNamed(context, operation, payload, code)
  return fieldOf(payload, 'deletionId')
}

async function checkEvent(context: Context, code: Row): Promise<void> {
  const operation = context.operation('SelectStaffEvents')
  const rows = rowsOf(await context.client.send(operation, { token: context.token, query: '?prmLimit=100' }))
  const expected = { codeName: code.name, action: 'delete', batch: BATCH }
  if (rows.some((row) => Object.entries(expected).every(([field, value]) => fieldOf(row, field) === value))) return
  const fix = 'Record each change of a code, as action "delete" here, with prmBatch as batch.'
  context.report(operation, 'event-missing', 'it does not list the deletion of a code.', fix)
}

async function checkRestoration(context: Context, created: Created, code: Row, deletionId: unknown): Promise<void> {
  const operation = context.operation('RestoreCodes')
  const body = deletionId === undefined ? { prmCodeIds: [code.id] } : { prmDeletionIds: [deletionId] }
  // A service may create another code instead.
  created.pending = 1
  payloadOf(await change(context, operation, body))
  const restored = (await listCodes(context)).find(({ id }) => id === code.id)
  if (restored) created.pending = 0
  if (restored?.name === code.name && restored?.date === code.date) return
  const message = 'SelectCodes does not list the restored code as before.'
  context.report(operation, 'not-restored', message, 'Restore codes with their ids, names and dates.')
}

/** Checks that a response names the code that it changed, if the service has this feature (D27, optional features). */
function checkNamed(context: Context, operation: Operation, payload: unknown, code: Row): void {
  if (!context.has('history')) return
  const codes = fieldOf(payload, 'codes')
  const areValid = operation.payload.differences(plain(payload)).every(({ field }) => !field?.startsWith('codes'))
  const isNamed = Array.isArray(codes) && codes.length === 1 && fieldOf(codes[0], 'id') === code.id
  if (areValid && isNamed && fieldOf(codes[0], 'name') === code.name) return
  const fix = 'Send the codes as "codes": [{ "id", "name", "date" }], as SelectCodes lists them.'
  context.report(operation, 'code-unnamed', 'its payload does not name the code.', fix, 'D27')
}

/** Removes what is left of the check, also after a failure or Ctrl-C. */
async function removeCreated(context: Context, created: Created): Promise<void> {
  const { own } = created
  const operation = context.operation('DeleteCode')
  const left = async () => (await listCodes(context, true)).filter(({ id }) => own.has(id))
  const reportLeft = (codes: Iterable<Row>) => {
    const message = `the created code ${Array.from(codes, ({ name }) => name).join(', ')} is not removed.`
    context.report(operation, 'not-removed', message, 'Delete it in Codigos.')
  }
  try {
    if (created.pending > 0) await findCreated(context, created)
    for (const { id } of await left()) await change(context, operation, { prmCodeId: id })
    const kept = await left()
    if (kept.length > 0) reportLeft(kept)
  } catch (error) {
    if (own.size + created.pending > 0) reportLeft(own.values())
    if (error instanceof CheckFailure) context.add(error.finding)
  }
}

/** The ids of the codes that a response names. */
function idsIn(response: ServiceResponse): unknown[] {
  try {
    const codes = fieldOf(payloadOf(response), 'codes')
    return Array.isArray(codes) ? codes.map((code) => fieldOf(code, 'id')) : []
  } catch {
    return []
  }
}

/**
 * Finds the new codes of this check: the named ones, or all new ones if there are no more than were asked for. All others
 * are of other people from then on.
 */
async function findCreated(context: Context, created: Created, named: readonly unknown[] = []): Promise<Row[]> {
  const { others, own, pending } = created
  const added = (await listCodes(context, true)).filter(({ id }) => !others.has(id) && !own.has(id))
  const ofResponse = added.filter(({ id }) => named.includes(id))
  for (const { id } of added) others.add(id)
  if (ofResponse.length === 0 && added.length > pending) {
    const names = added.map(({ name }) => name).join(', ')
    const message = `another person creates codes now: one of ${names} may be of this check, and is not removed.`
    const fix = 'Delete it in Codigos, and run the command again.'
    fail(context.operation('InsertCodes'), 'not-removed', message, fix)
  }
  const found = ofResponse.length > 0 ? ofResponse : added.filter(isUnassigned)
  for (const row of found) own.set(row.id, row)
  return found
}

const isUnassigned = ({ userName }: Row) => userName === null || userName === undefined || userName === ''

/** @param isCleanup reads even when the command is stopped */
async function listCodes(context: Context, isCleanup = false): Promise<Row[]> {
  const request = { token: context.token, isChange: isCleanup }
  return rowsOf(await context.client.send(context.operation('SelectCodes'), request)).filter(isRow)
}

function change(context: Context, operation: Operation, body: object, key: string = randomUUID()) {
  const headers = context.has('idempotency') ? { 'Idempotency-Key': key } : {}
  return context.client.send(operation, { token: context.token, body, headers, isChange: true })
}

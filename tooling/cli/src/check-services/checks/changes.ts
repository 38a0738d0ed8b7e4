import { randomUUID } from 'node:crypto'
import type { Operation } from '@canje/reference-backend/openapi'
import { type Context, fail, fieldOf, isRow, payloadOf, plain, type Row, rowsOf } from '../context'
import { CheckFailure, finding } from '../findings'

/** The name of the press that deletes the code (D27, feature `history`). */
const BATCH = `check-services-${randomUUID()}`

/** What the check has created, and so removes. */
interface Created {
  /** Ids of the codes of others. */
  before: Set<unknown>
  /** Codes of this check, by id. */
  own: Map<unknown, Row>
  /** Ids that responses have named. */
  named: Set<unknown>
  /** Codes that were asked for, and were not yet found in the list. */
  pending: number
}

/** Creates, deletes and restores one code, and removes it, whatever happens (D13, creation; D27, optional features). */
export async function checkChanges(context: Context): Promise<void> {
  const created: Created = { before: idsOf(await listCodes(context)), own: new Map(), named: new Set(), pending: 0 }
  try {
    const code = await checkCreation(context, created)
    const deletionId = await checkDeletion(context, code)
    if (!context.features.has('history')) return
    await context.attempt(() => checkEvent(context, code))
    await checkRestoration(context, created, code, deletionId)
  } finally {
    await removeCreated(context, created)
  }
}

async function checkCreation(context: Context, created: Created): Promise<Row> {
  const operation = context.operation('InsertCodes')
  const key = randomUUID()
  const create = (count: number) => {
    created.pending += count
    return change(context, operation, { prmnumber_codes: count }, key)
  }
  const response = await create(1)
  const payload = payloadOf(response)
  if (!payload) fail(operation, 'insert-refused', `its payload is ${payload}.`, `Send ${operation.payload.expected}.`)
  const codes = fieldOf(payload, 'codes')
  if (Array.isArray(codes)) for (const code of codes) created.named.add(fieldOf(code, 'id'))
  const [code] = await findCreated(context, created)
  if (!code)
    fail(operation, 'insert-unlisted', 'SelectCodes does not list the new code.', 'Commit it before the response.')
  if (code.used === 1 || !isUnassigned(code)) {
    const message = 'the new code is assigned or redeemed.'
    context.report(finding(operation, 'insert-assigned', message, 'List it with userName null and used 0.', 'D6'))
  }
  checkNamed(context, operation, payload, code)
  created.pending = 0
  if (!context.features.has('idempotency')) return code

  const repeated = await create(1)
  const again = await findCreated(context, created)
  created.pending = 0
  if (again.length > 0 || repeated.text !== response.text) {
    const message = again.length > 0 ? 'a repeated key creates codes again.' : 'a repeated key gets another response.'
    const fix = 'Make a change with a key once, and send its first response again.'
    context.report(finding(operation, 'key-ignored', message, fix, 'D27'))
    return code
  }
  const { status } = await create(2)
  await findCreated(context, created)
  created.pending = 0
  if (status !== 422) {
    const message = `the key of another request gets ${status}.`
    context.report(finding(operation, 'key-reused', message, 'Respond with 422.', 'D27'))
  }
  return code
}

/** @returns the id of the deletion; undefined without one */
async function checkDeletion(context: Context, code: Row): Promise<unknown> {
  const operation = context.operation('DeleteCode')
  const batch = context.features.has('history') ? { prmBatch: BATCH } : {}
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
  const event = rows.find((row) => fieldOf(row, 'codeName') === code.name && fieldOf(row, 'action') === 'delete')
  if (event && fieldOf(event, 'batch') !== BATCH) {
    const fix = 'Record prmBatch of DeleteCode, and send it as batch.'
    context.report(finding(operation, 'batch-missing', 'it does not name the press of a deletion.', fix))
  }
  if (event) return
  const message = 'it does not list the deletion of a code.'
  context.report(finding(operation, 'event-missing', message, 'Record each change of a code, as action "delete" here.'))
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
  const message = restored
    ? 'the restored code has another name or date.'
    : 'SelectCodes does not list the restored code.'
  context.report(finding(operation, 'not-restored', message, 'Restore codes with their ids, names and dates.'))
}

/** Checks that a response names the code that it changed, if the service has this feature (D27, optional features). */
function checkNamed(context: Context, operation: Operation, payload: unknown, code: Row): void {
  if (!context.features.has('history')) return
  const codes = fieldOf(payload, 'codes')
  const areValid = operation.payload.differences(plain(payload)).every(({ field }) => !field?.startsWith('codes'))
  const isNamed = Array.isArray(codes) && codes.length === 1 && fieldOf(codes[0], 'id') === code.id
  if (areValid && isNamed && fieldOf(codes[0], 'name') === code.name) return
  const fix = 'Send the codes as "codes": [{ "id", "name", "date" }], as SelectCodes lists them.'
  context.report(finding(operation, 'code-unnamed', 'its payload does not name the code.', fix, 'D27'))
}

/** Removes what is left of the check, also after a failure or Ctrl-C. */
async function removeCreated(context: Context, created: Created): Promise<void> {
  const operation = context.operation('DeleteCode')
  const left = async () => (await listCodes(context, true)).filter(({ id }) => created.own.has(id))
  const reportLeft = (codes: string) => {
    const message = `the created code ${codes} is not removed.`
    context.report(finding(operation, 'not-removed', message, 'Delete it in Codigos.'))
  }
  const names = () => [...created.own.values()].map(({ name }) => name).join(', ')
  try {
    if (created.pending > 0) await findCreated(context, created)
    for (const { id } of await left()) await change(context, operation, { prmCodeId: id })
    const kept = await left()
    if (kept.length > 0) reportLeft(kept.map(({ name }) => name).join(', '))
    const unfound = [...created.named].filter((id) => !created.own.has(id))
    if (created.pending > 0 && unfound.length > 0) reportLeft(unfound.join(', '))
  } catch (error) {
    if (created.own.size + created.pending > 0) reportLeft(names())
    if (error instanceof CheckFailure) context.report(error.finding)
  }
}

/**
 * Finds the new codes of this check: the named ones, or all new ones if there are no more than were asked for. All others
 * are of other people from then on.
 */
async function findCreated(context: Context, created: Created): Promise<Row[]> {
  const { before, own, named, pending } = created
  const added = (await listCodes(context, true)).filter(({ id }) => !before.has(id) && !own.has(id))
  const areNamed = added.some(({ id }) => named.has(id))
  const found = added.filter((row) => (areNamed ? named.has(row.id) : added.length <= pending && isUnassigned(row)))
  for (const row of found) own.set(row.id, row)
  for (const { id } of added) before.add(id)
  created.pending = Math.max(0, pending - found.length)
  if (pending > 0 && added.length > pending && !areNamed) {
    const names = added.map(({ name }) => name).join(', ')
    const message = `another person creates codes now: one of ${names} may be of this check, and is not removed.`
    fail(context.operation('InsertCodes'), 'not-removed', message, 'Delete it in Codigos, and run the command again.')
  }
  return found
}

const isUnassigned = ({ userName }: Row) => userName === null || userName === undefined || userName === ''

const idsOf = (rows: Row[]) => new Set<unknown>(rows.map(({ id }) => id))

/** @param isCleanup reads even when the command is stopped */
async function listCodes(context: Context, isCleanup = false): Promise<Row[]> {
  const request = { token: context.token, isChange: isCleanup }
  return rowsOf(await context.client.send(context.operation('SelectCodes'), request)).filter(isRow)
}

function change(context: Context, operation: Operation, body: object, key: string = randomUUID()) {
  const headers = context.features.has('idempotency') ? { 'Idempotency-Key': key } : {}
  return context.client.send(operation, { token: context.token, body, headers, isChange: true })
}

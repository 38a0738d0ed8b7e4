import { randomUUID } from 'node:crypto'
import type { Operation } from '@canje/reference-backend/openapi'
import { type Context, fieldOf, rowsOf } from '../context'
import { fail } from '../findings'
import { checkRows } from './rows'

const TREE = 'SelectScoreReferrals'
const EVENTS = 'SelectStaffEvents'
/** The lists with a filter, and the field that it is compared with (specification §5). */
const FILTERED: Readonly<Record<string, string>> = { SelectScores: 'name', SelectReferrals: 'user_name' }
/** The most characters that staff can type into a filter (specification §9). */
const MAX_FILTER = 50

/** Checks every list, with all rows. */
export async function checkLists(context: Context): Promise<void> {
  for (const operation of context.lists.filter(({ path }) => path !== TREE && path !== EVENTS)) {
    await context.attempt(() => checkList(context, operation))
    const field = FILTERED[operation.path]
    if (field !== undefined) await context.attempt(() => checkFilter(context, operation, field))
  }
}

async function checkList(context: Context, operation: Operation, query = ''): Promise<void> {
  const response = await context.client.send(operation, { token: context.token, query })
  if (response.text.includes('\ufffd'))
    context.notes.add(`${operation.path} sends the character U+FFFD: its texts were damaged before.`)
  checkRows(context, operation, rowsOf(response), response.text)
}

/** Checks that a filter finds a name of the list, and that no match is an empty list. */
async function checkFilter(context: Context, operation: Operation, field: string): Promise<void> {
  const filtered = async (prmNameOrPhone: string) =>
    rowsOf(await context.client.send(operation, { token: context.token, body: { prmNameOrPhone } }))
  if ((await filtered(`canje-${randomUUID()}`)).length > 0) {
    const message = 'a filter that matches nothing gets rows.'
    return context.report(operation, 'filter-ignored', message, 'Apply prmNameOrPhone.', 'D14')
  }
  const names = context.rows.get(operation)?.map((row) => row[field]) ?? []
  const name = names.find((value) => typeof value === 'string' && value !== '' && value.length <= MAX_FILTER)
  if (typeof name !== 'string' || (await filtered(name)).some((row) => fieldOf(row, field) === name)) return
  const message = `a ${field} of its rows as the filter does not find them.`
  context.report(operation, 'filter-empty', message, `Compare prmNameOrPhone with ${field} and the phone.`, 'D14')
}

/** Checks the referral tree of a user with referrals, and of one with an id beyond 2^53 (D5, score referrals). */
export async function checkTree(context: Context): Promise<void> {
  const users = context.rows.get(context.operation('SelectUsers')) ?? []
  const report = context.rows.get(context.operation('SelectReport')) ?? []
  const referrer = report.find(({ referalName }) => typeof referalName === 'string') ?? users[0]
  const large = users.find(({ id }) => typeof id === 'bigint' && id % 2n !== 0n)
  for (const user of [referrer, large]) if (user) await context.attempt(() => checkTreeOf(context, user.id))
}

/** Without the request, the details of a user have no tree. */
async function checkTreeOf(context: Context, prmUserId: unknown): Promise<void> {
  const operation = context.operation(TREE)
  const response = await context.client.send(operation, { token: context.token, body: { prmUserId } })
  if (response.status !== 404) return checkRows(context, operation, rowsOf(response), response.text)
  if (response.text.includes('"user_unknown"')) {
    const message = `it does not know the user ${prmUserId} of SelectUsers.`
    context.report(operation, 'user-unknown', message, 'Read ids with all their digits.', 'D31')
  } else context.notes.add(`${TREE} responds with 404: the details of a user show no referrals (D5, score referrals).`)
}

/** Checks the actions of the staff: newest first, and in pages (D27, optional features). */
export async function checkEvents(context: Context): Promise<void> {
  const operation = context.operation(EVENTS)
  await checkList(context, operation, '?prmLimit=20')
  const [first, second] = context.rows.get(operation)?.map(({ id }) => id) ?? []
  if (typeof first !== 'number' || typeof second !== 'number') return
  if (first < second) fail(operation, 'events-order', 'the oldest row is the first.', 'Send the newest first.')
  const query = `?prmLimit=1&prmBefore=${first}`
  const [next, ...more] = rowsOf(await context.client.send(operation, { token: context.token, query }))
  if (fieldOf(next, 'id') === second && more.length === 0) return
  const message = 'prmLimit=1 and prmBefore do not get the next row alone.'
  context.report(operation, 'page-ignored', message, 'Send at most prmLimit rows that are older than prmBefore.')
}

import { cellText } from '@canje/shared-ui'
import type { Code } from '../codes'
import { codesText } from '../messages'
import { RESTORABLE_MS } from '../stored-receipts'
import type { StaffEvent } from './staff-events'

/** What staff look for: actions on codes are few among the sign-ins. */
export type ActionKind = 'codes' | 'accounts' | 'failures'

/** One press of an account, with all its codes as far as the log was read. */
export interface StaffAction
  extends Pick<StaffEvent, 'date' | 'userName' | 'action' | 'actionId' | 'batch' | 'address'> {
  key: string
  kind: ActionKind
  /** What it did, as words: 'creó 50 codigos'. */
  text: string
  codes: readonly Code[]
  /** The number of its codes, as far as that is known. */
  count: number
  /** The log may have more of its codes, in what has not been read. */
  isPartial: boolean
}

/** The events of a batch follow each other within this time, in milliseconds. */
const BATCH_PAUSE_MS = RESTORABLE_MS

const CODE_VERBS: Readonly<Record<string, string>> = {
  create: 'creó',
  delete: 'eliminó',
  delete_all: 'eliminó',
  restore: 'restauró',
}

const ACCOUNT_WORDS: Readonly<Record<string, string>> = {
  sign_in: 'ingresó',
  renewal: 'renovó la sesión',
  sign_out: 'cerró la sesión',
  account_added: 'creó la cuenta',
  account_enabled: 'habilitó la cuenta',
  account_disabled: 'deshabilitó la cuenta',
  password_changed: 'cambió la contraseña',
  database_restored: 'restauró la base de datos',
}

const FAILURE_WORDS: Readonly<Record<string, string>> = {
  sign_in_failed: 'no pudo ingresar',
  sign_in_throttled: 'no pudo ingresar: demasiados intentos',
}

/**
 * Groups events by their action, in the order of the events, which is the newest first.
 *
 * @param isComplete the events are the whole log
 */
export function groupActions(events: readonly StaffEvent[], isComplete: boolean): StaffAction[] {
  const end = isComplete ? undefined : timeOf(events.at(-1))
  const groups = new Map<string, StaffEvent[]>()
  for (const event of events) {
    const key = keyOf(event)
    const group = groups.get(key)
    if (group) group.push(event)
    else groups.set(key, [event])
  }
  return Array.from(groups, ([key, group]) => actionOf(key, group, end))
}

/** A batch is named by its client. Without ids of actions, the codes of one account at one time are one action. */
function keyOf({ id, userName, action, batch, actionId, codeId, date }: StaffEvent): string {
  const parts =
    batch !== null
      ? ['batch', batch, userName, action]
      : actionId !== null
        ? ['action', actionId]
        : codeId !== null
          ? ['codes', date, userName, action]
          : ['event', id]
  return JSON.stringify(parts.map(cellText))
}

/** @param end the time of the oldest event that was read; undefined at the end of the log */
function actionOf(key: string, events: readonly StaffEvent[], end: number | undefined): StaffAction {
  const [{ date, userName, action, actionId, batch, address, count }] = events as [StaffEvent]
  const codes = events
    .filter(({ codeId, codeName }) => codeId !== null || codeName !== null)
    .map(({ codeId, codeName }): Code => ({ id: codeId, name: codeName, userName: null, used: 0, date: null }))
    .reverse()
  const total = batch === null ? Math.max(Number(count) || 0, codes.length) : codes.length
  const isBatchPartial = batch !== null && end !== undefined && !(timeOf(events.at(-1)) - end >= BATCH_PAUSE_MS)
  const name = cellText(action)
  const verb = wordOf(name, CODE_VERBS)
  const failure = wordOf(name, FAILURE_WORDS)
  return {
    key,
    kind: verb ? 'codes' : failure ? 'failures' : 'accounts',
    text: verb
      ? `${verb} ${codesText(total)}${isBatchPartial ? ' o más' : ''}`
      : (failure ?? wordOf(name, ACCOUNT_WORDS) ?? name),
    date,
    userName,
    action,
    actionId,
    batch,
    address,
    codes,
    count: total,
    isPartial: isBatchPartial || (end !== undefined && codes.length < total),
  }
}

/** Finds no word of a name that every object has, such as 'constructor'. */
function wordOf(name: string, words: Readonly<Record<string, string>>): string | undefined {
  return Object.hasOwn(words, name) ? words[name] : undefined
}

/** In milliseconds; NaN for what is no date. */
function timeOf(event: StaffEvent | undefined): number {
  return Date.parse(cellText(event?.date ?? null).replace(' ', 'T'))
}

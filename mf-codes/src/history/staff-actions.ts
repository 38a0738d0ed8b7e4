import { type Cell, cellText } from '@canje/shared-ui'
import type { Code } from '../codes'
import { codesText } from '../messages'
import { RESTORABLE_MS } from '../stored-receipts'
import type { StaffEvent } from './staff-events'

/** The parameter of a URL of Codigos that opens an action in Historial, by its key. */
export const HISTORY = 'historial'

/** What staff look for: actions on codes are few among the sign-ins. */
export type ActionKind = 'codes' | 'accounts' | 'failures'

/** One press of an account, with all its codes as far as the log was read. */
export type StaffAction = ReturnType<typeof actionOf>

/** What is done, as words; what is done with codes goes on with their number. */
const WORDS: ReadonlyMap<string, readonly [kind: ActionKind, words: string]> = new Map([
  ['create', ['codes', 'creó']],
  ['delete', ['codes', 'eliminó']],
  ['delete_all', ['codes', 'eliminó']],
  ['restore', ['codes', 'restauró']],
  ['sign_in', ['accounts', 'ingresó']],
  ['renewal', ['accounts', 'renovó la sesión']],
  ['sign_out', ['accounts', 'cerró la sesión']],
  ['account_added', ['accounts', 'creó la cuenta']],
  ['account_enabled', ['accounts', 'habilitó la cuenta']],
  ['account_disabled', ['accounts', 'deshabilitó la cuenta']],
  ['password_changed', ['accounts', 'cambió la contraseña']],
  ['sign_in_failed', ['failures', 'no pudo ingresar']],
  ['sign_in_throttled', ['failures', 'no pudo ingresar: demasiados intentos']],
])

/**
 * Groups events by their action, in the order of the events, which is the newest first.
 *
 * @param isComplete the events are the whole log
 */
export function groupActions(events: readonly StaffEvent[], isComplete: boolean): StaffAction[] {
  const end = isComplete ? undefined : timeOf(events.at(-1)?.date)
  const groups = new Map<string, StaffEvent[]>()
  for (const event of events) {
    const key = keyOf(event)
    const group = groups.get(key)
    if (group) group.push(event)
    else groups.set(key, [event])
  }
  return Array.from(groups, ([key, group]) => actionOf(key, group, end))
}

/** A batch is named by its client. */
function keyOf({ id, userName, action, batch, actionId }: StaffEvent): string {
  const idOfAction = actionId === null ? ['event', id] : ['action', actionId]
  return JSON.stringify((batch === null ? idOfAction : ['batch', batch, userName, action]).map(cellText))
}

/** @param end the time of the oldest event that was read; undefined at the end of the log */
function actionOf(key: string, events: readonly StaffEvent[], end: number | undefined) {
  const [newest] = events as [StaffEvent]
  const { action, batch, count } = newest
  const codes = events
    .filter(({ codeId, codeName }) => codeId !== null || codeName !== null)
    .map(({ codeId, codeName }): Code => ({ id: codeId, name: codeName, userName: null, used: 0, date: null }))
    .reverse()
  const total = batch === null ? Math.max(Number(count) || 0, codes.length) : codes.length
  // The deletions of a press follow each other within this time.
  const isBatchPartial = batch !== null && end !== undefined && !(timeOf(events.at(-1)?.date) - end >= RESTORABLE_MS)
  const name = cellText(action)
  const [kind, words] = WORDS.get(name) ?? ['accounts', name]
  return {
    ...newest,
    key,
    kind,
    /** What it did, as words: 'creó 50 codigos'. */
    text: kind === 'codes' ? `${words} ${codesText(total)}${isBatchPartial ? ' o más' : ''}` : words,
    codes,
    /** The number of its codes, as far as it is known. */
    total,
    /** The log may have more of its codes, in what has not been read. */
    isPartial: isBatchPartial || (end !== undefined && codes.length < total),
  }
}

/** In milliseconds; NaN for what is no date. A time without a zone is of the campaign, America/Bogota (D7, campaign time). */
export function timeOf(date: Cell = null): number {
  return Date.parse(cellText(date).replace(/[ T]([\d:.]+)$/, 'T$1-05:00'))
}

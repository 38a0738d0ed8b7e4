import { cellText, formatNumber } from '@canje/shared-ui'
import type { Code } from '../codes'
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
  /** The number of its codes, of which the first ones may not have been read. */
  count: number
}

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

/** Groups events by their action, in the order of the events, which is the newest first. */
export function groupActions(events: readonly StaffEvent[]): StaffAction[] {
  const groups = new Map<string, StaffEvent[]>()
  for (const event of events) {
    const key = keyOf(event)
    const group = groups.get(key)
    if (group) group.push(event)
    else groups.set(key, [event])
  }
  return Array.from(groups, ([key, group]) => actionOf(key, group))
}

/** A batch is named by its client, and events of earlier versions have no id of their action. */
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

function actionOf(key: string, events: readonly StaffEvent[]): StaffAction {
  const [{ date, userName, action, actionId, batch, address, count }] = events as [StaffEvent]
  const codes = events
    .filter(({ codeId, codeName }) => codeId !== null || codeName !== null)
    .map(({ codeId, codeName }): Code => ({ id: codeId, name: codeName, userName: null, used: 0, date: null }))
    .reverse()
  const total = batch === null ? Math.max(Number(count) || 0, codes.length) : codes.length
  const name = cellText(action)
  const verb = CODE_VERBS[name]
  return {
    key,
    kind: verb ? 'codes' : FAILURE_WORDS[name] ? 'failures' : 'accounts',
    text: verb ? `${verb} ${codesText(total)}` : (FAILURE_WORDS[name] ?? ACCOUNT_WORDS[name] ?? name),
    date,
    userName,
    action,
    actionId,
    batch,
    address,
    codes,
    count: total,
  }
}

function codesText(count: number): string {
  return count === 1 ? '1 codigo' : `${formatNumber(count)} codigos`
}

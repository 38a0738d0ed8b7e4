import { fireEvent, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, vi } from 'vitest'
import { backend } from '../../backend'
import { DRIPPED_BYTES } from '../../fault-proxy/faults'
import { executionError } from '../../messages'
import { setActive } from '../../render-tab'
import { clearToasts, toasts } from '../../toasts'
import type { Read, Write } from './faulty-tab'
import { announcements, buttonNamed, fieldTexts, isBusy, paragraphs, shownTexts, withSecondPress } from './page'
import { failures, RETRY_AFTER_S, recover, type ServiceFault, SIGN_IN_PAGE, TOO_MANY_REQUESTS } from './service-faults'
import { settled, turns } from './settled'

/** As many requests as `apiClient` sends of one change with a key. */
const MAX_ATTEMPTS = 6

/** A request of a tab that fails by every fault in turn. */
export interface Trial {
  endpoint: string
  /** A write has the words of its change. */
  action: Read & Partial<Write>
  user: UserEvent
  faults: readonly ServiceFault[]
  /** The press mounts the tab. */
  opens?: boolean
  /** Unmounts the tab and mounts it again, unless the press mounts it. */
  reload: () => Promise<void>
}

/** Has a request fail by every fault, and then succeed, slowly, and fail again, without a reload. */
export async function failByEachFault(trial: Trial): Promise<void> {
  const { action, faults } = trial
  await prepare(trial)
  for (const fault of faults) {
    // A conflict of a change has words of its own, and may be a success of an earlier attempt.
    if (action.change && fault.name === 'status 409') continue
    if (action.clearsText && fault !== faults[0]) await prepare(trial)
    await failBy(fault, trial)
    const isOffered = !paragraphs().some((text) => text.startsWith('El servidor no '))
    if (fault !== SIGN_IN_PAGE && isOffered) continue
    if (isOffered) expect(buttonNamed('Recargar'), `${trial.endpoint}: a button that reloads the page`).toBeDefined()
    await trial.reload()
    await prepare(trial)
  }
  await succeedSlowly(trial)
  // A second opening is as the first, and a change has another subject.
  if (trial.opens || action.change) return
  await prepare(trial)
  const [fault = TOO_MANY_REQUESTS] = faults
  await failBy(fault, trial, true)
}

/** @param isAgain after a success, of which the tab may keep the response in memory */
async function failBy(fault: ServiceFault, trial: Trial, isAgain = false): Promise<void> {
  const { endpoint, action } = trial
  const where = `${endpoint} with ${fault.name}${isAgain ? ', after a success' : ''}`
  const [count, shown, fields] = [backend.requests(endpoint).length, shownTexts(), fieldTexts()]
  fault.inject(endpoint)
  await press(trial)
  if (isAgain) await settled()
  if (isAgain && backend.requests(endpoint).length === count) return recover(endpoint)
  await sent(trial, count)
  const words = wordsOf(fault, action)
  // What a service does not offer is no failure of the moment, and stands as a text.
  const said = () => [...announcements(), ...(fault.isRefusal ? paragraphs() : [])]
  await waitFor(() => expect(said(), `${where}: why it failed`).toContainEqual(words))
  await settled()
  await waitFor(() => expect(isBusy(), `${where}: a control stays busy`).toBe(false))

  const attempts = backend.requests(endpoint).length - count
  if (action.change) expect(attempts, `${where}: times that a change was sent`).toBe(1)
  else expect(attempts, `${where}: times that it was sent`).toBeLessThanOrEqual(MAX_ATTEMPTS)
  const errors = toasts().filter(({ severity }) => severity === 'error' || severity === 'success')
  const expected = action.hasToast === false ? [] : [executionError]
  expect(errors, `${where}: toasts`).toEqual(expected)
  // What has succeeded may have other rows.
  if (!isAgain) expect(shownTexts(), `${where}: the last rows`).toEqual(expect.arrayContaining(shown))
  if (!action.clearsText) expect(fieldTexts(), `${where}: the typed texts`).toEqual(expect.arrayContaining(fields))
  clearToasts()

  const end = backend.requests(endpoint).length
  if (fault === TOO_MANY_REQUESTS) {
    await vi.advanceTimersByTimeAsync((RETRY_AFTER_S - 1) * 1_000)
    await turns()
    expect(backend.requests(endpoint).length - end, `${where}: requests before Retry-After`).toBe(0)
  }
  recover(endpoint)
}

async function succeedSlowly(trial: Trial): Promise<void> {
  const { endpoint, action } = trial
  const where = `${endpoint}, one byte a second`
  if (action.clearsText) await prepare(trial)
  const [count, said] = [backend.requests(endpoint).length, announcements()]
  const saidSince = () => announcements().filter((text) => text.trim() !== '' && !said.includes(text))
  let waiting: string[] = []
  backend.drip(endpoint)
  const pressAgain = await withSecondPress(() => press(trial))
  await sent(trial, count)
  pressAgain()
  for (let second = 0; second <= DRIPPED_BYTES; second++) {
    await vi.advanceTimersByTimeAsync(1_000)
    await turns()
    // A look at another tab.
    if (second === 2 || second === 4) setActive(second === 4)
    if (second === 5) {
      waiting = saidSince()
      expect(isBusy() || waiting.length > 0, `${where}: the tab says that it waits`).toBe(true)
    }
  }
  recover(endpoint)
  await settled()
  await waitFor(() => expect(isBusy(), `${where}: a control stays busy`).toBe(false))
  await waitFor(() => expect(failures(), `${where}: words of an earlier failure`).toEqual([]))
  const left = () => announcements().filter((text) => waiting.includes(text))
  await waitFor(() => expect(left(), `${where}: words of the wait, after it`).toEqual([]))
  expect(
    toasts().filter(({ severity }) => severity === 'error'),
    `${where}: toasts`,
  ).toEqual([])
  const kept = backend
    .requests(endpoint)
    .slice(count)
    .filter(({ aborted }) => !aborted)
  expect(kept.length, `${where}: times that it was sent, and not aborted`).toBe(1)
}

async function prepare({ action, user }: Trial): Promise<void> {
  if (!action.prepare) return
  await action.prepare(user)
  await settled()
  clearToasts()
}

/** Presses 'Reintentar' after a failed read, which a person would too. */
async function press({ action, user }: Trial): Promise<void> {
  await waitFor(() => expect(isBusy(), 'A control is busy before the press').toBe(false))
  const retry = action.change === undefined && !action.clearsText && buttonNamed('Reintentar')
  if (retry) fireEvent.click(retry)
  else await action.press(user)
}

function sent({ endpoint }: Trial, count: number): Promise<void> {
  return waitFor(() =>
    expect(backend.requests(endpoint).length, `The press has sent no ${endpoint}.`).toBeGreaterThan(count),
  )
}

function wordsOf({ name, reason, isRefusal }: ServiceFault, { change }: Trial['action']): unknown {
  const hasOwnWords = isRefusal && name !== 'status 400'
  if (!change && hasOwnWords)
    return expect.stringMatching(new RegExp(`${escaped(capitalized(reason))}|^El servidor no `))
  if (!change)
    return expect.stringMatching(
      new RegExp(`${escaped(capitalized(reason))}(\\.|; se muestran los últimos datos recibidos\\.)$`),
    )
  const done = typeof change === 'string' ? change : change()
  if (hasOwnWords) return expect.stringMatching(new RegExp(`^No ${escaped(done)}: \\S`))
  return expect.stringContaining(`${isRefusal ? 'No' : 'No se sabe si'} ${done}: ${reason}.`)
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

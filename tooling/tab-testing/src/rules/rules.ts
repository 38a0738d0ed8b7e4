import { isLoggedIn } from '@canje/shared-auth'
import { backend } from '../backend'
import { nameOf, type RecordedRequest } from '../fault-proxy/faults'
import { turns } from '../suites/faults/settled'
import { forgetPresses, lostFocus, pressTimes, realNow } from './presses'

/** Changes of data by their names: a read may be a POST, too. */
const WRITE = /^(Add|Assign|Cancel|Create|Delete|Insert|Redeem|Remove|Restore|Save|Send|Set|Update)[A-Z]/
const CONTROLS = 'button, input:not([type=hidden]), select, textarea, a[href], [role=button], [role=combobox]'
/** Of jsdom, in which some functions of a browser are missing. */
const NOT_IMPLEMENTED = /not implemented/i
/** In ms: a dialog that closes returns the focus when its transition ends. */
const PATIENCE = 1_000

const errors: string[] = []
const { error } = console
const delay = setTimeout
console.error = (...values: unknown[]) => {
  errors.push(values.map(String).join(' ').slice(0, 300))
  error(...values)
}

/**
 * Lists what an open tab must never do, whatever a test does with it: errors in the console that the test has not mocked,
 * controls without a name, a write without a press or twice by one, and a press that loses the focus.
 */
export async function openProblems(): Promise<string[]> {
  const end = realNow() + PATIENCE
  while (lostFocusProblems().length > 0 && realNow() < end) await new Promise((resolve) => delay(resolve, 20))
  const shown = errors.filter((text) => !NOT_IMPLEMENTED.test(text)).map((text) => `console.error: ${text}`)
  return [...shown, ...unnamedControls(), ...writeProblems(backend.requests()), ...lostFocusProblems()]
}

/** Lists what a tab does after it was closed: requests, and reads that it does not abort. */
export async function closedProblems(): Promise<string[]> {
  // What was sent before may arrive only now.
  await turns()
  const sent = backend.requests().length
  const running = () => backend.requests().filter((one) => !one.ended && !isWrite(one))
  const end = realNow() + PATIENCE
  do await turns()
  while (running().length > 0 && realNow() < end)
  const late = backend.requests().slice(sent)
  return [
    ...late.map((one) => `${nameOf(one)} was requested after the tab was closed`),
    ...running().map((one) => `${nameOf(one)} was not aborted when the tab was closed: pass its signal`),
  ]
}

/** Forgets the last test. */
export function forgetProblems(): void {
  errors.length = 0
  forgetPresses()
}

function isWrite(request: RecordedRequest): boolean {
  return WRITE.test(nameOf(request)) || ['PUT', 'PATCH', 'DELETE'].includes(request.method)
}

function writeProblems(requests: readonly RecordedRequest[]): string[] {
  const presses = pressTimes()
  const writes = requests.filter(isWrite)
  const first = presses[0] ?? Number.POSITIVE_INFINITY
  return writes.flatMap((one, index) => {
    if (one.receivedAt < first) return [`${nameOf(one)} changes data without a press`]
    const earlier = writes.slice(0, index).findLast((other) => isSame(other, one))
    const isPressed = presses.some((time) => earlier && time > earlier.receivedAt && time < one.receivedAt)
    return earlier && !isPressed ? [`${nameOf(one)} was sent twice by one press`] : []
  })
}

/** A repetition with the same key changes nothing twice. */
function isSame(one: RecordedRequest, other: RecordedRequest): boolean {
  const key = one.headers['idempotency-key']
  return one.path === other.path && one.body === other.body && (!key || key !== other.headers['idempotency-key'])
}

function lostFocusProblems(): string[] {
  const lost = isLoggedIn() ? lostFocus() : undefined
  return lost ? [`A press loses the focus of ${tagOf(lost)}, which is removed or disabled`] : []
}

function unnamedControls(): string[] {
  const controls = [...document.querySelectorAll(CONTROLS)]
  return controls
    .filter((control) => !control.closest('[aria-hidden=true], [hidden]') && !isNamed(control))
    .map((control) => `${tagOf(control)} has no name`)
}

function isNamed(control: Element): boolean {
  const labels = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement ? control.labels : null
  const ids = control.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
  const by = [
    ...(labels ?? []),
    ...ids.map((id) => document.getElementById(id)),
    control.matches('input') ? null : control,
  ]
  const texts = [
    control.getAttribute('aria-label'),
    control.getAttribute('title'),
    ...by.map((one) => one?.textContent),
  ]
  const images = [...control.querySelectorAll('img[alt], [aria-label], svg title')]
  return texts.some((text) => text?.trim()) || images.length > 0 || control.matches('[type=submit][value]')
}

function tagOf(element: Element): string {
  return element.outerHTML.split('>', 1)[0]?.slice(0, 120).concat('>') ?? ''
}

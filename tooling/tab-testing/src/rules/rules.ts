import { isLoggedIn } from '@canje/shared-auth'
import { backend } from '../backend'
import { turns } from '../suites/faults/settled'
import { brokenReferences } from './broken-references'
import { watchFocus } from './focus'
import { closedProblems, writeProblems } from './request-rules'
import { unnamedControls } from './unnamed-controls'

/** Of jsdom, in which some functions of a browser are missing. */
const NOT_IMPLEMENTED = /not implemented/i
/** In ms: a dialog that closes returns the focus when its transition ends. */
const PATIENCE = 1_000
const PRESSES = ['click', 'keydown', 'submit', 'change', 'input', 'paste', 'drop', 'popstate']

const presses: number[] = []
const errors: string[] = []
const focus = watchFocus()
const { error } = console
const delay = setTimeout
const now = performance.now.bind(performance)
for (const type of PRESSES) window.addEventListener(type, () => void presses.push(now()), true)
console.error = (...values: unknown[]) => {
  errors.push(values.map(String).join(' ').slice(0, 300))
  error(...values)
}

export const forgetFocus = focus.forget

/**
 * Lists what an open tab must never do, whatever a test does with it: errors in the console that the test has not mocked,
 * controls without a name, invalid fields with a broken reference, a write without a press or twice by one, and a press that
 * loses the focus.
 */
export async function openProblems(): Promise<string[]> {
  if (!isLoggedIn()) focus.forget()
  await patiently(focus.losses)
  const shown = errors.filter((text) => !NOT_IMPLEMENTED.test(text)).map((text) => `console.error: ${text}`)
  return [
    ...shown,
    ...unnamedControls(),
    ...brokenReferences(),
    ...focus.losses(),
    ...writeProblems(backend.requests(), presses),
  ]
}

/** Lists what a tab does after it was closed: requests, and reads that it does not abort. */
export async function afterClosing(): Promise<string[]> {
  // What was sent before may arrive only now.
  await turns()
  const sent = backend.requests().length
  await turns()
  return patiently(() => closedProblems(backend.requests(), sent))
}

/** Forgets the last test. */
export function forgetProblems(): void {
  errors.length = 0
  presses.length = 0
  focus.forget()
}

async function patiently(problems: () => string[]): Promise<string[]> {
  for (const end = now() + PATIENCE; problems().length > 0 && now() < end; )
    await new Promise((resolve) => delay(resolve, 20))
  return problems()
}

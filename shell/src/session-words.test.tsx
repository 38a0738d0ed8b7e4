import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endSession } from '@canje/shared-auth/host'
import { type Reply, skipShortWaits } from '@canje/shared-auth/test-server'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppFailure } from './AppFailure'
import { enterSession, startTestShell, storeSession, type TestShell } from './testing/test-shell'

/** A reply for each fault of the specification's tables. */
const REPLIES: Readonly<Record<string, Reply>> = {
  'Refused (404)': { status: 404, body: '{}' },
  '401': { status: 401, body: '{}' },
  '429': { status: 429, headers: { 'Retry-After': '120' }, body: '{}' },
  '5xx': { status: 500, body: '{}' },
  'No response': 'disconnect',
  'Sign-in page': { body: '<!doctype html><title>Proxy</title>' },
  Unreadable: { body: '{"rows":[]}' },
}

const specification = readFileSync(join(import.meta.dirname, '../../docs/specification.md'), 'utf8')
const [, section = ''] = specification.split('### Words for each fault\n')
const rows = section
  .split('\n#', 1)[0]
  ?.split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').slice(1, -1))
  .map((cells) => cells.map((cell) => cell.trim()))

/** The texts in a cell by the word before each, such as the status in "401: `text`". */
function textsIn(cell = ''): Readonly<Record<string, string>> {
  return Object.fromEntries([...cell.matchAll(/(\w*):? ?`([^`]+)`/g)].map(([, name = '', text = '']) => [name, text]))
}

/** The words of a request for each fault, with its reply. */
function wordsOf(request: string): [string, Reply, string][] {
  const rowOf = (name: string) => rows?.find(([first]) => first === name) ?? []
  const [, , refused, other, instead] = rowOf(request)
  return Object.entries(REPLIES).map(([fault, reply]) => {
    const reason = textsIn(rowOf(fault)[1])['']
    const words = textsIn(fault.startsWith('Refused') ? refused : other)[''] ?? 'not in the table'
    const sentence = words.replace('…', reason ?? '')
    return [fault, reply, textsIn(instead)[fault] ?? `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`]
  })
}

let shell: TestShell
let router: ReturnType<TestShell['open']>

beforeEach(async () => {
  shell = await startTestShell()
})
afterEach(() => endSession())

const username = () => screen.getByLabelText<HTMLInputElement>('Usuario')
const password = () => screen.getByLabelText<HTMLInputElement>('Contraseña')
const toasts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
/** The texts of the login card that tell what happened. */
const messages = () => document.querySelector('.login-note')?.textContent

async function signIn() {
  await fill(await screen.findByLabelText('Usuario'), 'ana')
  await fill(password(), 'secreta')
  await userEvent.keyboard('{Enter}')
}

async function fill(field: HTMLElement, text: string) {
  await userEvent.click(field)
  await userEvent.paste(text)
}

it.each([
  ...wordsOf('`CreateToken`: sign-in'),
  ['a token of null', { body: '{"data":null}' }, 'Usuario o contraseña incorrectos'],
  ['a 400', { status: 400, body: '{}' }, 'Usuario o contraseña incorrectos'],
  ['a 429 without a wait', { status: 429, body: '{}' }, 'Demasiados intentos: espere unos minutos'],
] satisfies [string, Reply, string][])(
  'a failed sign-in by %s (%j) says in the card: %s',
  async (_fault, reply, words) => {
    shell.open('/login')
    shell.responses.reply = reply
    await signIn()
    await vi.waitFor(() => expect(messages()).toBe(words))
    expect(toasts()).toEqual([expect.stringContaining('Usuario o contraseña incorrectos')])
    const areWrong = String(words === 'Usuario o contraseña incorrectos')
    expect([username(), password()].map((field) => field.getAttribute('aria-invalid'))).toEqual([areWrong, areWrong])
    const description = password().getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(description)?.textContent).toBe(words)
    expect(document.activeElement).toBe(password())
  },
)

it.each([
  ...wordsOf('`CreateToken`: renewal'),
  ['a token of null', { body: '{"data":null}' }, 'Contraseña incorrecta'],
] satisfies [string, Reply, string][])(
  'a failed renewal by %s (%j) says in the session bar: %s',
  async (_fault, reply, words) => {
    enterSession({ name: 'ana', expiresAt: Date.now() + 50_000 })
    shell.open('/main')
    await screen.findByRole('tab', { selected: true })
    shell.responses.reply = reply
    await fill(await screen.findByLabelText('Contraseña'), 'secreta')
    await userEvent.keyboard('{Enter}')
    const text = await screen.findByText(words)
    expect(text.closest('[role=status]')).toBeTruthy()
    expect(password().getAttribute('aria-invalid')).toBe(String(words === 'Contraseña incorrecta'))
    expect(toasts()).toEqual([])
    expect(sessionStorage.getItem('id_token')).toBe('stored')
  },
)

describe('a session that ends', () => {
  it.each(wordsOf('`ValidateLogin`: guard'))('at the guard by %s (%j) says in the login card: %s', async (...cell) => {
    const [, reply, words] = cell
    skipShortWaits()
    storeSession()
    shell.responses.reply = reply
    router = shell.open('/main')
    const text = await screen.findByText(words)
    expect(text.getAttribute('role')).toBe('status')
    expect(router.location()?.pathname).toBe('/login')
    expect(JSON.stringify(router.location())).not.toContain('sesi')
    expect(toasts()).toEqual([])
    expect(sessionStorage).toHaveLength(0)
    expect(username().getAttribute('aria-invalid')).toBe('false')
  })

  it('by its expiry says so, with a view to return to', async () => {
    history.replaceState(null, '', '/main?tab=codigos')
    storeSession({ expiresAt: Date.now() - 1 })
    router = shell.open('/main?tab=codigos')
    await screen.findByText('La sesión venció.')
    history.replaceState(null, '', '/')
  })

  it.each([
    ['types', () => userEvent.type(username(), 'a')],
    ['presses the button', () => userEvent.click(screen.getByRole('button', { name: 'Iniciar sesión' }))],
  ])('says so until the person %s', async (_what, goOn) => {
    storeSession({ expiresAt: Date.now() - 1 })
    shell.open('/main')
    await screen.findByText('La sesión venció.')
    await goOn()
    await vi.waitFor(() => expect(screen.queryByText('La sesión venció.')).toBeNull())
  })
})

it('the specification has the headings for a failure of the configuration and of a state', async () => {
  const headingOf = (what: string) => section.split(`**${what}**`)[1]?.split('`')[1] ?? ''
  render(<AppFailure error={undefined} />)
  expect(screen.getByRole('heading').textContent).toBe(headingOf('`/config.json`'))
  cleanup()
  storeSession()
  const state = { status: 'failed', fault: { kind: 'other' } } as const
  shell.remotes.store.dispatch({ type: 'state', name: 'mf-usuarios', state })
  shell.open('/main')
  const { textContent } = await screen.findByRole('heading', { name: /la pestaña/ })
  expect(textContent).toBe(headingOf('The state').replace('…', 'usuarios'))
})

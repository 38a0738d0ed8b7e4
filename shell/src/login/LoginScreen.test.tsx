import { clearToasts } from '@canje/shared-ui/host'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { startTestShell, type TestShell } from '../testing/test-shell'

let shell: TestShell
let router: ReturnType<TestShell['open']>

beforeEach(async () => {
  shell = await startTestShell()
  router = shell.open('/login')
})

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Iniciar sesión' })
const username = () => screen.getByLabelText<HTMLInputElement>('Usuario')
const password = () => screen.getByLabelText<HTMLInputElement>('Contraseña')

const toasts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const toast = (text: string) => vi.waitFor(() => expect(toasts()).toEqual([expect.stringContaining(text)]))

/** The field's state of error: whether it is invalid, and the texts that describe it. */
function errorOf(field: HTMLElement) {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return [field.getAttribute('aria-invalid'), ...ids.map((id) => document.getElementById(id)?.textContent)]
}

async function signIn(username: string, password: string) {
  await screen.findByRole('heading', { name: 'Bienvenido' })
  if (username) await userEvent.type(screen.getByLabelText('Usuario'), username)
  if (password) await userEvent.type(screen.getByLabelText('Contraseña'), password)
  await userEvent.click(button())
}

it('has the name of the person whose session has expired, and says that the view comes back', async () => {
  cleanup()
  const ended = { id: 'a', name: 'ana', expiresAt: Date.now() - 1, deadline: Number.MAX_SAFE_INTEGER }
  const record = { ...ended, view: '/main?tab=codigos', endReason: { kind: 'expired' } }
  sessionStorage.setItem('canje.session', JSON.stringify(record))
  shell.open('/login')
  await screen.findByText('La sesión venció. Al entrar vuelven su vista y su borrador.')
  expect(username().value).toBe('ana')
  expect(document.activeElement).toBe(password())
})

it('sends what a password manager has put into the fields, also after a failure, whose toast then goes', async () => {
  shell.responses.token = null
  await signIn('eva', 'mala')
  await toast('Usuario o contraseña incorrectos')
  username().value = ' ana '
  password().value = ' secreta '
  shell.responses.token = 't'
  await userEvent.click(button())
  expect(await screen.findByRole('tab', { name: 'usuarios', selected: true })).toBeTruthy()
  expect(router.location()?.pathname).toBe('/main')
  expect(shell.paths()).toEqual(['/CreateToken', '/CreateToken', '/ValidateLogin'])
  expect(shell.bodies('/CreateToken').at(-1)).toEqual({ username_input: 'ana', password_input: ' secreta ' })
  await toast('Se inicio sesión correctamente')
})

it('focuses the user name, without an error', async () => {
  await screen.findByRole('heading', { name: 'Bienvenido' })
  expect(document.activeElement).toBe(username())
  expect([errorOf(username()), errorOf(password())]).toEqual([['false'], ['false']])
})

it.each([
  ['', '', ['true', 'true'], 'Usuario'],
  ['ana', '', ['false', 'true'], 'Contraseña'],
  ['   ', 'secreta', ['true', 'false'], 'Usuario'],
  ['ana', 'mala', ['true', 'true'], 'Contraseña'],
])(
  'user "%s" and password "%s": marks the fields as invalid %j and focuses %s',
  async (name, secret, invalid, focused) => {
    shell.responses.token = null
    await signIn(name, secret)
    const message = name.trim() && secret ? 'Usuario o contraseña incorrectos' : 'Debe ingresar un usuario y contraseña'
    await toast(message)
    expect(shell.paths()).toEqual(message.startsWith('Debe') ? [] : ['/CreateToken'])
    const errors = [username(), password()].map(errorOf)
    expect(errors).toEqual(invalid.map((state) => (state === 'true' ? [state, message] : [state])))
    const field = screen.getByLabelText<HTMLInputElement>(focused)
    expect(document.activeElement).toBe(field)
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length])
  },
)

it.each([
  ['a double click', () => userEvent.dblClick(button())],
  ['Enter held down', () => userEvent.type(password(), '{Enter>9/}')],
])('counts %s as one attempt', async (_name, press) => {
  await screen.findByRole('heading', { name: 'Bienvenido' })
  await press()
  await toast('Debe ingresar un usuario y contraseña')
  clearToasts()
  shell.responses.token = null
  await userEvent.type(screen.getByLabelText('Usuario'), 'ana')
  await userEvent.type(password(), 'mala')
  await press()
  await toast('Usuario o contraseña incorrectos')
  expect(shell.paths()).toEqual(['/CreateToken'])
})

it('shows no success toast when the guard rejects the new session', async () => {
  shell.responses.sessionId = 0
  await signIn('ana', 'secreta')
  await vi.waitFor(() => expect(shell.paths()).toEqual(['/CreateToken', '/ValidateLogin']))
  await vi.waitFor(() => expect(button().getAttribute('aria-busy')).toBe('false'))
  expect(screen.queryByRole('alert')).toBeNull()
})

it('removes the message to wait when the next attempt starts', async () => {
  shell.responses.reply = { status: 429, headers: { 'Retry-After': '61' }, body: '{}' }
  await signIn('ana', 'mala')
  const sentence = await screen.findByText('Demasiados intentos: espere 2 minutos')
  await vi.waitFor(() => expect(button().getAttribute('aria-busy')).toBe('false'))
  shell.responses.reply = undefined
  shell.responses.token = null
  fireEvent.click(button())
  expect(sentence.textContent).toBe('')
  expect(button().getAttribute('aria-busy')).toBe('true')
  await vi.waitFor(() => expect(button().getAttribute('aria-busy')).toBe('false'))
  expect(screen.queryByText(/Demasiados intentos/)).toBeNull()
  expect(errorOf(password())).toEqual(['true', 'Usuario o contraseña incorrectos'])
})

const offer = () => screen.findByRole('button', { name: 'Continuar como ana' })

/** Another window with the session of Ana. */
function otherWindow(session: object) {
  const channel = new BroadcastChannel('canje.session')
  channel.addEventListener('message', ({ data: { kind, request } }) => {
    if (kind === 'ask') channel.postMessage({ kind: 'offer', name: 'ana' })
    if (kind === 'take') channel.postMessage({ kind: 'handed', request, session })
  })
  window.dispatchEvent(new Event('focus'))
  onTestFinished(() => channel.close())
}
const session = { idToken: 'handed', expiresAt: Date.now() + 300_000, id: 'id-of-the-session', name: 'ana' }

it('continues the session of another window after a press, with the view of the link and no toast (D38, new window)', async () => {
  cleanup()
  router = shell.open('/login#volver=%2Fmain%3Ftab%3Dcodigos%23q%3Dluis')
  await screen.findByRole('heading', { name: 'Bienvenido' })
  otherWindow(session)
  const button = await offer()
  expect(sessionStorage.getItem('id_token')).toBeNull()
  await userEvent.click(button)
  await screen.findByRole('tab', { name: 'codigos', selected: true })
  expect(router.location()?.hash).toBe('#q=luis')
  expect(sessionStorage.getItem('id_token')).toBe('handed')
  expect(toasts()).toEqual([])
  expect(shell.paths()).not.toContain('/CreateToken')
})

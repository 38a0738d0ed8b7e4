import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { speakSpanish } from 'shared-ui/primereact'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestShell, type TestShell } from '../testing/test-shell'

let shell: TestShell
let router: ReturnType<TestShell['open']>

beforeAll(speakSpanish)
beforeEach(async () => {
  shell = await startTestShell()
  router = shell.open('/login')
})
afterEach(() => shell.close())

const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Iniciar sesión' })
const password = () => screen.getByLabelText<HTMLInputElement>('Contraseña')

async function signIn(username: string, password: string) {
  await screen.findByRole('heading', { name: 'Bienvenido' })
  if (username) await userEvent.type(screen.getByLabelText('Usuario'), username)
  if (password) await userEvent.type(screen.getByLabelText('Contraseña'), password)
  await userEvent.click(button())
}

it.each([
  ['', ''],
  ['ana', ''],
  ['', 'secreta'],
  ['   ', 'secreta'],
])('makes no call for user "%s" and password "%s"', async (username, password) => {
  await signIn(username, password)
  expect(await screen.findByText('Debe ingresar un usuario y contraseña')).toBeTruthy()
  expect(shell.paths()).toEqual([])
})

it('says that the credentials are wrong', async () => {
  shell.answers.token = null
  await signIn('ana', 'mala')
  expect(await screen.findByText('Usuario o contraseña incorrectos')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/login')
})

it('gives a refused password back selected, ready for another', async () => {
  shell.answers.token = null
  await signIn('ana', 'mala')
  await screen.findByText('Usuario o contraseña incorrectos')
  expect(document.activeElement).toBe(password())
  expect([password().selectionStart, password().selectionEnd]).toEqual([0, 4])
})

it.each([
  ['a double click', () => userEvent.dblClick(button())],
  ['Enter held down', () => userEvent.type(password(), '{Enter>9/}')],
])('takes %s for one attempt', async (_name, press) => {
  await screen.findByRole('heading', { name: 'Bienvenido' })
  await press()
  expect(await screen.findAllByText('Debe ingresar un usuario y contraseña')).toHaveLength(1)
  shell.answers.token = null
  await userEvent.type(screen.getByLabelText('Usuario'), 'ana')
  await userEvent.type(password(), 'mala')
  await press()
  expect(await screen.findAllByText('Usuario o contraseña incorrectos')).toHaveLength(1)
  expect(shell.paths()).toEqual(['/CreateToken'])
})

it('while busy says so, takes no press and keeps the focus', async () => {
  shell.answers.token = null
  await screen.findByRole('heading', { name: 'Bienvenido' })
  await userEvent.type(screen.getByLabelText('Usuario'), 'ana')
  await userEvent.type(password(), 'mala')
  button().focus()
  fireEvent.click(button())
  expect(button().getAttribute('aria-busy')).toBe('true')
  expect(button().getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(button())
  fireEvent.click(button())
  await screen.findByText('Usuario o contraseña incorrectos')
  expect(shell.paths()).toEqual(['/CreateToken'])
})

it('leads through the guard to the first tab, with the success toast', async () => {
  await signIn('ana', 'secreta')
  expect(await screen.findByRole('tab', { name: 'usuarios', selected: true })).toBeTruthy()
  expect(await screen.findByText('Se inicio sesión correctamente')).toBeTruthy()
  expect(shell.paths()).toEqual(['/CreateToken', '/ValidateLogin'])
})

it('takes the toast of a refused attempt away once signed in', async () => {
  shell.answers.token = null
  await signIn('ana', 'mala')
  await screen.findByText('Usuario o contraseña incorrectos')
  shell.answers.token = 't'
  await userEvent.click(button())
  await screen.findByText('Se inicio sesión correctamente')
  await vi.waitFor(() => expect(screen.queryByText('Usuario o contraseña incorrectos')).toBeNull())
})

it('raises no success toast when the guard turns the new session away', async () => {
  shell.answers.sessionId = 0
  await signIn('ana', 'secreta')
  await vi.waitFor(() => expect(shell.paths()).toEqual(['/CreateToken', '/ValidateLogin']))
  await vi.waitFor(() => expect(button().getAttribute('aria-busy')).toBe('false'))
  expect(screen.queryByRole('alert')).toBeNull()
})

describe('after too many attempts', () => {
  const wait = (text: string) => screen.findByText(`Demasiados intentos: espere ${text}`)

  it.each([
    ['60', '1 minuto'],
    ['0', '1 minuto'],
    ['61', '2 minutos'],
    ['300', '5 minutos'],
    ['soon', 'unos minutos'],
  ])('tells at the form, beside the toast, with Retry-After %j to wait %s', async (retryAfter, text) => {
    shell.answers.tooManyAttempts = { 'Retry-After': retryAfter }
    await signIn('ana', 'mala')
    const sentence = await wait(text)
    expect(sentence.getAttribute('role')).toBe('status')
    expect(sentence.closest('form')).toBeTruthy()
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Usuario o contraseña incorrectos'),
    ])
    expect(document.activeElement).toBe(password())
    expect(password().getAttribute('aria-describedby')).toBe(sentence.id)
  })

  it('knows no time without the header', async () => {
    shell.answers.tooManyAttempts = {}
    await signIn('ana', 'mala')
    await wait('unos minutos')
  })

  it('says so until the next attempt starts', async () => {
    shell.answers.tooManyAttempts = { 'Retry-After': '61' }
    await signIn('ana', 'mala')
    const sentence = await wait('2 minutos')
    await vi.waitFor(() => expect(button().getAttribute('aria-busy')).toBe('false'))
    shell.answers.tooManyAttempts = undefined
    shell.answers.token = null
    fireEvent.click(button())
    expect(sentence.textContent).toBe('')
    expect(button().getAttribute('aria-busy')).toBe('true')
    await vi.waitFor(() => expect(button().getAttribute('aria-busy')).toBe('false'))
    expect(screen.queryByText(/Demasiados intentos/)).toBeNull()
    expect(password().hasAttribute('aria-describedby')).toBe(false)
  })
})

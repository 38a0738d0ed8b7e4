import { useSession } from '@canje/shared-auth'
import { setSpanishLocale } from '@canje/shared-ui/primereact'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { enterSession, startTestShell, type TestShell } from '../testing/test-shell'

let shell: TestShell

beforeAll(setSpanishLocale)
beforeEach(async () => {
  shell = await startTestShell()
})
afterEach(async () => {
  vi.useRealTimers()
  await shell.close()
})

const bar = () => screen.queryByRole('region', { name: 'Sesión' })

/** Opens the main screen in the last seconds of a session. */
async function open(seconds: number, name: string | null = 'ana') {
  enterSession({ ...(name !== null && { name }), expiresAt: Date.now() + seconds * 1000 })
  shell.open('/main')
  await screen.findByRole('tab', { name: 'usuarios', selected: true })
}

async function renew() {
  await userEvent.type(screen.getByLabelText('Contraseña'), 'secreta{Enter}')
}

it('is shown from a minute before the end, and counts down', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  await open(62)
  expect(bar()).toBeNull()
  await act(async () => vi.advanceTimersByTime(2_500))
  expect(screen.getByRole('timer').textContent).toBe('Su sesión vence en 1:00')
  await act(async () => vi.advanceTimersByTime(1_000))
  expect(screen.getByRole('timer').textContent).toBe('Su sesión vence en 0:59')
  await act(async () => vi.advanceTimersByTime(50_000))
  expect(screen.getByRole('timer').textContent).toBe('Su sesión vence en 0:09')
})

it('renews the session with the password, and mounts nothing again', async () => {
  await open(50)
  const panel = screen.getByRole('tabpanel')
  const content = panel.innerHTML
  shell.responses.token = 'renewed'
  await renew()
  await vi.waitFor(() => expect(bar()).toBeNull())
  expect(useSession.getState().idToken).toBe('renewed')
  expect(sessionStorage.getItem('id_token')).toBe('renewed')
  expect(screen.getByRole('tabpanel')).toBe(panel)
  expect(panel.innerHTML).toBe(content)
  expect(shell.paths()).toEqual(['/ValidateLogin', '/CreateToken'])
})

it.each([
  ['Contraseña incorrecta', () => Object.assign(shell.responses, { token: null })],
  ['El servicio no responde', () => Object.assign(shell.responses, { failure: 503 })],
  [
    'Demasiados intentos: espere 2 minutos',
    () => Object.assign(shell.responses, { tooManyAttempts: { 'Retry-After': '61' } }),
  ],
])('says %s, and keeps the session', async (text, arrange) => {
  await open(50)
  arrange()
  await renew()
  expect(await screen.findByText(text)).toBeTruthy()
  expect(useSession.getState().idToken).toBe('stored')
  expect(screen.getByLabelText<HTMLInputElement>('Contraseña').value).toBe('')
})

it('is not shown to an unknown person', async () => {
  await open(50, null)
  expect(bar()).toBeNull()
})

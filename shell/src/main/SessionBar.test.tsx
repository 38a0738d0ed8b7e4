import { once } from 'node:events'
import { useSession } from '@canje/shared-auth'
import { TabDialog } from '@canje/shared-ui'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { InputText } from 'primereact/inputtext'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { enterSession, startTestShell, type TestShell } from '../testing/test-shell'
import { SessionBar } from './SessionBar'

let shell: TestShell

// Loads on demand, which takes more than a second on a busy machine.
beforeAll(() => import('./RenewalForm'))
beforeEach(async () => {
  shell = await startTestShell()
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
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] })
  await open(62)
  expect(bar()).toBeNull()
  await act(async () => vi.advanceTimersByTime(2_500))
  expect((await screen.findByRole('timer')).textContent).toBe('Su sesión vence en 1:00')
  await act(async () => vi.advanceTimersByTime(1_000))
  expect(screen.getByRole('timer').textContent).toBe('Su sesión vence en 0:59')
  await act(async () => vi.advanceTimersByTime(50_000))
  expect(screen.getByRole('timer').textContent).toBe('Su sesión vence en 0:09')
})

it('sends what a password manager has put into the field, but not an empty password', async () => {
  await open(50)
  shell.responses.token = null
  await userEvent.click(screen.getByRole('button', { name: 'Seguir' }))
  const field = screen.getByLabelText<HTMLInputElement>('Contraseña')
  expect(document.activeElement).toBe(field)
  field.value = ' secreta '
  await userEvent.click(screen.getByRole('button', { name: 'Seguir' }))
  await screen.findByText('Contraseña incorrecta')
  expect(field.value).toBe('')
  expect(useSession.getState().idToken).toBe('stored')
  expect(shell.bodies('/CreateToken')).toEqual([{ username_input: 'ana', password_input: ' secreta ' }])
})

it('continues the session with a response after its end, and mounts nothing again', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  await open(50)
  const panel = screen.getByRole('tabpanel')
  shell.responses.token = 'renewed'
  const responses = new EventTarget()
  const released = once(responses, 'released')
  const { fetch } = globalThis
  vi.spyOn(globalThis, 'fetch').mockImplementationOnce((...request) => released.then(() => fetch(...request)))
  await renew()
  await act(async () => vi.advanceTimersByTime(55_000))
  expect(screen.getByRole('timer').textContent).toBe('Comprobando la contraseña…')
  responses.dispatchEvent(new Event('released'))
  await vi.waitFor(() => expect(bar()).toBeNull())
  expect(sessionStorage.getItem('id_token')).toBe('renewed')
  await act(async () => vi.advanceTimersByTime(1_000))
  expect(screen.getByRole('tabpanel')).toBe(panel)
})

it('tells a password manager whose password it asks for', async () => {
  await open(50)
  const field = await screen.findByLabelText<HTMLInputElement>('Usuario')
  expect(field).toMatchObject({ value: 'ana', autocomplete: 'username', readOnly: true, type: 'text' })
  expect(field.form).toBe(screen.getByLabelText<HTMLInputElement>('Contraseña').form)
})

it('is not shown to an unknown person', async () => {
  await open(50, null)
  expect(bar()).toBeNull()
})

describe('with an open dialog', () => {
  async function openDialog() {
    const user = userEvent.setup()
    const onHide = vi.fn()
    enterSession({ name: 'ana', expiresAt: Date.now() + 50_000 })
    render(
      <>
        <TabDialog header="Crear" onHide={onHide} className="">
          <InputText aria-label="Cantidad" autoFocus />
        </TabDialog>
        <SessionBar />
      </>,
    )
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Cantidad' })
    await waitFor(() => expect(document.activeElement).toBe(field))
    await user.keyboard('42')
    return { user, onHide, field }
  }
  const password = () => screen.getByLabelText('Contraseña')

  it('is the last part of the ring of tab stops, also beside the dialog of a browser extension', async () => {
    const { user, field } = await openDialog()
    const extension = document.body.appendChild(document.createElement('div'))
    extension.innerHTML = '<div aria-modal="true"><span data-p-hidden-focusable tabindex="-1"></span></div>'
    onTestFinished(() => extension.remove())
    const closeButton = screen.getByRole('button', { name: 'Cerrar' })
    await user.click(password())
    const ring = [screen.getByRole('button', { name: 'Seguir' }), closeButton, field, password()]
    for (const stop of ring) {
      await user.tab()
      expect(document.activeElement).toBe(stop)
    }
    for (const stop of ring.toReversed().slice(1)) {
      await user.tab({ shift: true })
      expect(document.activeElement).toBe(stop)
    }
  })

  it('leaves it open, and gives the focus back to its field after a renewal', async () => {
    const { user, onHide, field } = await openDialog()
    await user.tab()
    await user.keyboard('{Escape}')
    await user.keyboard('secreta{Enter}')
    await waitFor(() => expect(bar()).toBeNull())
    expect(document.activeElement).toBe(field)
    expect(field.value).toBe('42')
    expect(onHide).not.toHaveBeenCalled()
  })
})

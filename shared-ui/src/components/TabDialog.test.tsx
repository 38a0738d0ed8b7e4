import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { TabDialog } from './TabDialog'
import { Popup } from './view-bar/Popup'

/** A tab whose dialog has every layer that Escape closes. */
function Dialogs() {
  const [isOpen, setOpen] = useState(false)
  const [isGone, setGone] = useState(false)
  const open = () => setOpen(true)
  return (
    <>
      <section data-table-region aria-label="Tabla" tabIndex={-1} />
      <button type="button" onClick={open}>
        Abrir
      </button>
      {!isGone && (
        <button
          type="button"
          onClick={() => {
            open()
            setGone(true)
          }}
        >
          Abrir y quitar
        </button>
      )}
      <Popup label="Vista">
        <span data-menu-entries>
          <button type="button" onClick={open}>
            Historial
          </button>
        </span>
      </Popup>
      {isOpen && (
        <TabDialog header="Diálogo" onHide={() => setOpen(false)}>
          <Popup label="Filtro">
            <button type="button">Hoy</button>
          </Popup>
          <input aria-label="Nombre" />
        </TabDialog>
      )}
    </>
  )
}

function renderDialogs() {
  render(<Dialogs />)
  return userEvent.setup()
}

const dialog = () => screen.queryByRole('dialog')
const press = (user: UserEvent, name: string) => user.click(screen.getByRole('button', { name }))

async function pressEscape(user: UserEvent) {
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(dialog()).toBeNull())
}

it('returns the focus to the button of the menu that had the opener', async () => {
  const user = renderDialogs()
  await press(user, 'Vista')
  await press(user, 'Historial')
  await pressEscape(user)
  expect(screen.queryByRole('button', { name: 'Historial' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Vista' }))
})

it('moves the focus to the table when its opener is gone', async () => {
  const user = renderDialogs()
  await press(user, 'Abrir y quitar')
  await pressEscape(user)
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Tabla' }))
})

it('takes the focus at once, then leaves it where staff move it, also when it closes', async () => {
  const user = renderDialogs()
  const [opener, elsewhere] = [screen.getByRole('button', { name: 'Abrir' }), screen.getByRole('region')]
  await user.click(opener)
  await pressEscape(user)

  vi.useFakeTimers()
  const expectFocusElsewhere = () => {
    act(() => vi.runAllTimers())
    expect(document.activeElement).toBe(elsewhere)
  }
  fireEvent.click(opener)
  expect(dialog()?.contains(document.activeElement)).toBe(true)
  elsewhere.focus()
  expectFocusElsewhere()
  fireEvent.keyDown(document, { code: 'Escape', key: 'Escape' })
  expect(dialog()).toBeNull()
  expectFocusElsewhere()
})

it('keeps the keyboard from what it covers', async () => {
  const user = renderDialogs()
  await press(user, 'Abrir')
  expect(screen.getByRole('dialog', { name: 'Diálogo' }).getAttribute('aria-modal')).toBe('true')
  const [close, filter] = ['Cerrar', 'Filtro'].map((name) => screen.getByRole('button', { name }))
  const field = screen.getByLabelText('Nombre')
  expect(document.activeElement).toBe(close)
  for (const [shift, stops] of [
    [false, [filter, field, close, filter]],
    [true, [close, field, filter, close]],
  ] as const) {
    for (const stop of stops) {
      await user.tab({ shift })
      expect(document.activeElement).toBe(stop)
    }
  }
})

it.each(['the button', 'an entry', 'the popup'])('closes only the open popup on Escape in %s', async (place) => {
  const user = renderDialogs()
  await press(user, 'Abrir')
  await press(user, 'Filtro')
  if (place === 'an entry') await user.tab()
  if (place === 'the popup') await user.click(screen.getByRole('group', { name: 'Filtro' }))
  const onEscape = vi.fn()
  // Where the dialog would close.
  document.addEventListener('keydown', onEscape, { once: true })
  await user.keyboard('{Escape}')
  document.removeEventListener('keydown', onEscape)
  expect(onEscape).not.toHaveBeenCalled()
  expect(screen.queryByRole('group', { name: 'Filtro' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filtro' }))
  await pressEscape(user)
})

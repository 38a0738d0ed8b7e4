import { describeFaults, pressButton, type Read, type Write } from '@canje/tab-testing'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import CodeDetail from '../src/detail/CodeDetail'
import { openCreateDialog } from './create-dialog'
import { seedCodes } from './seed-codes'
import { codes } from './tab'

beforeEach(seedCodes)
// A person presses later than a test does: not while presses are ignored because the rows have just changed.
beforeEach(() => {
  const now = performance.now.bind(performance)
  let later = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now() + later)
  const onPress = () => {
    later += 400
  }
  addEventListener('click', onPress, true)
  return () => removeEventListener('click', onPress, true)
})
afterEach(() => {
  vi.restoreAllMocks()
})

async function closeDialog(user: UserEvent) {
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
}

const creation: Write = {
  change: 'se crearon los codigos',
  async prepare(user) {
    await closeDialog(user)
    await openCreateDialog(user)
    await user.keyboard('7')
  },
  press: () => pressButton('Crear'),
}

/** The button of an unused code. */
let button = ''
const deletion: Write = {
  change: () => button.replace('Borrar', 'se borró el codigo'),
  async prepare() {
    await pressButton('Página 4')
    const unused = await waitFor(() => {
      const found = document.querySelector('td button:enabled')
      if (!found) throw new Error('The page has no unused code.')
      return found
    })
    button = unused.ariaLabel ?? ''
  },
  press: () => pressButton(button),
}

const deletionOfAll: Write = {
  change: 'se borraron los codigos',
  async prepare(user) {
    await closeDialog(user)
    await pressButton('Borrar codigos')
    const dialog = within(await screen.findByRole('dialog', { name: 'Eliminar Codigos' }))
    await dialog.findByRole('button', { name: 'Eliminar', busy: false })
  },
  press: () => pressButton('Eliminar'),
}

const restoration: Write = {
  change: 'se restauraron los codigos',
  async prepare(user) {
    await deletion.prepare?.(user)
    await deletion.press(user)
    await screen.findByRole('button', { name: 'Deshacer' })
  },
  press: () => pressButton('Deshacer'),
}

const count: Read = {
  async press(user) {
    await closeDialog(user)
    await pressButton('Borrar codigos')
  },
}

const details: Read = {
  hasToast: false,
  press: (user) => user.click(document.querySelector('td a') ?? document.body),
}

const history: Read = {
  async press(user) {
    await closeDialog(user)
    await pressButton('Vista')
    await pressButton('Historial')
  },
}

describeFaults({
  ...codes,
  extensions: { 'detalle:codigo': CodeDetail },
  features: ['history'],
  reads: { 'Borrar codigos': count, details, Historial: history },
  writes: { InsertCodes: creation, DeleteCode: deletion, DeleteAllCodes: deletionOfAll, RestoreCodes: restoration },
  // The other tests have made more events than jsdom can store.
  stubs: { 'GET SelectStaffEvents': { data: [{ id: 1, user: 'pruebas', action: 'codes_created' }] } },
})

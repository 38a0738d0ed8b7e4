import { backend, openTab, requestRows } from '@canje/tab-testing'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { openCreateDialog } from './create-dialog'
import { isUnused, seedCodes } from './seed-codes'
import { codes } from './tab'

beforeEach(seedCodes)

describe('the words of a failed change go', () => {
  it('with a press', async () => {
    const name = (await requestRows('SelectCodes')).find(isUnused)?.name
    const { user } = await openTab(codes)
    backend.fail('DeleteCode', 400)
    await user.type(screen.getByRole('textbox', { name: 'Buscar en Codigos' }), String(name))
    await user.click(await screen.findByRole('button', { name: `Borrar ${name}` }))
    const words = `No se borró el codigo ${name}: el servicio rechazó la petición (400).`
    await screen.findByText(words)
    await user.click(screen.getByRole('button', { name: 'Descartar' }))
    expect(screen.queryByText(words)).toBeNull()
  })

  it('with their dialog', async () => {
    const { user } = await openTab(codes)
    const { dialog: creation } = await openCreateDialog(user)
    backend.fail('InsertCodes', 400)
    await user.keyboard('7{Enter}')
    const words = 'No se crearon los codigos: el servicio rechazó la petición (400).'
    await creation.findByText(words)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByText(words)).toBeNull()
  })
})

import { formatTime } from '@canje/shared-ui'
import { backend, detailPanel } from '@canje/tab-testing'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openPerson, respond } from './detail'

const at = (hour: number) => new Date(Date.UTC(2025, 5, 1, hour + 5))
const ageOf = (hour: number) => `Datos de las ${formatTime(at(hour))}`
const { footer } = detailPanel
const PATH = 'SelectScoreReferrals'
const users = [{ id: 5, name: 'Ana', mail: 'uno@x' }]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: at(8) })
  respond({ SelectUsers: users })
})
afterEach(() => {
  vi.useRealTimers()
})

it('includes that of the referral tree only while one is shown', async () => {
  const { user } = await openPerson('usuario:5')
  await screen.findByText('Sin referidos.')
  const renew = () => user.click(screen.getByRole('button', { name: 'Actualizar' }))
  for (const [hour, change, text] of [
    [9, () => backend.fail(PATH), 'El servicio falló (500).'],
    [10, () => respond({ SelectUsers: users }), 'Sin referidos.'],
    [11, () => respond({}), 'Esta persona no está en Usuarios.'],
  ] as const) {
    vi.setSystemTime(at(hour))
    change()
    await renew()
    await screen.findByText(text)
    await waitFor(() => expect(footer()).toBe(`${ageOf(hour)}Actualizar`))
  }
})

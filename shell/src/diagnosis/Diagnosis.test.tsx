import { restoreSession } from '@canje/shared-auth/host'
import { sessionForTests } from '@canje/shared-auth/testing'
import { AppProviders } from '@canje/shared-ui/host'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { RemotesContext } from '../remotes'
import { createTestRemotes, remote } from '../testing/test-remotes'
import Diagnosis from './Diagnosis'

it('copies what it shows, and says so', async () => {
  Object.assign(sessionStorage, sessionForTests())
  restoreSession()
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  const user = userEvent.setup()
  const { remotes } = createTestRemotes(remote('codigos'))
  render(
    <AppProviders>
      <RemotesContext value={remotes}>
        <Diagnosis />
      </RemotesContext>
    </AppProviders>,
  )
  const field = screen.getByRole('textbox', { name: 'Diagnóstico' })
  await waitFor(() => expect(field).toHaveProperty('value', expect.stringContaining('codigos (mf-codigos): 1.0.0 [b]')))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copiar' }))
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Se copió el diagnóstico')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(field.getAttribute('value') ?? field.textContent)
})

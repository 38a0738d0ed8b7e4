import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Failure } from './Failure'

it.each([
  ['a dialog', 'dialog', 'button', 'Cerrar'],
  ['a tab', 'tabpanel', 'heading', 'Usuarios'],
])('moves the focus of its button to what stays in %s', async (_place, role, kept, name) => {
  const onRetry = vi.fn()
  render(
    <div role="tabpanel">
      <h2 tabIndex={-1} data-tab-heading>
        Usuarios
      </h2>
      <div role={role === 'dialog' ? role : undefined}>
        {role === 'dialog' && <button type="button">Cerrar</button>}
        <Failure title="No se pudo mostrar" fault={{ kind: 'other' }} rest="Lo demás funciona." onRetry={onRetry} />
      </div>
    </div>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(onRetry).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(screen.getByRole(kept, { name }))
})

it('reloads the page when the network asks for a sign-in', async () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  const onRetry = vi.fn()
  render(<Failure title="No se pudo mostrar" fault={{ kind: 'sign-in-page' }} rest="" onRetry={onRetry} />)
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Recargar', 'Diagnóstico'])
  await userEvent.click(screen.getByRole('button', { name: 'Recargar' }))
  expect(reload).toHaveBeenCalledOnce()
  expect(onRetry).not.toHaveBeenCalled()
})

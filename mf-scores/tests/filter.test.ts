import { backend, executionError, field, filterBy, openFilter, openTab, toasts } from '@canje/tab-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { scores } from './tab'

const filteredToast = { severity: 'success', summary: 'Consultado', detail: 'se consulto el puntaje con exito' }

it('closes with a toast on success, and keeps its text', async () => {
  const { user } = await openTab(scores)
  await filterBy(user, 'a')
  await waitFor(() => expect(toasts()).toEqual([filteredToast]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await openFilter(user)
  expect(field().value).toBe('a')
})

it('stays open with its text and says why the request fails', async () => {
  const { user } = await openTab(scores)
  backend.fail('SelectScores')
  await filterBy(user, 'ana')
  await waitFor(() => expect(toasts()).toEqual([executionError]))
  expect(field().value).toBe('ana')
  await within(screen.getByRole('dialog')).findByText('El servicio falló (500).')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await openFilter(user)).queryByText('El servicio falló (500).')).toBeNull()
})

it('shows no toast when Refrescar replaces it', async () => {
  const { user } = await openTab(scores)
  const release = backend.hold('SelectScores')
  await filterBy(user, 'a')
  await waitFor(() => expect(backend.requests('SelectScores')).toHaveLength(2))
  const refresh = screen.getByRole('button', { name: 'Refrescar' })
  await user.click(refresh)
  await waitFor(() => expect(backend.requests('SelectScores')).toHaveLength(3))
  release()
  await waitFor(() => expect(refresh.getAttribute('aria-busy')).toBe('false'))
  expect(toasts()).toEqual([])
  expect(field().value).toBe('a')
})

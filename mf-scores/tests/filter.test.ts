import { screen, waitFor } from '@testing-library/react'
import { backend, describeFilter, executionError, field, filterBy, openFilter, openSection, toasts } from 'tab-testing'
import { expect, it } from 'vitest'
import { scores } from './section'

const consulted = { severity: 'success', summary: 'Consultado', detail: 'se consulto el puntaje con exito' }

describeFilter(scores)

it('closes and says so on success', async () => {
  const { user } = await openSection(scores)
  await filterBy(user, 'a')
  await waitFor(() => expect(toasts()).toEqual([consulted]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('stays open with its text when the call fails', async () => {
  const { user } = await openSection(scores)
  backend.fail('SelectScores')
  await filterBy(user, 'ana')
  await waitFor(() => expect(toasts()).toEqual([executionError]))
  expect(field().value).toBe('ana')
})

it('ends by Reintentar as it would have at first', async () => {
  const { user } = await openSection(scores)
  backend.fail('SelectScores')
  await filterBy(user, 'a')
  await waitFor(() => expect(toasts()).toEqual([executionError]))
  backend.recover('SelectScores')
  await user.click(screen.getByRole('button', { name: 'Reintentar' }))
  await waitFor(() => expect(toasts()).toEqual([executionError, consulted]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('says nothing when Refrescar overtakes it', async () => {
  const { user } = await openSection(scores)
  const release = backend.hold('SelectScores')
  await filterBy(user, 'a')
  await waitFor(() => expect(backend.calls('SelectScores')).toHaveLength(2))
  const refresh = screen.getByRole('button', { name: 'Refrescar' })
  await user.click(refresh)
  await waitFor(() => expect(backend.calls('SelectScores')).toHaveLength(3))
  release()
  await waitFor(() => expect(refresh.getAttribute('aria-busy')).toBe('false'))
  expect(toasts()).toEqual([])
  expect(field().value).toBe('a')
})

it('asks once and says so once when it is closed mid-call', async () => {
  const { user } = await openSection(scores)
  const release = backend.hold('SelectScores')
  await filterBy(user, 'a')
  await waitFor(() => expect(backend.calls('SelectScores')).toHaveLength(2))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  release()
  await waitFor(() => expect(toasts()).toHaveLength(1))
  expect(backend.calls('SelectScores')).toHaveLength(2)
})

it('keeps the text for the next time', async () => {
  const { user } = await openSection(scores)
  await filterBy(user, 'a')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await openFilter(user)
  expect(field().value).toBe('a')
})

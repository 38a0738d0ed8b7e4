import { screen, waitFor } from '@testing-library/react'
import { backend, describeFilter, executionError, field, filterBy, openFilter, openSection, toasts } from 'tab-testing'
import { expect, it } from 'vitest'
import { scores } from './section'

describeFilter(scores)

it('closes and says so on success', async () => {
  const { user } = await openSection(scores)
  await filterBy(user, 'a')
  await waitFor(() =>
    expect(toasts()).toEqual([
      { severity: 'success', summary: 'Consultado', detail: 'se consulto el puntaje con exito' },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('stays open with its text when the call fails', async () => {
  const { user } = await openSection(scores)
  backend.fail('SelectScores')
  await filterBy(user, 'ana')
  await waitFor(() => expect(toasts()).toEqual([executionError]))
  expect(field().value).toBe('ana')
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

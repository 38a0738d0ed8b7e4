import {
  backend,
  describeFilter,
  executionError,
  field,
  filterBy,
  openFilter,
  openTab,
  toasts,
} from '@canje/tab-testing'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { referrals } from './tab'

describeFilter(referrals)

it('closes and clears its text at submit, before a failure', async () => {
  const { user } = await openTab(referrals)
  backend.fail('SelectReferrals')
  const release = backend.hold('SelectReferrals')
  await filterBy(user, 'a')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await openFilter(user)
  expect(field().value).toBe('')
  release()
  await waitFor(() => expect(toasts()).toEqual([executionError]))
})

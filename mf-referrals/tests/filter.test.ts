import {
  backend,
  executionError,
  field,
  filterBy,
  openFilter,
  openTab,
  PAGE_SIZE,
  requestRows,
  toasts,
  waitForRows,
} from '@canje/tab-testing'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { referrals } from './tab'

it('shows the rows that the service finds by name or phone, ignoring case and accents', async () => {
  const { user } = await openTab(referrals)
  const found = await requestRows('SelectReferrals', { prmNameOrPhone: 'i' })
  expect(found).not.toEqual([])
  await filterBy(user, 'Í')
  await waitForRows(referrals, found.slice(0, PAGE_SIZE))
})

describe('on submit', () => {
  it.each(['a success', 'a failure'])('closes and clears its text before %s', async (outcome) => {
    const { user } = await openTab(referrals)
    if (outcome === 'a failure') backend.fail('SelectReferrals')
    const release = backend.hold('SelectReferrals')
    await filterBy(user, 'a')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await openFilter(user)
    expect(field().value).toBe('')
    release()
    const expected = outcome === 'a failure' ? [executionError] : []
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Refrescar' }).getAttribute('aria-busy')).toBe('false'),
    )
    await waitFor(() => expect(toasts()).toEqual(expected))
  })
})

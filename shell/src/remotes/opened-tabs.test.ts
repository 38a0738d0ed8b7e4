import { afterEach, beforeEach, expect, it } from 'vitest'
import { openedTabs, recordOpenedTab } from './opened-tabs'

// Tests of other files open tabs in this page, too.
beforeEach(() => localStorage.clear())
afterEach(() => localStorage.clear())

it('lists each tab once, the latest first, and no more than eight', () => {
  expect(openedTabs()).toEqual([])
  for (const id of ['a', 'b', 'c', 'a']) recordOpenedTab(id)
  expect(openedTabs()).toEqual(['a', 'c', 'b'])
  for (let index = 0; index < 20; index++) recordOpenedTab(`tab-${index}`)
  expect(openedTabs()).toEqual([19, 18, 17, 16, 15, 14, 13, 12].map((index) => `tab-${index}`))
})

it('ignores a damaged entry', () => {
  localStorage.setItem('canje.opened-tabs', '[1]')
  expect(openedTabs()).toEqual([])
  recordOpenedTab('a')
  expect(openedTabs()).toEqual(['a'])
})

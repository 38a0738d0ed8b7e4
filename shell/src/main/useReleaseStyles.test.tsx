import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useReleaseStyles } from './useReleaseStyles'

const release = { entry: 'https://remotes.example/tab/1/remoteEntry.js' }

it('applies the style sheets of a mounted release, and writes to a link only what changes', () => {
  document.head.innerHTML = '<link rel="stylesheet" href="https://remotes.example/tab/1/styles.css">'
  const [link] = document.head.querySelectorAll('link')
  const write = vi.spyOn(HTMLLinkElement.prototype, 'media', 'set')
  const first = renderHook(() => useReleaseStyles(release))
  const second = renderHook(() => useReleaseStyles(release))
  expect(link?.media).toBe('all')
  first.unmount()
  expect(write).toHaveBeenCalledTimes(1)
  second.unmount()
  expect(link?.media).toBe('not all')
  expect(write).toHaveBeenCalledTimes(2)
})

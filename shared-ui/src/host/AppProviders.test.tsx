import { cleanup, render, waitFor } from '@testing-library/react'
import { Button } from 'primereact/button'
import { Tag } from 'primereact/tag'
import { afterEach, expect, it, vi } from 'vitest'
import { AppProviders } from './AppProviders'

afterEach(() => {
  cleanup()
  document.head.replaceChildren()
})

const styleIds = () => [...document.head.querySelectorAll('style')].map((style) => style.dataset.primereactStyleId)

it("sets the page's nonce on PrimeReact's style tags", async () => {
  document.head.innerHTML = '<meta property="csp-nonce" nonce="bm9uY2U=">'
  render(<AppProviders />)
  await waitFor(() => expect(styleIds()).toContain('common'))
  const styles = [...document.querySelectorAll('style')]
  expect(styles.map(({ nonce }) => nonce)).toEqual(styles.map(() => 'bm9uY2U='))
})

it('writes the styles of a component into the document once, also when it mounts again', async () => {
  const write = vi.spyOn(HTMLStyleElement.prototype, 'textContent', 'set')
  const { rerender } = render(<AppProviders />)
  rerender(
    <AppProviders>
      <Button />
      <Tag />
    </AppProviders>,
  )
  await waitFor(() => expect(styleIds()).toContain('tag'))
  expect(styleIds()).toEqual([...new Set(styleIds())])
  expect(write.mock.contexts).not.toHaveLength(0)
  expect(write.mock.contexts.filter((style) => style instanceof Node && style.isConnected)).toEqual([])
})

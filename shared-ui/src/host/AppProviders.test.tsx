import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { AppProviders } from './AppProviders'

afterEach(() => {
  cleanup()
  document.head.replaceChildren()
})

it("sets the page's nonce on PrimeReact's style tags", () => {
  document.head.innerHTML = '<meta property="csp-nonce" nonce="bm9uY2U=">'
  render(<AppProviders />)
  const styles = [...document.querySelectorAll('style')]
  expect(styles).not.toHaveLength(0)
  expect(styles.map(({ nonce }) => nonce)).toEqual(styles.map(() => 'bm9uY2U='))
})

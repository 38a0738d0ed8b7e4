import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Surface } from './AppProviders'

afterEach(() => {
  cleanup()
  document.head.replaceChildren()
})

it("gives PrimeReact's style tags the nonce of the page", () => {
  document.head.innerHTML = '<meta property="csp-nonce" nonce="bm9uY2U=">'
  render(<Surface />)
  const styles = [...document.querySelectorAll('style')]
  expect(styles).not.toHaveLength(0)
  expect(styles.map(({ nonce }) => nonce)).toEqual(styles.map(() => 'bm9uY2U='))
})

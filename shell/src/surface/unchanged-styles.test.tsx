import { render } from '@testing-library/react'
import { PrimeReactProvider } from 'primereact/api'
import { Button } from 'primereact/button'
import { afterEach, expect, it } from 'vitest'
import { keepUnchangedStyles } from './unchanged-styles'

keepUnchangedStyles()

afterEach(() => document.head.replaceChildren())

it('keeps the style sheet of an element that is given the text that it has', () => {
  const style = document.head.appendChild(document.createElement('style'))
  style.textContent = 'a { color: red }'
  const { sheet } = style
  style.textContent = 'a { color: red }'
  // Told apart here: what a failing comparison of style sheets prints takes minutes.
  expect(style.sheet === sheet).toBe(true)
})

it('gives an element with another text another style sheet', () => {
  const style = document.head.appendChild(document.createElement('style'))
  style.textContent = 'a { color: red }'
  style.textContent = 'a { color: blue }'
  expect(style.sheet?.cssRules[0]?.cssText).toContain('blue')
  style.textContent = null
  expect(style.textContent).toBe('')
})

it("keeps PrimeReact's style sheets when another component mounts", () => {
  const first = render(<Button label="Uno" />, { wrapper: PrimeReactProvider })
  const sheets = [...document.styleSheets]
  expect(sheets.length).toBeGreaterThan(0)
  first.rerender(
    <>
      <Button label="Uno" />
      <Button label="Dos" />
    </>,
  )
  expect(document.styleSheets).toHaveLength(sheets.length)
  expect(sheets.every((sheet, index) => sheet === document.styleSheets[index])).toBe(true)
})

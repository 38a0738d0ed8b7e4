import { render } from '@testing-library/react'
import { localeOptions, PrimeReactProvider } from 'primereact/api'
import { Button } from 'primereact/button'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { keepUnchangedStyles, speakSpanish } from './primereact'

describe('speakSpanish', () => {
  it("sets PrimeReact's labels, those of assistive technology too", () => {
    speakSpanish()
    expect(localeOptions('es')).toMatchObject({
      emptyMessage: 'No se han encontrado resultados',
      aria: { nextPageLabel: 'Siguiente Página' },
    })
  })
})

describe('keepUnchangedStyles', () => {
  beforeAll(keepUnchangedStyles)
  afterEach(() => document.head.replaceChildren())

  function styleOf(name: string): HTMLStyleElement {
    const style = document.head.appendChild(document.createElement('style'))
    style.setAttribute(name, 'button')
    style.textContent = 'a { color: red }'
    return style
  }

  it("keeps PrimeReact's style sheets when another component mounts", () => {
    const buttons = render(<Button label="Uno" />, { wrapper: PrimeReactProvider })
    const sheets = [...document.styleSheets]
    expect(sheets.length).toBeGreaterThan(0)
    buttons.rerender(
      <>
        <Button label="Uno" />
        <Button label="Dos" />
      </>,
    )
    expect(document.styleSheets).toHaveLength(sheets.length)
    // Told apart here: what a failing comparison of style sheets prints takes minutes.
    expect(sheets.every((sheet, index) => sheet === document.styleSheets[index])).toBe(true)
  })

  it('gives an element of PrimeReact with another text another style sheet', () => {
    const style = styleOf('data-primereact-style-id')
    style.textContent = 'a { color: blue }'
    expect(style.sheet?.cssRules[0]?.cssText).toContain('blue')
    style.textContent = null
    expect(style.textContent).toBe('')
  })

  it('leaves the elements of others alone', () => {
    const style = styleOf('data-of-another')
    const { sheet } = style
    style.textContent = 'a { color: red }'
    expect(style.sheet === sheet).toBe(false)
  })
})

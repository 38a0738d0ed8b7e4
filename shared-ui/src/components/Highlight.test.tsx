import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Highlight } from './Highlight'

const marked = () => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent)

describe('Highlight', () => {
  it('isolates the text direction', () => {
    render(<Highlight text={'\u202Ecba'} />)
    expect(screen.getByText('\u202Ecba').tagName).toBe('BDI')
  })

  it('contains the whole of a long text, in one element', () => {
    const text = `${'x'.repeat(10_000)}\ny`
    const { container } = render(<Highlight text={text} />)
    expect(container.textContent).toBe(text)
    expect(container.querySelectorAll('*')).toHaveLength(1)
  })

  it('marks the words of a search in the original text', () => {
    const { container } = render(<Highlight text="Ana y Susana" words={['ana']} />)
    expect(marked()).toEqual(['Ana', 'ana'])
    expect(container.textContent).toBe('Ana y Susana')
  })

  it('marks nothing without words or matches', () => {
    const { rerender } = render(<Highlight text="Ana" />)
    expect(marked()).toEqual([])
    rerender(<Highlight text="Ana" words={['luis']} />)
    expect(marked()).toEqual([])
    expect(screen.getByText('Ana')).toBeDefined()
  })
})

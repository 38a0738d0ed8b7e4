import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { CellText } from './CellText'

describe('CellText', () => {
  it('isolates the text direction', () => {
    render(<CellText text={'\u202Ecba'} />)
    expect(screen.getByText('\u202Ecba').tagName).toBe('BDI')
  })

  it('shows short text without a toggle', () => {
    render(<CellText text={'uno\ndos'} />)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it.each([
    ['long', 'x'.repeat(10_000)],
    ['of many lines', 'a\nb\nc\nd\ne'],
  ])('clamps text that is %s until its toggle is pressed', async (_kind, text) => {
    const { container } = render(<CellText text={text} />)
    const cell = container.querySelector('bdi')
    expect(cell?.textContent).toBe(text)
    expect(cell?.className).toContain('clamped')

    const toggle = screen.getByRole('button', { name: 'Ver todo', expanded: false })
    await userEvent.click(toggle)
    expect(cell?.className).not.toContain('clamped')
    expect(screen.getByRole('button', { name: 'Ver menos', expanded: true })).toBe(toggle)
  })
})

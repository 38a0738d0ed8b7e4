import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Highlight } from './Highlight'

it('isolates the text direction', () => {
  render(<Highlight text={'\u202Ecba'} />)
  expect(screen.getByText('\u202Ecba').tagName).toBe('BDI')
})

import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { useRovingFocus } from './useRovingFocus'

interface GroupProps {
  names: readonly string[]
  disabled?: string
  isVertical?: boolean
  keepsFocus?: boolean
}

function Group({ names, disabled, ...options }: GroupProps) {
  return (
    <>
      <button type="button">before</button>
      <div role="toolbar" {...useRovingFocus<HTMLDivElement>('button', options)}>
        {names.map((name) => (
          <button key={name} type="button" disabled={name === disabled}>
            {name}
          </button>
        ))}
      </div>
      <button type="button">after</button>
    </>
  )
}

const focused = () => document.activeElement?.textContent
const stops = () => screen.getAllByRole('button').filter((button) => button.matches('[tabindex="0"]:enabled'))
const names = ['a', 'b', 'c', 'd']

describe('useRovingFocus', () => {
  it('is one tab stop, which is the control that last had the focus', async () => {
    const user = userEvent.setup()
    render(<Group names={names} />)
    await user.tab()
    await user.tab()
    expect(focused()).toBe('a')
    await user.keyboard('{ArrowRight}')
    await user.tab()
    expect(focused()).toBe('after')
    await user.tab({ shift: true })
    expect(focused()).toBe('b')
  })

  it.each([
    [false, '{ArrowRight}{ArrowRight}', 'c'],
    [false, '{ArrowRight}{ArrowLeft}', 'a'],
    [false, '{ArrowLeft}', 'a'],
    [false, '{End}{ArrowRight}', 'd'],
    [false, '{End}{Home}', 'a'],
    [false, '{ArrowDown}', 'a'],
    [true, '{ArrowDown}{ArrowDown}{ArrowUp}', 'b'],
    [true, '{ArrowRight}', 'a'],
  ])('vertical: %s, with the keys %s focuses %s', async (isVertical, keys, name) => {
    render(<Group names={names} isVertical={isVertical} />)
    screen.getByRole('button', { name: 'a' }).focus()
    await userEvent.keyboard(keys)
    expect(focused()).toBe(name)
  })

  it('skips disabled controls', async () => {
    const { rerender } = render(<Group names={names} disabled="b" />)
    screen.getByRole('button', { name: 'a' }).focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(focused()).toBe('c')
    rerender(<Group names={names} disabled="c" />)
    await waitFor(() => expect(stops().map(({ textContent }) => textContent)).toEqual(['b']))
  })

  it('includes controls that appear later', async () => {
    const { rerender } = render(<Group names={[]} />)
    rerender(<Group names={names} />)
    await waitFor(() => expect(stops()).toHaveLength(1))
  })

  it('moves the focus of a removed control to its successor only if asked to', async () => {
    for (const keepsFocus of [true, false]) {
      const { rerender, unmount } = render(<Group names={names} keepsFocus={keepsFocus} />)
      screen.getByRole('button', { name: 'd' }).focus()
      rerender(<Group names={['a', 'b']} keepsFocus={keepsFocus} />)
      await waitFor(() => expect(stops().map(({ textContent }) => textContent)).toContain('b'))
      expect(focused() === 'b').toBe(keepsFocus)
      unmount()
    }
  })
})

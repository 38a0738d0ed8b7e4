import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { useRovingFocus } from './useRovingFocus'

function Group({ isVertical = false }) {
  return (
    <>
      <button type="button">before</button>
      <div role="toolbar" {...useRovingFocus<HTMLDivElement>('button', { isVertical })}>
        {['a', 'b', 'c', 'd'].map((name) => (
          <button key={name} type="button">
            {name}
          </button>
        ))}
      </div>
      <button type="button">after</button>
    </>
  )
}

/** @param names of buttons, a letter each; in upper case, a disabled one */
function Changing({ names }: { names: string }) {
  return (
    <div {...useRovingFocus<HTMLDivElement>('button', { keepsFocus: true })}>
      {Array.from(names, (name) => (
        <button key={name.toLowerCase()} type="button" disabled={name !== name.toLowerCase()}>
          {name.toLowerCase()}
        </button>
      ))}
    </div>
  )
}

const focused = () => document.activeElement?.textContent

it('is one tab stop, which is the control that last had the focus', async () => {
  const user = userEvent.setup()
  render(<Group />)
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
  render(<Group isVertical={isVertical} />)
  screen.getByRole('button', { name: 'a' }).focus()
  await userEvent.keyboard(keys)
  expect(focused()).toBe(name)
})

it('moves the focus of a removed control to the next one, though one before it is enabled meanwhile', () => {
  const { rerender } = render(<Changing names="Abc" />)
  screen.getByRole('button', { name: 'b' }).focus()
  rerender(<Changing names="ac" />)
  return waitFor(() => expect(focused()).toBe('c'))
})

it('leaves the focus where it is once all controls were removed', async () => {
  const { rerender } = render(<Changing names="ab" />)
  screen.getByRole('button', { name: 'a' }).focus()
  for (const names of ['', 'ab', 'b']) await act(async () => rerender(<Changing names={names} />))
  expect(document.activeElement).toBe(document.body)
})

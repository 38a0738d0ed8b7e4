import { act, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { auxClick, enter, moveTo, point, press, release } from '../testing/pointer'
import { useMisclickGuard } from './useMisclickGuard'

beforeEach(() => {
  vi.useFakeTimers()
  acted.length = 0
})
afterEach(() => {
  vi.useRealTimers()
})

const NOTE = 'Espere un momento: la lista acaba de cambiar.'
/** The names whose buttons have acted. */
const acted: string[] = []

interface RowsProps {
  names: readonly string[] | undefined
  view?: string
}

/** Rows with a button that opens a name and keeps its element for another one, and one that deletes it and does not. */
function Rows({ names, view = '' }: RowsProps) {
  const region = useRef<HTMLElement>(null)
  const guard = useMisclickGuard(region, names, view)
  return (
    <div {...guard.handlers}>
      <span role="status">{guard.note}</span>
      <section ref={region}>
        <table>
          <tbody>
            {names?.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as in the rows of a table
              <tr key={index} data-settling={guard.settling.includes(index) || undefined}>
                <td>
                  <button type="button" onClick={() => acted.push(name)}>
                    {name}
                  </button>
                  <button key={name} type="button" onClick={() => acted.push(name)}>
                    Borrar {name}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

const opening = (name: string) => screen.getByRole('button', { name })
const deletion = (name: string) => screen.getByRole('button', { name: `Borrar ${name}` })
const note = () => screen.getByRole('status').textContent
const waiting = () =>
  [...document.querySelectorAll('[data-settling] button:first-child')].map(({ textContent }) => textContent)
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

const NAMES = ['Ana', 'Berta', 'Carla', 'Diana'] as const

describe('useMisclickGuard', () => {
  it('ignores a press where another row has appeared under the pointer, shows it before and says it after', async () => {
    const { rerender } = render(<Rows names={NAMES} />)
    moveTo(opening('Berta'), 100)
    rerender(<Rows names={['Ana', 'Carla', 'Diana']} />)
    expect(waiting()).toEqual(['Carla'])
    expect(note()).toBe('')
    press(deletion('Carla'), 100)
    press(opening('Carla'), 107)
    expect(acted).toEqual([])
    expect(note()).toBe(NOTE)

    await advance(3_000)
    expect(note()).toBe('')
    expect(waiting()).toEqual([])
  })

  it('accepts a press once the pointer has moved 8 px, and on other rows', () => {
    const { rerender } = render(<Rows names={NAMES} />)
    moveTo(opening('Berta'), 100)
    rerender(<Rows names={['Ana', 'Carla', 'Diana']} />)
    press(opening('Diana'), 100)
    press(opening('Ana'), 100)
    moveTo(opening('Carla'), 108)
    expect(waiting()).toEqual([])
    press(opening('Carla'), 108)
    expect(acted).toEqual(['Diana', 'Ana', 'Carla'])
    expect(note()).toBe('')
  })

  it('accepts a press 1.5 s after the last change of its row', async () => {
    const { rerender } = render(<Rows names={NAMES} />)
    moveTo(opening('Berta'), 100)
    rerender(<Rows names={['Ana', 'Carla', 'Diana']} />)
    await advance(1_000)
    rerender(<Rows names={['Ana', 'Diana']} />)
    await advance(1_499)
    press(opening('Diana'), 100)
    expect(acted).toEqual([])
    expect(waiting()).toEqual(['Diana'])
    await advance(1)
    press(opening('Diana'), 100)
    expect(acted).toEqual(['Diana'])
    await advance(100)
    expect(waiting()).toEqual([])
  })

  it('ignores a press that began over another row, however long it was held', async () => {
    const { rerender } = render(<Rows names={NAMES} />)
    point('pointerdown', opening('Berta'), 100)
    rerender(<Rows names={['Ana', 'Carla', 'Diana']} />)
    await advance(5_000)
    release(opening('Carla'))
    expect(acted).toEqual([])
    expect(note()).toBe(NOTE)
    press(opening('Carla'), 100)
    expect(acted).toEqual(['Carla'])
  })

  it('says that a press was lost whose button is gone', () => {
    const { rerender } = render(<Rows names={NAMES} />)
    point('pointerdown', deletion('Diana'), 100)
    rerender(<Rows names={['Ana']} />)
    // The nearest element that contains both the pressed one and the one at the release.
    release(screen.getByRole('table'))
    expect(note()).toBe(NOTE)
  })

  it('says so at the release where no click follows, as in browsers', () => {
    const { rerender } = render(<Rows names={NAMES} />)
    point('pointerdown', deletion('Diana'), 100)
    rerender(<Rows names={['Ana', 'Berta', 'Carla', 'Elsa']} />)
    point('pointerup', deletion('Elsa'), 100)
    expect(note()).toBe(NOTE)
  })

  it('ignores a middle click, which opens a link in another tab, and no other button', () => {
    const { rerender } = render(<Rows names={NAMES} />)
    moveTo(opening('Berta'), 100)
    rerender(<Rows names={['Ana', 'Carla', 'Diana']} />)
    const opens = (button: number, name: string) => auxClick(opening(name), button)
    expect(opens(2, 'Carla')).toBe(true)
    expect(note()).toBe('')
    expect(opens(1, 'Carla')).toBe(false)
    expect(note()).toBe(NOTE)
    expect(opens(1, 'Diana')).toBe(true)

    point('pointerdown', opening('Ana'), 100)
    rerender(<Rows names={['Berta', 'Carla', 'Diana']} />)
    expect(opens(1, 'Berta')).toBe(false)
  })

  it('says nothing when a press is dragged away', () => {
    render(<Rows names={NAMES} />)
    point('pointerdown', deletion('Diana'), 100)
    point('pointerup', screen.getByRole('table'), 100)
    release(screen.getByRole('table'))
    expect(note()).toBe('')
  })

  it('ignores a key on the row that replaced the one with the focus, for 1.5 s', async () => {
    const { rerender } = render(<Rows names={NAMES} />)
    deletion('Berta').focus()
    rerender(<Rows names={['Ana', 'Carla', 'Diana']} />)
    enter(opening('Carla'))
    expect(note()).toBe(NOTE)
    enter(opening('Diana'))
    await advance(1_499)
    enter(opening('Carla'))
    expect(acted).toEqual(['Diana'])
    await advance(1)
    enter(opening('Carla'))
    expect(acted).toEqual(['Diana', 'Carla'])
  })

  it('ignores a touch on the row that was touched last for 1.5 s, on other moved rows for 0.5 s', async () => {
    const { rerender } = render(<Rows names={NAMES} />)
    press(deletion('Berta'), 100, 'touch')
    rerender(<Rows names={['Ana', 'Carla', 'Diana']} />)
    await advance(499)
    press(opening('Diana'), 300, 'touch')
    press(opening('Ana'), 300, 'touch')
    await advance(1)
    press(opening('Diana'), 300, 'touch')
    press(opening('Carla'), 300, 'touch')
    expect(acted).toEqual(['Berta', 'Ana', 'Diana'])
  })

  it('accepts presses on rows that have not changed', () => {
    const { rerender } = render(<Rows names={NAMES} />)
    moveTo(opening('Berta'), 100)
    rerender(<Rows names={[...NAMES]} />)
    press(opening('Berta'), 100)
    rerender(<Rows names={[...NAMES, 'Elsa']} />)
    press(opening('Berta'), 100)
    expect(acted).toEqual(['Berta', 'Berta'])
  })

  it('accepts presses on the page that was asked for, unless it is late', async () => {
    const { rerender } = render(<Rows names={undefined} />)
    rerender(<Rows names={NAMES} />)
    moveTo(opening('Berta'), 100)
    rerender(<Rows names={['Elsa', 'Flor']} view="2" />)
    press(opening('Flor'), 100)
    expect(acted).toEqual(['Flor'])

    rerender(<Rows names={['Elsa', 'Flor']} view="3" />)
    await advance(500)
    rerender(<Rows names={['Gema', 'Hilda']} view="3" />)
    press(opening('Hilda'), 100)
    expect(acted).toEqual(['Flor'])
  })

  it('accepts a press after the pointer was elsewhere', () => {
    const { rerender } = render(<Rows names={NAMES} />)
    moveTo(opening('Berta'), 100)
    moveTo(document.body, 100)
    rerender(<Rows names={['Ana', 'Carla', 'Diana']} />)
    press(opening('Carla'), 100)
    expect(acted).toEqual(['Carla'])
  })
})

import { act, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { auxClick, enter, point, press, release } from '../testing/pointer'
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
              <tr key={index}>
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
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

const NAMES = ['Ana', 'Berta', 'Carla', 'Diana'] as const

describe('useMisclickGuard', () => {
  it.each(['mouse', 'touch'])(
    'ignores a press by %s on a row that has replaced another one, and says so',
    async (way) => {
      const { rerender } = render(<Rows names={NAMES} />)
      rerender(<Rows names={['Ana', 'Carla', 'Diana']} />)
      expect(note()).toBe('')
      press(deletion('Carla'), 100, way)
      press(opening('Carla'), 107, way)
      expect(acted).toEqual([])
      expect(note()).toBe(NOTE)

      await advance(3_000)
      expect(note()).toBe('')
    },
  )

  it('accepts a press 400 ms after the last change of its row', async () => {
    const { rerender } = render(<Rows names={NAMES} />)
    rerender(<Rows names={['Ana', 'Carla', 'Diana']} />)
    await advance(300)
    rerender(<Rows names={['Ana', 'Diana']} />)
    await advance(399)
    press(opening('Diana'), 100)
    expect(acted).toEqual([])
    await advance(1)
    press(opening('Diana'), 100)
    expect(acted).toEqual(['Diana'])
  })

  it('ignores a press that began over another row', () => {
    const { rerender } = render(<Rows names={NAMES} />)
    point('pointerdown', opening('Berta'), 100)
    rerender(<Rows names={['Ana', 'Carla', 'Diana']} />)
    release(opening('Carla'))
    expect(acted).toEqual([])
    expect(note()).toBe(NOTE)
  })

  it('says so at the release where no click follows, as when the pressed button is gone', () => {
    const { rerender } = render(<Rows names={NAMES} />)
    point('pointerdown', deletion('Diana'), 100)
    rerender(<Rows names={['Ana', 'Berta', 'Carla', 'Elsa']} />)
    point('pointerup', deletion('Elsa'), 100)
    expect(note()).toBe(NOTE)
  })

  it('ignores a middle click, which opens a link in another tab', () => {
    const { rerender } = render(<Rows names={NAMES} />)
    rerender(<Rows names={['Ana', 'Carla', 'Diana']} />)
    expect(auxClick(opening('Ana'), 1)).toBe(true)
    expect(note()).toBe('')
    expect(auxClick(opening('Carla'), 1)).toBe(false)
    expect(note()).toBe(NOTE)
  })

  it('ignores a key, for 400 ms', async () => {
    const { rerender } = render(<Rows names={NAMES} />)
    deletion('Berta').focus()
    rerender(<Rows names={['Ana', 'Carla', 'Diana']} />)
    await advance(399)
    enter(opening('Carla'))
    expect(note()).toBe(NOTE)
    await advance(1)
    enter(opening('Carla'))
    expect(acted).toEqual(['Carla'])
  })

  it('accepts presses on rows that have not changed', () => {
    const { rerender } = render(<Rows names={NAMES} />)
    rerender(<Rows names={[...NAMES]} />)
    press(opening('Berta'), 100)
    rerender(<Rows names={[...NAMES, 'Elsa']} />)
    press(opening('Berta'), 100)
    rerender(<Rows names={['Ana', 'Carla', 'Diana']} />)
    press(opening('Ana'), 100)
    expect(acted).toEqual(['Berta', 'Berta', 'Ana'])
    expect(note()).toBe('')
  })

  it('accepts presses on the first rows, and on the page that was asked for, unless it is late', async () => {
    const { rerender } = render(<Rows names={undefined} />)
    rerender(<Rows names={NAMES} />)
    press(opening('Berta'), 100)
    rerender(<Rows names={['Elsa', 'Flor']} view="2" />)
    press(opening('Flor'), 100)
    expect(acted).toEqual(['Berta', 'Flor'])

    rerender(<Rows names={['Elsa', 'Flor']} view="3" />)
    await advance(400)
    rerender(<Rows names={['Gema', 'Hilda']} view="3" />)
    press(opening('Hilda'), 100)
    expect(acted).toEqual(['Berta', 'Flor'])
  })
})

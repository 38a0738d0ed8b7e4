import { act, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useMisclickGuard } from './useMisclickGuard'

beforeEach(() => {
  vi.useFakeTimers()
  acted.length = 0
})

const NOTE = 'Espere un momento: la lista acaba de cambiar.'
/** The names whose buttons have acted. */
const acted: string[] = []

interface RowsProps {
  names: readonly string[] | undefined
  asked?: string
}

/** Rows with a button that opens a name and keeps its element for another one, and one that deletes it and does not. */
function Rows({ names, asked = '' }: RowsProps) {
  const region = useRef<HTMLElement>(null)
  const guard = useMisclickGuard(region, names, asked)
  return (
    <div {...guard.handlers}>
      <span role="status">{guard.note}</span>
      <button type="button" onClick={() => acted.push('Refrescar')}>
        Refrescar
      </button>
      <section ref={region} tabIndex={-1}>
        <table>
          <thead>
            <tr>
              <th>
                <button type="button" onClick={() => acted.push('Nombre')}>
                  Nombre
                </button>
              </th>
            </tr>
          </thead>
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
/** By mouse or finger; {@link pressKey} by a key. */
function press(button: Element) {
  fireEvent.pointerDown(button)
  fireEvent.pointerUp(button)
  fireEvent.click(button, { detail: 1 })
}
function pressKey(button: HTMLElement) {
  act(() => button.focus())
  fireEvent.click(button)
}

const NAMES = ['Ana', 'Berta', 'Carla', 'Diana'] as const
const PAGE_2 = ['Elsa', 'Flor']

function renderRows(props: RowsProps = { names: NAMES }) {
  const { rerender } = render(<Rows {...props} />)
  return (names: RowsProps['names'], asked?: string) => rerender(<Rows names={names} {...(asked && { asked })} />)
}

describe.each([
  ['by pointer', press],
  ['by key', pressKey],
])('a press %s', (_way, press) => {
  it('on a row that has replaced another one is ignored, and that is said', async () => {
    const show = renderRows()
    show(['Ana', 'Carla', 'Diana'])
    expect(note()).toBe('')
    press(opening('Carla'))
    press(deletion('Diana'))
    expect(acted).toEqual([])
    expect(note()).toBe(NOTE)

    await advance(3_000)
    expect(note()).toBe('')
  })

  it('counts 400 ms after the last change of its row', async () => {
    const show = renderRows()
    show(['Ana', 'Carla', 'Diana'])
    await advance(300)
    show(['Ana', 'Carla', 'Elsa'])
    await advance(100)
    press(opening('Carla'))
    press(opening('Elsa'))
    await advance(299)
    press(opening('Elsa'))
    expect(acted).toEqual(['Carla'])
    await advance(1)
    press(opening('Elsa'))
    expect(acted).toEqual(['Carla', 'Elsa'])
  })

  it('counts on rows that have not changed, and beside the rows', () => {
    const show = renderRows()
    show([...NAMES])
    press(opening('Berta'))
    show([...NAMES, 'Elsa'])
    press(opening('Berta'))
    show(['Berta', 'Ana', 'Carla'])
    press(opening('Nombre'))
    press(opening('Refrescar'))
    press(opening('Carla'))
    expect(acted).toEqual(['Berta', 'Berta', 'Nombre', 'Refrescar', 'Carla'])
    expect(note()).toBe('')
  })

  it('counts on the first rows', () => {
    const show = renderRows({ names: undefined })
    show(NAMES)
    press(opening('Berta'))
    expect(acted).toEqual(['Berta'])
  })

  it.each<[when: string, steps: (number | [names: string[], asked: string])[], isCounted: boolean]>([
    ['were asked for and come at once', [[PAGE_2, 'page 2']], true],
    ['were asked for and come within a second', [[[...NAMES], 'page 2'], 999, [PAGE_2, 'page 2']], true],
    ['were asked for and come later', [[[...NAMES], 'page 2'], 1_000, [PAGE_2, 'page 2']], false],
    ['were asked for and change again soon', [[['Elsa', 'Gema'], 'page 2'], 100, [PAGE_2, 'page 2']], false],
    [
      'have gone for a moment unasked',
      [
        [[], ''],
        [PAGE_2, ''],
      ],
      false,
    ],
  ])('on rows that %s: it counts: %s', async (_when, steps, isCounted) => {
    const show = renderRows()
    for (const step of steps) await (typeof step === 'number' ? advance(step) : show(...step))
    press(opening('Flor'))
    expect(acted).toEqual(isCounted ? ['Flor'] : [])
  })

  it('is ignored when the person has turned to the rows before those that were asked for come', async () => {
    const show = renderRows()
    show(NAMES, 'page 2')
    press(opening('Berta'))
    show(PAGE_2, 'page 2')
    press(opening('Flor'))
    expect(acted).toEqual(['Berta'])
  })

  it('counts on the rows that were asked for, although the focus has gone from a disabled button to the table', () => {
    const show = renderRows()
    show(NAMES, 'page 2')
    act(() => document.querySelector('section')?.focus())
    show(PAGE_2, 'page 2')
    press(opening('Flor'))
    expect(acted).toEqual(['Flor'])
  })
})

it('ignores a press that began over another row', () => {
  const show = renderRows()
  fireEvent.pointerDown(opening('Berta'))
  show(['Ana', 'Carla', 'Diana'])
  fireEvent.click(opening('Carla'), { detail: 1 })
  expect(acted).toEqual([])
  expect(note()).toBe(NOTE)
})

it('says so at the release where no click follows, as when the pressed button is gone', () => {
  const show = renderRows()
  fireEvent.pointerDown(deletion('Diana'))
  show(['Ana', 'Berta', 'Carla', 'Elsa'])
  fireEvent.pointerUp(deletion('Elsa'))
  expect(note()).toBe(NOTE)
})

it('ignores a middle click, which opens a link in another tab, and no right one, which presses nothing', () => {
  const show = renderRows()
  show(['Ana', 'Carla', 'Diana'])
  /** @returns whether the browser opens the link */
  function opens(name: string, button: number) {
    fireEvent.pointerDown(opening(name), { button })
    fireEvent.pointerUp(opening(name), { button })
    return fireEvent(opening(name), new MouseEvent('auxclick', { bubbles: true, cancelable: true, button }))
  }
  expect([opens('Ana', 1), opens('Carla', 2)]).toEqual([true, true])
  expect(note()).toBe('')
  expect(opens('Carla', 1)).toBe(false)
  expect(note()).toBe(NOTE)
})

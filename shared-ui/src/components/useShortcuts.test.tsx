import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { useShortcuts } from './useShortcuts'

const pressed = vi.fn()
beforeEach(() => {
  pressed.mockClear()
})

function Key({ keys, name = keys }: { keys: string; name?: string }) {
  return <button type="button" aria-keyshortcuts={keys} aria-label={name} onClick={() => pressed(name)} />
}

/** A table with controls around it, and a row with a button of its own. */
function Table({ selects = false }: { selects?: boolean }) {
  const region = useRef<HTMLElement>(null)
  useShortcuts(region, () => pressed('help'))
  return (
    <div className="p-datatable">
      <textarea aria-label="Buscar" aria-keyshortcuts="/" />
      <label>
        Página <input aria-keyshortcuts="Alt+P" defaultValue="7" />
      </label>
      <Key keys="Alt+N" name="Crear" />
      <Key keys="Control+C" name="Copiar" />
      <Key keys="Control+Z" name="Deshacer" />
      {selects && <Key keys="Delete" name="Borrar 2" />}
      <section ref={region}>
        <table>
          <tbody>
            {['1', '2'].map((id) => (
              <tr key={id} tabIndex={-1} title={id}>
                <td>
                  <Key keys="Delete" name={`Borrar ${id}`} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

const calls = () => pressed.mock.calls.flat()

it('presses what declares the key, from anywhere in the page', async () => {
  const user = userEvent.setup()
  render(<Table />)
  await user.keyboard('{Alt>}n{/Alt}{Control>}z{/Control}{Control>}c{/Control}?')
  expect(calls()).toEqual(['Crear', 'Deshacer', 'Copiar', 'help'])
})

it('knows the keys that a control keeps to itself', async () => {
  const user = userEvent.setup()
  render(
    <>
      <button type="button" aria-label="Cerrar" onKeyDown={(event) => event.stopPropagation()} />
      <Table />
    </>,
  )
  screen.getByLabelText('Cerrar').focus()
  await user.keyboard('{Control>}z{/Control}')
  expect(calls()).toEqual(['Deshacer'])
})

it('focuses a field, and selects its text', async () => {
  const user = userEvent.setup()
  render(<Table />)
  await user.keyboard('{Alt>}p{/Alt}12')
  expect(screen.getByLabelText('Página')).toHaveProperty('value', '12')
  screen.getByTitle('1').focus()
  await user.keyboard('/')
  expect(document.activeElement).toBe(screen.getByLabelText('Buscar'))
})

it('leaves a field its keys, but those with Alt', async () => {
  const user = userEvent.setup()
  render(<Table />)
  await user.click(screen.getByLabelText('Buscar'))
  await user.keyboard('/?{Control>}z{/Control}{Control>}c{/Control}{Delete}')
  expect(screen.getByLabelText('Buscar')).toHaveProperty('value', '/?')
  expect(calls()).toEqual([])
  await user.keyboard('{Alt>}n{/Alt}')
  expect(calls()).toEqual(['Crear'])
})

it('knows a letter with Alt that types another character, except in a field', async () => {
  const user = userEvent.setup()
  render(<Table />)
  const type = (target: Element) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key: '~', code: 'KeyN', altKey: true, bubbles: true }))
  await user.click(screen.getByLabelText('Buscar'))
  type(screen.getByLabelText('Buscar'))
  expect(calls()).toEqual([])
  type(document.body)
  expect(calls()).toEqual(['Crear'])
})

describe('Delete', () => {
  it('presses the button of the row with the focus', async () => {
    const user = userEvent.setup()
    render(<Table />)
    await user.keyboard('{Delete}')
    screen.getByLabelText('Crear').focus()
    await user.keyboard('{Delete}')
    expect(calls()).toEqual([])
    screen.getByTitle('2').focus()
    await user.keyboard('{Delete}')
    expect(calls()).toEqual(['Borrar 2'])
  })

  it('acts on a selection before the row', async () => {
    const user = userEvent.setup()
    render(<Table selects />)
    screen.getByTitle('1').focus()
    await user.keyboard('{Delete}')
    expect(calls()).toEqual(['Borrar 2'])
  })
})

it('copies what is marked in the page', async () => {
  const user = userEvent.setup()
  render(<Table />)
  getSelection()?.selectAllChildren(document.body)
  await user.keyboard('{Control>}c{/Control}')
  expect(calls()).toEqual([])
  getSelection()?.removeAllRanges()
})

it.each(['Shift', 'Control', 'Meta'])('ignores %s with another key', async (modifier) => {
  const user = userEvent.setup()
  render(<Table />)
  await user.keyboard(`{${modifier}>}{Alt>}n{/Alt}{/${modifier}}{Control>}{Shift>}z{/Shift}{/Control}`)
  expect(calls()).toEqual(modifier === 'Shift' ? ['Crear'] : [])
})

it('belongs to the table in sight: not to that of another tab, nor to one under a dialog', async () => {
  const user = userEvent.setup()
  const { rerender } = render(
    <div hidden>
      <Table />
    </div>,
  )
  await user.keyboard('{Alt>}n{/Alt}')
  rerender(
    <>
      <div hidden>
        <div role="dialog" aria-modal="true" />
      </div>
      <Table />
    </>,
  )
  await user.keyboard('{Control>}z{/Control}')
  expect(calls()).toEqual(['Deshacer'])
  rerender(
    <>
      <Table />
      <div role="dialog" aria-modal="true">
        <Table />
      </div>
    </>,
  )
  await user.keyboard('{Alt>}n{/Alt}')
  expect(calls()).toEqual(['Deshacer', 'Crear'])
})

it('ignores the modal dialog of a browser extension, but not one that a tab shows over the page', async () => {
  const user = userEvent.setup()
  render(<Table />)
  const overlay = document.body.appendChild(document.createElement('section'))
  onTestFinished(() => overlay.remove())
  overlay.innerHTML = '<div role="dialog" aria-modal="true"></div>'
  await user.keyboard('{Alt>}n{/Alt}')
  expect(calls()).toEqual(['Crear'])
  overlay.className = 'tab-overlays'
  await user.keyboard('{Alt>}n{/Alt}')
  expect(calls()).toEqual(['Crear'])
})

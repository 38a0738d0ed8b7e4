import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
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
      {selects && ['Delete', 'Control+C'].map((keys) => <Key key={keys} keys={keys} name={`${keys} de 2`} />)}
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

function renderTable(selects = false) {
  render(<Table selects={selects} />)
  return userEvent.setup()
}

it.each([
  [
    'what declares it',
    '{Alt>}n{/Alt}{Control>}z{/Control}{Control>}c{/Control}?',
    ['Crear', 'Deshacer', 'Copiar', 'help'],
  ],
  ['nothing for Control with Alt', '{Control>}{Alt>}n{/Alt}{/Control}', []],
  ['nothing for Meta with Alt', '{Meta>}{Alt>}n{/Alt}{/Meta}', []],
  ['a letter with Shift and Alt', '{Shift>}{Alt>}n{/Alt}{/Shift}', ['Crear']],
  ['nothing for Control with Shift', '{Control>}{Shift>}z{/Shift}{/Control}', []],
])('a key presses %s, from anywhere in the page', async (_what, keys, names) => {
  const user = renderTable()
  await user.keyboard(keys)
  expect(calls()).toEqual(names)
})

it('knows the keys that a control keeps to itself', async () => {
  const user = renderTable()
  const control = screen.getByLabelText('Crear')
  control.addEventListener('keydown', (event) => event.stopPropagation())
  control.focus()
  await user.keyboard('{Control>}z{/Control}')
  expect(calls()).toEqual(['Deshacer'])
})

it('focuses a field, and selects its text', async () => {
  const user = renderTable()
  await user.keyboard('{Alt>}p{/Alt}12')
  expect(screen.getByLabelText('Página')).toHaveProperty('value', '12')
  screen.getByTitle('1').focus()
  await user.keyboard('/')
  expect(document.activeElement).toBe(screen.getByLabelText('Buscar'))
})

it('leaves a field its keys, but those with Alt', async () => {
  const user = renderTable()
  await user.click(screen.getByLabelText('Buscar'))
  await user.keyboard('/?{Control>}z{/Control}{Control>}c{/Control}{Delete}')
  expect(screen.getByLabelText('Buscar')).toHaveProperty('value', '/?')
  expect(calls()).toEqual([])
  await user.keyboard('{Alt>}n{/Alt}')
  expect(calls()).toEqual(['Crear'])
})

it('knows a letter with Alt that types another character, except in a field', () => {
  renderTable()
  const type = (target: Element) => fireEvent.keyDown(target, { key: '~', code: 'KeyN', altKey: true })
  type(screen.getByLabelText('Buscar'))
  expect(calls()).toEqual([])
  type(document.body)
  expect(calls()).toEqual(['Crear'])
})

it.each([
  ['nothing outside the rows', 'Crear', false, ['Copiar']],
  ['the button of the row with the focus', '2', false, ['Borrar 2', 'Copiar']],
  ['what acts on a selection, before the row and a receipt', '1', true, ['Delete de 2', 'Control+C de 2']],
])('Delete presses %s, beside Ctrl+C', async (_what, focused, selects, names) => {
  const user = renderTable(selects)
  const row = screen.queryByTitle(focused) ?? screen.getByLabelText(focused)
  row.focus()
  await user.keyboard('{Delete}{Control>}c{/Control}')
  expect(calls()).toEqual(names)
})

it('copies what is marked in the page', async () => {
  const user = renderTable()
  getSelection()?.selectAllChildren(document.body)
  await user.keyboard('{Control>}c{/Control}')
  expect(calls()).toEqual([])
  getSelection()?.removeAllRanges()
})

const DIALOG = <div role="dialog" aria-modal="true" />

it.each([
  { where: 'not to that of another tab', hidden: <Table />, names: [] },
  { where: 'also beside a dialog of another tab', hidden: DIALOG, table: <Table />, names: ['Crear'] },
  { where: 'not to one under a dialog', table: <Table />, dialog: DIALOG, names: [] },
])('belongs to the table in sight: $where', async ({ hidden, table, dialog, names }) => {
  const user = userEvent.setup()
  render(
    <>
      <div hidden>{hidden}</div>
      {table}
      {dialog}
    </>,
  )
  await user.keyboard('{Alt>}n{/Alt}')
  expect(calls()).toEqual(names)
})

it('ignores the modal dialog of a browser extension, but not one that a tab shows over the page', async () => {
  const user = renderTable()
  const overlay = document.body.appendChild(document.createElement('section'))
  onTestFinished(() => overlay.remove())
  overlay.innerHTML = '<div role="dialog" aria-modal="true"></div>'
  await user.keyboard('{Alt>}n{/Alt}')
  expect(calls()).toEqual(['Crear'])
  overlay.className = 'tab-overlays'
  await user.keyboard('{Alt>}n{/Alt}')
  expect(calls()).toEqual(['Crear'])
})

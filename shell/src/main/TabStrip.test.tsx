import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { TabStrip } from './TabStrip'

const tabs = ['Usuarios', 'Codigos', 'Puntaje'].map((label, order) => ({
  id: label.toLowerCase(),
  label,
  order,
}))

const views = { codigos: { params: 'used=redimido', opening: 1 } }

function Strip() {
  const [activeId, setActiveId] = useState('usuarios')
  return <TabStrip tabs={tabs} activeId={activeId} views={views} onActivate={setActiveId} onHover={() => undefined} />
}

const selected = () => screen.getAllByRole('tab', { selected: true }).map((tab) => tab.textContent)

it('renders a tablist with one selected, focusable tab, and links tabs to panels', () => {
  render(<Strip />)
  expect(screen.getByRole('tablist').children).toHaveLength(3)
  expect(screen.getAllByRole('tab').map((tab) => [tab.getAttribute('aria-controls'), tab.tabIndex])).toEqual([
    ['panel-usuarios', 0],
    ['panel-codigos', -1],
    ['panel-puntaje', -1],
  ])
  expect(selected()).toEqual(['Usuarios'])
})

it('leaves a click with a modifier to the browser, which opens the view of the tab elsewhere', async () => {
  const clicked = vi.fn((event: Event) => {
    const isLeft = !event.defaultPrevented
    // jsdom does not navigate.
    event.preventDefault()
    return isLeft
  })
  document.addEventListener('click', clicked)
  render(<Strip />)
  fireEvent.click(screen.getByRole('tab', { name: 'Codigos' }), { ctrlKey: true })
  document.removeEventListener('click', clicked)
  expect(clicked.mock.results.map(({ value }) => value)).toEqual([true])
  expect(selected()).toEqual(['Usuarios'])
  const links = screen.getAllByRole('tab').map((tab) => tab.getAttribute('href'))
  expect(links).toEqual(['/main?tab=usuarios', '/main?tab=codigos#used=redimido', '/main?tab=puntaje'])
})

it.each([
  ['{ArrowRight}', 'Codigos'],
  ['{End}{ArrowRight}', 'Usuarios'],
  ['{ArrowLeft}', 'Puntaje'],
  ['{End}', 'Puntaje'],
  ['{End}{Home}', 'Usuarios'],
  ['{End}x', 'Puntaje'],
])('%s moves selection and focus to %s', async (keys, label) => {
  render(<Strip />)
  screen.getByRole('tab', { selected: true }).focus()
  await userEvent.keyboard(keys)
  expect(selected()).toEqual([label])
  expect(document.activeElement?.textContent).toBe(label)
})

it.each(['Alt', 'Control', 'Meta', 'Shift'])('leaves an arrow with %s to the browser', async (modifier) => {
  const pressed = vi.fn((event: KeyboardEvent) => event.defaultPrevented)
  document.addEventListener('keydown', pressed)
  render(<Strip />)
  screen.getByRole('tab', { selected: true }).focus()
  await userEvent.keyboard(`{${modifier}>}{ArrowRight}{/${modifier}}`)
  document.removeEventListener('keydown', pressed)
  expect(selected()).toEqual(['Usuarios'])
  expect(pressed.mock.results.map(({ value }) => value)).toEqual([false, false])
})

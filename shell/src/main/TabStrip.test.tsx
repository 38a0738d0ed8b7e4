import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { TabStrip } from './TabStrip'

const tabs = ['Usuarios', 'Codigos', 'Puntaje'].map((label, order) => ({
  id: label.toLowerCase(),
  label,
  order,
  columns: 5,
}))

function Strip({ onPoint = () => undefined }: { onPoint?: (id: string) => void }) {
  const [activeId, setActiveId] = useState('usuarios')
  return <TabStrip tabs={tabs} activeId={activeId} onActivate={setActiveId} onPoint={onPoint} />
}

afterEach(cleanup)

const selected = () => screen.getAllByRole('tab', { selected: true }).map((tab) => tab.textContent)

it('is a tablist whose tabs name their panels, one of them selected and in the tab order', () => {
  render(<Strip />)
  expect(screen.getByRole('tablist').children).toHaveLength(3)
  expect(screen.getAllByRole('tab').map((tab) => [tab.getAttribute('aria-controls'), tab.tabIndex])).toEqual([
    ['panel-usuarios', 0],
    ['panel-codigos', -1],
    ['panel-puntaje', -1],
  ])
  expect(selected()).toEqual(['Usuarios'])
})

it('activates by click', async () => {
  render(<Strip />)
  await userEvent.click(screen.getByRole('tab', { name: 'Codigos' }))
  expect(selected()).toEqual(['Codigos'])
})

it('tells of a pointer on a tab that is not active', async () => {
  const onPoint = vi.fn()
  render(<Strip onPoint={onPoint} />)
  await userEvent.hover(screen.getByRole('tab', { name: 'Usuarios' }))
  expect(onPoint).not.toHaveBeenCalled()
  await userEvent.hover(screen.getByRole('tab', { name: 'Codigos' }))
  expect(onPoint.mock.calls).toEqual([['codigos']])
})

it.each([
  ['{ArrowRight}', 'Codigos'],
  ['{ArrowRight}{ArrowRight}{ArrowRight}', 'Usuarios'],
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

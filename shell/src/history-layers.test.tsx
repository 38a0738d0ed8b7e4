import { act, cleanup, render, waitFor } from '@testing-library/react'
import { useSearchParams } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import { nameEntry, UrlRouter } from './history-layers'
import { type TabViews, useTabViews } from './main/useTabViews'

let tabs: TabViews

function Tab() {
  const [params] = useSearchParams()
  tabs = useTabViews(params.get('tab') ?? '')
  return null
}

/** Opens a document at a URL with a search, whose history entry has this state. */
function open(state: unknown = null) {
  cleanup()
  history.pushState(state, '', '/main?tab=usuarios#q=ana')
  nameEntry()
  render(
    <UrlRouter>
      <Tab />
    </UrlRouter>,
  )
}
beforeEach(() => open())

const params = () => tabs.views.usuarios?.params
const opening = () => tabs.views.usuarios?.opening
const change = (params: string, isPushed = false) => act(() => tabs.change('usuarios', params, isPushed))

async function step(go: () => void, ...events: string[]) {
  const ended = Promise.all(
    events.map((name) => new Promise((resolve) => window.addEventListener(name, resolve, { once: true }))),
  )
  await act(async () => {
    go()
    await ended
  })
}
const paste = (hash: string) =>
  step(
    () => {
      location.hash = hash
    },
    'popstate',
    'hashchange',
  )
const back = (event: string) => step(() => history.back(), event)

/** As a tab does for its details. */
function addLayer() {
  history.replaceState({ ...history.state, layers: 0 }, '')
  history.pushState({ ...history.state, layers: 1 }, '')
}

it('opens the view of a link that is pasted into the address bar, again too', async () => {
  await paste('#q=eva')
  expect(params()).toBe('q=eva')
  change('q=luis')
  await waitFor(() => expect(location.hash).toBe('#q=luis'))
  await paste('#q=eva')
  expect(params()).toBe('q=eva')
})

it('keeps the view, and writes it, after a step between entries that a tab has added', async () => {
  addLayer()
  change('q=luis')
  await waitFor(() => expect(location.hash).toBe('#q=luis'))
  await back('canje:step')
  expect(params()).toBe('q=luis')
  expect(location.hash).toBe('#q=luis')
})

it('opens the view of another pasted link, whose tab has added entries too', async () => {
  addLayer()
  await paste('#q=eva')
  addLayer()
  await back('canje:step')
  expect(params()).toBe('q=eva')
  await back('popstate')
  expect(params()).toBe('q=ana')
  expect(location.hash).toBe('#q=ana')
})

it('leaves a sub-page by the back button, and returns to it by the forward button', async () => {
  change('q=luis')
  const before = history.length
  change('id=7', true)
  await waitFor(() => expect(location.hash).toBe('#id=7'))
  expect(history.length).toBe(before + 1)
  // The tab knows what it has pushed.
  expect([params(), opening()]).toEqual(['id=7', 1])
  await back('popstate')
  expect([params(), opening()]).toEqual(['q=luis', 2])
  await step(() => history.forward(), 'popstate')
  expect([params(), opening()]).toEqual(['id=7', 3])
})

it('returns from a sub-page to a tab without a view', async () => {
  change('')
  change('id=7', true)
  await waitFor(() => expect(location.hash).toBe('#id=7'))
  await back('popstate')
  await waitFor(() => expect(params()).toBe(''))
})

it('pushes no entry for the same view, a view too long for a URL, or a tab in the background', async () => {
  const before = history.length
  change('q=ana', true)
  change('x'.repeat(20_001), true)
  act(() => tabs.change('codigos', 'id=7', true))
  expect(tabs.views).toMatchObject({ usuarios: { params: 'x'.repeat(20_001) }, codigos: { params: 'id=7' } })
  expect(history.length).toBe(before)
})

it('replaces the fragment after a pause, without giving the change back to the tab', async () => {
  const before = history.length
  change('q=luis')
  change('q=luisa')
  expect(location.hash).toBe('#q=ana')
  await waitFor(() => expect(location.hash).toBe('#q=luisa'))
  expect(history.length).toBe(before)
  expect(tabs.views).toEqual({ usuarios: { params: 'q=luisa', opening: 1 } })
})

it('brings the URL up to date when staff leave the tab, but not to the view of another tab', () => {
  act(() => tabs.change('codigos', 'q=abc'))
  change('q=luisa')
  tabs.flush()
  expect(location.hash).toBe('#q=luisa')
})

it('ignores the view of a history entry of an earlier session, and removes it from the URL', () => {
  open({ session: 'earlier' })
  expect(params()).toBe('')
  expect(location.hash).toBe('')
})

it('ignores a fragment that nobody has typed', async () => {
  await paste(`#q=${'x'.repeat(20_001)}`)
  expect(params()).toBe('')
})

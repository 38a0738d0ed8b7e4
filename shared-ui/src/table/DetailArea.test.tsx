import type { SlotProps, TabExtensions } from '@canje/shared-auth'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { EXTENSIONS, renderTable, stubService } from '../testing/details'
import type { DetailInput } from '../view/detail-input'
import type { DetailSubject } from '../view/detail-link'

/** A shell whose remotes provide some slots. */
function providing(...slots: string[]) {
  const Extension = vi.fn<(props: { slot: string; input: object }) => null>(() => null)
  const extensions: TabExtensions = { has: (slot) => slots.includes(slot), Extension }
  return { extensions, lastProps: () => Extension.mock.lastCall?.[0] }
}

/** What a slot shows of its first input only. */
function Failed({ input }: SlotProps) {
  const [{ id }] = useState<DetailSubject>(input)
  return <p>{`Falló el ${id}`}</p>
}

let service: ReturnType<typeof stubService>
beforeEach(() => {
  service = stubService({ SelectCodes: [{ id: 1, name: 'A', userName: 'Ana', used: 1 }] })
})

const links = (more = {}) => screen.queryAllByRole('link', more).map(({ textContent }) => textContent)

describe('a slot that nobody provides', () => {
  it('becomes a link, and opens, once a remote provides it', async () => {
    const { user, heading, provide } = await renderTable('detalle=codigo-id%3A1', providing().extensions)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(links()).toEqual([])
    provide(EXTENSIONS)
    await waitFor(() => expect(heading()).toBe('A'))
    expect(links()).toEqual(['A', 'Ana'])
    expect(links({ current: true })).toEqual(['A'])
    await user.click(screen.getByRole('button', { name: 'Ana' }))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Ana'))
    expect(links({ current: true })).toEqual(['Ana'])
  })

  it('that was open closes the panel and keeps the rows', async () => {
    const { heading, provide } = await renderTable('detalle=codigo-id%3A1')
    await waitFor(() => expect(heading()).toBe('A'))
    provide(providing('detalle:usuario').extensions)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(links()).toEqual(['Ana'])
  })
})

describe('a row without the text that opens it', () => {
  it('opens by its id, and not by its empty text', async () => {
    service = stubService({ SelectCodes: [{ id: 1, name: null, userName: '' }] })
    const { user, heading } = await renderTable('')
    expect(links()).toEqual([''])
    await user.click(screen.getByRole('link', { name: 'Ver detalle' }))
    await waitFor(() => expect(heading()).toBe('Codigo 1'))
  })
})

describe('the frame', () => {
  it('passes all that a panel needs as input, and opens what the panel asks for', async () => {
    const { extensions, lastProps } = providing('detalle:codigo', 'detalle:usuario')
    const { user, lastParams } = await renderTable('', extensions)
    await user.click(screen.getByRole('link', { name: 'A' }))
    expect(lastProps()).toEqual({
      slot: 'detalle:codigo',
      input: {
        id: 1,
        headingId: screen.getByRole('dialog').getAttribute('aria-labelledby'),
        takesFocus: expect.any(Function),
        renewedAt: 0,
        renew: expect.any(Function),
        canOpen: extensions.has,
        open: expect.any(Function),
      },
    })
    const input = lastProps()?.input ?? {}
    if (!('open' in input) || typeof input.open !== 'function') throw new Error('The input opens nothing.')
    input.open('detalle:usuario', { id: 7, name: 'Ana' })
    await waitFor(() => expect(lastProps()).toMatchObject({ slot: 'detalle:usuario', input: { id: 7, name: 'Ana' } }))
    await waitFor(() => expect(lastParams().get('detalle')).toBe('usuario:7:Ana'))
    input.open('detalle:codigo', { id: 7, name: '' })
    await waitFor(() => expect(lastParams().get('detalle')).toBe('codigo-id:7'))
  })

  it('does not render the panel again with the table', async () => {
    const { extensions, lastProps } = providing('detalle:codigo')
    const { user, lastParams } = await renderTable('detalle=codigo%3AA', extensions)
    const renders = vi.mocked(extensions.Extension).mock.calls.length
    const { input } = lastProps() ?? {}
    await user.type(screen.getByRole('textbox', { name: /Buscar/ }), 'a')
    await waitFor(() => expect(lastParams().get('q')).toBe('a'))
    expect(vi.mocked(extensions.Extension).mock.calls).toHaveLength(renders)
    expect(lastProps()?.input).toBe(input)
  })

  describe('whose contents come late', () => {
    const late = async () => {
      const tab = await renderTable('', providing('detalle:codigo', 'detalle:usuario').extensions)
      await tab.user.click(screen.getByRole('link', { name: 'A' }))
      const search = screen.getByRole('textbox', { name: /Buscar/ })
      const focused = () => document.activeElement
      const isHeadingFocused = () => waitFor(() => expect(focused()?.tagName).toBe('H3'))
      return { ...tab, search, focused, isHeadingFocused }
    }

    it('leaves the focus where staff have moved it, until they open other details', async () => {
      const { user, heading, provide, search, focused, isHeadingFocused } = await late()
      await user.click(search)
      provide(EXTENSIONS)
      await waitFor(() => expect(heading()).toBe('A'))
      expect(focused()).toBe(search)
      await user.click(screen.getByRole('button', { name: 'Ana' }))
      await isHeadingFocused()
      expect(heading()).toBe('Ana')
    })

    it('takes the focus from where it was at the press, also when the window gets it again', async () => {
      const { focused, provide, isHeadingFocused } = await late()
      focused()?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
      provide(EXTENSIONS)
      await isHeadingFocused()
    })
  })

  it('of a panel that the registry closed gives the next one no focus', async () => {
    const { extensions, lastProps } = providing('detalle:codigo')
    const { user, provide } = await renderTable('', extensions)
    const takesFocus = () => (lastProps()?.input as DetailInput | undefined)?.takesFocus?.()
    await user.click(screen.getByRole('link', { name: 'A' }))
    expect(takesFocus()).toBe(true)
    provide(providing().extensions)
    provide(extensions)
    await waitFor(() => expect(takesFocus()).toBe(false))
  })

  it('opens the slot again for another subject, so one that fails does not keep the next from working', async () => {
    const { user } = await renderTable('detalle=codigo-id%3A9', { has: () => true, Extension: Failed })
    expect(screen.getByText('Falló el 9')).toBeDefined()
    await user.click(screen.getByRole('link', { name: 'A' }))
    expect(screen.getByText('Falló el 1')).toBeDefined()
  })

  it('closes by Escape and by its button, and gives the focus back to the link', async () => {
    const { user } = await renderTable()
    const extension = document.body.appendChild(document.createElement('div'))
    extension.setAttribute('aria-modal', 'true')
    onTestFinished(() => extension.remove())
    for (const close of [
      () => user.keyboard('{Escape}'),
      () => user.click(screen.getByRole('button', { name: 'Cerrar' })),
    ]) {
      await user.click(screen.getByRole('link', { name: 'A' }))
      await waitFor(() => expect(document.activeElement?.tagName).toBe('H3'))
      await close()
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(document.activeElement).toBe(screen.getByRole('link', { name: 'A' }))
    }
  })
})

it('opens by a press on a row, but not while a text is marked, and shows other rows by the arrows', async () => {
  service.lists = {
    SelectCodes: ['A', 'B', 'C'].map((name, index) => ({ id: index + 1, name, userName: null, used: 0 })),
  }
  const { user, heading } = await renderTable()
  const row = (name: string) => screen.getByRole('link', { name }).closest('tr') as HTMLElement
  getSelection()?.selectAllChildren(row('B'))
  fireEvent.click(row('B'))
  expect(screen.queryByRole('dialog')).toBeNull()
  getSelection()?.removeAllRanges()
  await user.click(row('B'))
  await waitFor(() => expect(heading()).toBe('B'))
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(heading()).toBe('C'))
  // It is the last row: the key is left to the browser, which scrolls the panel.
  expect(fireEvent.keyDown(screen.getByRole('heading', { name: 'C' }), { key: 'ArrowDown' })).toBe(true)
  await user.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}')
  await waitFor(() => expect(heading()).toBe('A'))
  act(() => row('A').focus())
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(heading()).toBe('B'))
  // A held key comes before the panel has taken the focus from the link.
  act(() => screen.getByRole('link', { name: 'B' }).focus())
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(heading()).toBe('C'))
})

it('reads the list of its tab once, and those of other tabs once for all details', async () => {
  const { user, heading } = await renderTable()
  for (const name of ['A', 'Ana', 'A', 'Ana']) {
    await user.click(screen.getByRole('link', { name }))
    await waitFor(() => expect(heading()).toBe(name))
  }
  expect(service.requests.toSorted()).toEqual(['SelectCodes', 'SelectReport', 'SelectUsers'])
})

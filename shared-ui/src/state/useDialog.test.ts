import type { DialogDraft, TabDraft } from '@canje/shared-auth'
import { act, renderHook } from '@testing-library/react'
import { createElement, type PropsWithChildren } from 'react'
import { describe, expect, it } from 'vitest'
import { TabRoot } from './TabRoot'
import { useDialog, useDraftText } from './useDialog'

it('stays open when close comes from before it was reopened', () => {
  const { result } = renderHook(useDialog)
  act(() => result.current.open())
  const { close } = result.current
  act(() => close())
  act(() => result.current.open())
  act(() => close())
  expect(result.current.isOpen).toBe(true)
})

describe('a dialog with a text', () => {
  function renderDialog(kept: DialogDraft | null, isActive = true) {
    const draft: TabDraft = {
      current: kept,
      onChange: (changed) => {
        draft.current = changed
      },
    }
    const tab = { isActive, params: '', opening: 0, onChange: () => undefined, push: () => undefined }
    const wrapper = ({ children }: PropsWithChildren) =>
      createElement(TabRoot, { notify: () => undefined, draft, view: tab, children })
    const { result } = renderHook(
      () => {
        const dialog = useDialog('crear')
        const [text, setText] = useDraftText('crear', dialog.isOpen, '0')
        return { ...dialog, text, setText }
      },
      { wrapper },
    )
    return { result, draft }
  }

  it('is the draft of its tab while it is open', () => {
    const { result, draft } = renderDialog(null)
    expect(result.current).toMatchObject({ isOpen: false, text: '0' })
    expect(draft.current).toBeNull()
    act(() => result.current.open())
    act(() => result.current.setText('50'))
    expect(draft.current).toEqual({ dialog: 'crear', text: '50' })
    act(() => result.current.close())
    expect(draft.current).toBeNull()
    expect(result.current.text).toBe('50')
  })

  it('opens with the kept draft, unless that is of another dialog', () => {
    expect(renderDialog({ dialog: 'crear', text: '50' }).result.current).toMatchObject({ isOpen: true, text: '50' })
    expect(renderDialog({ dialog: 'other', text: '50' }).result.current).toMatchObject({ isOpen: false, text: '0' })
  })

  it('is no draft in a hidden tab', () => {
    const { result, draft } = renderDialog(null, false)
    act(() => result.current.open())
    expect(draft.current).toBeNull()
  })
})

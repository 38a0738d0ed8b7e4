import type { TabDraft, TabView } from '@canje/shared-auth'
import type { Draft } from '@canje/shared-auth/host'
import { useLayoutEffect, useRef, useState } from 'react'
import type { View } from './useTabViews'

/** The open dialog of a tab. Not a ref of React, because tabs read it while they render. */
export interface OpenDraft {
  /** Null without an open dialog. */
  draft: Draft | null
}

/**
 * The `view` prop of a tab. It is another object only when the tab becomes active or inactive or when a URL opens it,
 * because the tab renders again for another prop.
 */
export function useViewProp(
  isActive: boolean,
  { params, opening }: View,
  onChange: (params: string, isPushed: boolean) => void,
): TabView {
  const latest = useRef(onChange)
  const create = (): TabView => ({
    isActive,
    params,
    opening,
    onChange: (changed) => latest.current(changed, false),
    push: (changed) => latest.current(changed, true),
  })
  const [prop, setProp] = useState(create)
  if (prop.isActive !== isActive || prop.opening !== opening) setProp(create)
  useLayoutEffect(() => {
    prop.params = params
    latest.current = onChange
  })
  return prop
}

/** The `draft` prop of a tab, which sees its own dialog only. */
export function draftOf(tab: string, open: OpenDraft): TabDraft {
  const current = () => (open.draft?.tab === tab ? open.draft : null)
  return {
    get current() {
      return current()
    },
    onChange(changed) {
      if (changed) open.draft = { ...changed, tab }
      else if (current()) open.draft = null
    },
  }
}

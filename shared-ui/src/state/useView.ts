import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { parseView, type ViewColumn } from '../view/view-params'
import type { Order, ViewState } from '../view/view-state'
import { useTab } from './TabRoot'

/**
 * The view of a tab: from the URL at mount, and again when staff open another URL of the tab. In a root without a view, it
 * starts with the initial one.
 *
 * @param order of a view that has none
 * @param onOpen gets a view that staff opened after the mount
 */
export function useView(
  columns: readonly ViewColumn[],
  sizes: readonly number[],
  order: Order | undefined,
  onOpen: (view: ViewState) => void,
) {
  const { view: tabView } = useTab()
  const opening = tabView?.opening
  const [handled, setHandled] = useState(opening)
  const parse = (): ViewState => {
    const parsed = parseView(tabView?.params ?? '', columns, sizes)
    return { ...parsed, order: parsed.order ?? order }
  }
  const [view, setView] = useState(parse)
  const open = useEffectEvent(() => {
    const next = parse()
    setView(next)
    onOpen(next)
  })

  useEffect(() => {
    if (opening === handled) return
    setHandled(opening)
    open()
  }, [opening, handled])

  return [view, setView] as const
}

/** Keeps the URL of the tab's view up to date: the shell renders after the rows of the view, which staff wait for. */
export function useViewUrl(params: string, isPageLoading: boolean): void {
  const onChange = useTab().view?.onChange
  const sent = useRef(params)

  useEffect(() => {
    if (isPageLoading || params === sent.current) return
    sent.current = params
    startTransition(() => onChange?.(params))
  }, [params, isPageLoading, onChange])
}

import { useEffect, useEffectEvent, useRef } from 'react'
import { closeLayer, type Layer, openLayer } from './back-layers'

/** Lets the back button close a dialog, which covers the tab that it would leave. */
export function useBackToClose(isOpen: boolean, onHide: () => void): void {
  const hide = useEffectEvent(onHide)
  useEffect(() => {
    if (!isOpen) return
    const layer = openLayer(() => hide())
    return () => closeLayer(layer)
  }, [isOpen])
}

/**
 * Lets the back button return to the details that were open before, and close the panel after the first ones.
 *
 * @param detail what the panel shows; undefined while it is closed
 */
export function useBackInDetails(
  detail: string | undefined,
  { onOpen, onClose }: { onOpen: (detail: string) => void; onClose: () => void },
): void {
  const trail = useRef<{ detail: string; layer: Layer }[]>([])
  const back = useEffectEvent(() => {
    trail.current.pop()
    const last = trail.current.at(-1)
    if (last) onOpen(last.detail)
    else onClose()
  })

  const forget = useEffectEvent(() => {
    for (const { layer } of trail.current.splice(0)) closeLayer(layer)
  })

  useEffect(() => () => forget(), [])
  useEffect(() => {
    if (detail === undefined) forget()
    else if (detail !== trail.current.at(-1)?.detail) trail.current.push({ detail, layer: openLayer(() => back()) })
  }, [detail])
}

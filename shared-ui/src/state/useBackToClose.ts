import { useEffect, useEffectEvent, useRef } from 'react'
import { openLayer } from './back-layers'

/** Lets the back button close a mounted dialog, which covers the tab that it would leave. */
export function useBackToClose(onHide: () => void): void {
  const hide = useEffectEvent(onHide)
  useEffect(() => openLayer(() => hide()), [])
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
  const trail = useRef<{ detail: string; close: () => void }[]>([])
  const back = useEffectEvent(() => {
    trail.current.pop()
    const last = trail.current.at(-1)
    if (last) onOpen(last.detail)
    else onClose()
  })

  const forget = useEffectEvent(() => {
    for (const { close } of trail.current.splice(0)) close()
  })

  useEffect(() => () => forget(), [])
  useEffect(() => {
    if (detail === undefined) forget()
    else if (detail !== trail.current.at(-1)?.detail) trail.current.push({ detail, close: openLayer(() => back()) })
  }, [detail])
}

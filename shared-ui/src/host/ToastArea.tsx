import type { ToastMessage } from '@canje/shared-auth'
import { type ToastMessage as PrimeToast, Toast } from 'primereact/toast'
import { type FocusEvent, type SyntheticEvent, useEffect, useRef } from 'react'
import { registerToaster } from './toasts'

/** How long a toast stays, in milliseconds (specification §9). */
const LIFETIME_MS = 3000
/** More toasts at a time hide too much of the screen; the oldest one ends. */
const MAX_TOASTS = 3

interface ShownToast {
  toast: PrimeToast
  /** Gives it its full time again. */
  restart: () => void
}

/**
 * The toast area of specification §2. PrimeReact's timer does not pause while a toast has the focus (WCAG 2.2.1). So
 * toasts are sticky for PrimeReact and time out here, paused while the pointer or the focus is on them.
 */
export function ToastArea() {
  const area = useRef<Toast>(null)
  /** By their ids, the oldest first. */
  const shown = useRef(new Map<string, ShownToast>())
  /** What had the focus before a toast. */
  const outside = useRef<Element>(null)

  useEffect(() => {
    function show(message: ToastMessage) {
      const id = JSON.stringify([message.severity, message.summary, message.detail])
      const equal = shown.current.get(id)
      if (equal) return equal.restart()
      const [oldest] = shown.current.values()
      if (oldest && shown.current.size === MAX_TOASTS) area.current?.remove(oldest.toast)
      let timer: ReturnType<typeof setTimeout>
      let isPaused = false
      const restart = () => {
        clearTimeout(timer)
        if (!isPaused) timer = setTimeout(() => area.current?.remove(toast), LIFETIME_MS)
      }
      const pause = () => {
        isPaused = true
        clearTimeout(timer)
      }
      const enter = ({ relatedTarget }: FocusEvent) => {
        pause()
        if (!relatedTarget?.closest('.toast-area')) outside.current = relatedTarget
      }
      const resume = ({ currentTarget }: SyntheticEvent) => {
        isPaused = currentTarget.matches(':hover, :focus-within')
        restart()
      }
      const toast: PrimeToast = {
        ...message,
        id,
        sticky: true,
        // With onMouseEnter, a toast that appears under a resting pointer would never time out.
        pt: { root: { onMouseMove: pause, onMouseLeave: resume, onFocus: enter, onBlur: resume } },
      }
      restart()
      shown.current.set(id, { toast, restart })
      area.current?.show(toast)
    }

    function clear() {
      shown.current.clear()
      area.current?.clear()
    }

    registerToaster({ show, clear })
    return () => registerToaster(null)
  }, [])

  const forget = ({ id }: PrimeToast) => {
    shown.current.delete(id ?? '')
    // 'Cerrar' goes with its toast.
    if (document.activeElement?.closest('.toast-area') && outside.current instanceof HTMLElement)
      outside.current.focus()
  }
  return <Toast ref={area} position="top-right" className="toast-area" onRemove={forget} />
}

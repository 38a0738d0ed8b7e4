import type { ToastMessage } from '@canje/shared-auth'
import { type ToastMessage as PrimeToast, Toast } from 'primereact/toast'
import { useEffect, useRef } from 'react'
import { type PausableTimer, pausableTimer } from './pausable-timer'
import { placeClearOfFocus } from './place-clear-of-focus'
import { registerToaster } from './toasts'

/** How long a toast stays, in milliseconds (specification §9). */
const LIFETIME_MS = 3000
/** More toasts at a time hide too much of the screen; the oldest one ends. */
const MAX_TOASTS = 3

interface ShownToast {
  message: ToastMessage
  toast: PrimeToast
  timer: PausableTimer
}

/**
 * The toast area of specification §2. PrimeReact's timer does not pause while a toast has the focus (WCAG 2.2.1). So
 * toasts are sticky for PrimeReact and time out here, paused while the pointer or the focus is on them.
 */
export function ToastArea() {
  const area = useRef<Toast>(null)
  const lastId = useRef(0)
  const shown = useRef<ShownToast[]>([])

  useEffect(() => {
    const place = () => placeClearOfFocus(area.current?.getElement())
    const remove = ({ toast }: ShownToast) => area.current?.remove(toast)

    function show(message: ToastMessage) {
      const equal = shown.current.find((one) => areEqual(one.message, message))
      if (equal) return equal.timer.restart()
      const [oldest] = shown.current
      if (oldest && shown.current.length === MAX_TOASTS) remove(oldest)
      lastId.current += 1
      const timer = pausableTimer(LIFETIME_MS, () => area.current?.remove(toast))
      const toast: PrimeToast = {
        ...message,
        id: String(lastId.current),
        sticky: true,
        pt: {
          root: {
            // With onMouseEnter, a toast that appears under a resting pointer would never time out.
            onMouseMove: () => timer.pause('pointer'),
            onMouseLeave: () => timer.resume('pointer'),
            onFocus: () => timer.pause('focus'),
            onBlur: () => timer.resume('focus'),
          },
        },
      }
      shown.current = [...shown.current, { message, toast, timer }]
      area.current?.show(toast)
      requestAnimationFrame(place)
    }

    function clear() {
      shown.current = []
      area.current?.clear()
    }

    registerToaster({ show, clear })
    document.addEventListener('focusin', place)
    return () => {
      registerToaster(null)
      document.removeEventListener('focusin', place)
    }
  }, [])

  function forget(removed: PrimeToast) {
    shown.current = shown.current.filter(({ toast }) => toast.id !== removed.id)
  }

  return <Toast ref={area} position="top-right" className="toast-area" onRemove={forget} />
}

function areEqual(one: ToastMessage, other: ToastMessage): boolean {
  return one.severity === other.severity && one.summary === other.summary && one.detail === other.detail
}

import { type ToastMessage as PrimeToast, Toast } from 'primereact/toast'
import { useEffect, useRef } from 'react'
import { pausableTimer } from './pausable-timer'
import { connectOutlet } from './toasts'

/** Milliseconds a toast stays (specification §9). */
const LIFETIME_MS = 3000

/**
 * The toast area of specification §2. PrimeReact's own timer goes on while the keyboard is in a toast (WCAG 2.2.1),
 * so toasts are sticky for PrimeReact and time out here, paused while the pointer or the focus is on them.
 */
export function ToastArea() {
  const area = useRef<Toast>(null)
  const lastId = useRef(0)

  useEffect(() => {
    connectOutlet({
      show(message) {
        lastId.current += 1
        const timer = pausableTimer(LIFETIME_MS, () => area.current?.remove(toast))
        const toast: PrimeToast = {
          ...message,
          id: String(lastId.current),
          sticky: true,
          pt: {
            root: {
              // Not on enter: a toast that appears under a resting pointer must go all the same.
              onMouseMove: () => timer.pause('pointer'),
              onMouseLeave: () => timer.resume('pointer'),
              onFocus: () => timer.pause('focus'),
              onBlur: () => timer.resume('focus'),
            },
          },
        }
        area.current?.show(toast)
      },
      clear: () => area.current?.clear(),
    })
    return () => connectOutlet(null)
  }, [])

  return <Toast ref={area} position="top-right" className="toast-area" />
}

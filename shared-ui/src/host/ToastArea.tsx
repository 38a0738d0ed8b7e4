import { type ToastMessage as PrimeToast, Toast } from 'primereact/toast'
import { useEffect, useRef } from 'react'
import { pausableTimer } from './pausable-timer'
import { registerToaster } from './toasts'

/** How long a toast stays, in milliseconds (specification §9). */
const LIFETIME_MS = 3000

/**
 * The toast area of specification §2. PrimeReact's timer does not pause while a toast has the focus (WCAG 2.2.1). So
 * toasts are sticky for PrimeReact and time out here, paused while the pointer or the focus is on them.
 */
export function ToastArea() {
  const area = useRef<Toast>(null)
  const lastId = useRef(0)

  useEffect(() => {
    registerToaster({
      show(message) {
        lastId.current += 1
        const timer = pausableTimer(LIFETIME_MS, () => area.current?.remove(toast))
        const toast: PrimeToast = {
          ...message,
          id: String(lastId.current),
          sticky: true,
          pt: {
            root: {
              // Not onMouseEnter: a toast that appears under a resting pointer must time out too.
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
    return () => registerToaster(null)
  }, [])

  return <Toast ref={area} position="top-right" className="toast-area" />
}

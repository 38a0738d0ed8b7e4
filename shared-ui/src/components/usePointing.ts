import { useEffect, useRef } from 'react'

/** How long a pointer is on an element that it does not just pass on its way, in milliseconds (docs/performance.md). */
const POINTING = 65

/**
 * Tells when an element is likely to be pressed: a pointer has been on it for a while, or goes down.
 *
 * @returns the props of an element, given what to call then
 */
export function usePointing() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function leave() {
    clearTimeout(timer.current)
    timer.current = undefined
  }

  useEffect(() => () => clearTimeout(timer.current), [])

  return (onPoint: () => void) => ({
    // And not when it enters: after a press the next one may follow.
    onPointerMove: () => {
      timer.current ??= setTimeout(() => {
        timer.current = undefined
        onPoint()
      }, POINTING)
    },
    onPointerDown: onPoint,
    onPointerLeave: leave,
  })
}

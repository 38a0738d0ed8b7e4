import { useEffect, useRef } from 'react'

/** How long a pointer is on an element that it does not just pass on its way, in milliseconds (docs/performance.md). */
const POINTING = 65

/**
 * Tells which element is likely to be pressed: a pointer has been on it for a while, or goes down.
 *
 * @returns what makes the props of each element from what to call then; the pointer is on one at a time
 */
export function usePointing() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function leave() {
    clearTimeout(timer.current)
  }

  useEffect(() => () => clearTimeout(timer.current), [])

  return (onPoint: () => void) => ({
    onPointerEnter: () => {
      timer.current = setTimeout(onPoint, POINTING)
    },
    onPointerDown: () => {
      leave()
      onPoint()
    },
    onPointerLeave: leave,
  })
}

import { useEffect, useEffectEvent } from 'react'

/** Calls `onMounted` once its siblings and their effects have mounted without throwing. */
export function OnMounted({ onMounted }: { onMounted: () => void }) {
  const callback = useEffectEvent(onMounted)
  useEffect(() => {
    // An effect that throws unmounts this component before the timer fires.
    const timer = setTimeout(() => callback(), 0)
    return () => clearTimeout(timer)
  }, [])
  return null
}

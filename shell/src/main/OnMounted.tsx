import { useEffect, useEffectEvent } from 'react'

/** Calls `onMounted` once its siblings have mounted, their effects too, without throwing. */
export function OnMounted({ onMounted }: { onMounted: () => void }) {
  const tell = useEffectEvent(onMounted)
  useEffect(() => {
    // An effect that throws unmounts this one before the timer fires.
    const timer = setTimeout(() => tell(), 0)
    return () => clearTimeout(timer)
  }, [])
  return null
}

import { useEffect, useEffectEvent } from 'react'

/** Tells once that what is rendered beside it has mounted, its effects too, without throwing. */
export function Shown({ onShown }: { onShown: () => void }) {
  const tell = useEffectEvent(onShown)
  useEffect(() => {
    // An effect that throws unmounts this one before the timer fires.
    const timer = setTimeout(() => tell(), 0)
    return () => clearTimeout(timer)
  }, [])
  return null
}

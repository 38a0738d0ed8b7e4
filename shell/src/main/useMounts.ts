import { useRef, useState } from 'react'
import type { Release } from 'registry'
import type { OpenedRelease } from '../remotes/open-release'

/** A release that is rendered, and whom to tell how its first render goes. */
export interface Mount extends OpenedRelease {
  key: number
  onShown: () => void
  onThrow: (error: unknown) => void
}

/** The releases that a tab renders: the one that is shown, or all that are on their way to their first render. */
export function useMounts() {
  const [mounts, setMounts] = useState<readonly Mount[]>([])
  const lastKey = useRef(0)

  /**
   * Renders a release beside what is there; one that throws is taken away.
   *
   * @returns settled when its first render is done or has thrown
   */
  async function mount(opened: OpenedRelease): Promise<void> {
    lastKey.current += 1
    const key = lastKey.current
    try {
      await new Promise<void>((onShown, onThrow) => {
        setMounts((others) => [...others, { ...opened, key, onShown, onThrow }])
      })
    } catch (error) {
      setMounts((all) => all.filter((mounted) => mounted.key !== key))
      throw error
    }
  }

  /** Takes away all releases, but for one if it is given. */
  function keepOnly(release?: Release): void {
    setMounts((all) => all.filter((mounted) => mounted.release === release))
  }

  return { mounts, mount, keepOnly }
}

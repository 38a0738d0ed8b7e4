import { useRef, useState } from 'react'
import { reportFailure } from './failure'
import { useTab } from './TabRoot'

/** Runs actions that change data, one at a time per name. */
export function useExclusiveAction() {
  const { notify } = useTab()
  const [running, setRunning] = useState<readonly string[]>([])
  // State would update too late for a second press in the same frame.
  const names = useRef(new Set<string>())

  /** Runs an action, unless one of the same name is running. A failure is reported, not thrown. */
  async function run(name: string, action: () => Promise<unknown>): Promise<void> {
    if (names.current.has(name)) return
    names.current.add(name)
    setRunning([...names.current])
    try {
      await action()
    } catch (error) {
      reportFailure(notify, error)
    } finally {
      names.current.delete(name)
      setRunning([...names.current])
    }
  }

  return {
    /** True while the action of that name is running. */
    isRunning: (name: string) => running.includes(name),
    run,
  }
}

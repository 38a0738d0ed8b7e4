import { useRef, useState } from 'react'
import { reportFailure } from './failure'
import { useNotify } from './TabRoot'

export interface ExclusiveAction {
  /** True while the action of that name is running. */
  isRunning: (name: string) => boolean
  /**
   * Runs an action, unless one of the same name is running. A failure is reported, not thrown.
   *
   * @returns true when the action succeeded
   */
  run: (name: string, action: () => Promise<unknown>) => Promise<boolean>
}

/** Runs actions that change data, one at a time per name. */
export function useExclusiveAction(): ExclusiveAction {
  const notify = useNotify()
  const [running, setRunning] = useState<readonly string[]>([])
  // State would update too late for a second press in the same frame.
  const names = useRef(new Set<string>())

  async function run(name: string, action: () => Promise<unknown>): Promise<boolean> {
    if (names.current.has(name)) return false
    names.current.add(name)
    setRunning([...names.current])
    try {
      await action()
      return true
    } catch (error) {
      reportFailure(notify, error)
      return false
    } finally {
      names.current.delete(name)
      setRunning([...names.current])
    }
  }

  return { isRunning: (name) => running.includes(name), run }
}

import { useRef, useState } from 'react'
import { reportFailure } from './failure'
import { useNotify } from './TabRoot'

export interface Work {
  /** True while the work of that name is under way. */
  isRunning: (name: string) => boolean
  /**
   * Does the work, unless that name's is already under way. A failure is reported, not thrown.
   *
   * @returns true when the work was done
   */
  run: (name: string, work: () => Promise<unknown>) => Promise<boolean>
}

/** Runs calls that change data, one at a time per name. */
export function useWork(): Work {
  const notify = useNotify()
  const [running, setRunning] = useState<readonly string[]>([])
  // State would be too late for the second of two presses in one frame.
  const names = useRef(new Set<string>())

  async function run(name: string, work: () => Promise<unknown>): Promise<boolean> {
    if (names.current.has(name)) return false
    names.current.add(name)
    setRunning([...names.current])
    try {
      await work()
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

import type { Repeats } from '@canje/shared-auth'
import { type ActionFailure, faultOf, type Repetition, useExclusiveAction, useNotify } from '@canje/shared-ui'
import { useState } from 'react'
import type { Words } from './failure-words'
import type { Outcome } from './outcome'

/** The last change, while it is the last and has failed. */
export interface FailedChange extends ActionFailure {
  name: string
  dismiss: () => void
}

/** Runs the changes of a tab, one at a time per name, shows their toasts, and keeps why the last one failed. */
export function useChanges() {
  const notify = useNotify()
  const { isRunning, run } = useExclusiveAction()
  const [failed, setFailed] = useState<Omit<FailedChange, 'dismiss'>>()
  const [repeated, setRepeated] = useState<readonly (Repetition & { name: string })[]>([])
  const dismiss = () => setFailed(undefined)

  const endRepetition = (name: string) => setRepeated((current) => current.filter((one) => one.name !== name))

  /** Shows that a change is sent again, until it is over. */
  function repeatsOf(name: string, onDoubt: (() => void) | undefined): Repeats {
    const controller = new AbortController()
    const stop = () => {
      controller.abort()
      endRepetition(name)
    }
    return {
      signal: controller.signal,
      onRepeat: (attempt, attempts) => {
        onDoubt?.()
        setRepeated((current) => [
          ...current.filter((one) => one.name !== name),
          { name, text: `El servicio falló; se intenta de nuevo (${attempt} de ${attempts})`, stop },
        ])
      },
    }
  }

  /**
   * @param words says why the change failed
   * @param onDoubt the service may have made the change without telling
   */
  async function attempt<Of extends Outcome>(
    name: string,
    change: (repeats: Repeats) => Promise<Of>,
    words: Words,
    onDoubt?: () => void,
  ): Promise<Partial<Of>> {
    let outcome: Partial<Of> = {}
    dismiss()
    await run(name, async () => {
      outcome = await change(repeatsOf(name, onDoubt)).finally(() => endRepetition(name))
      if (!outcome.isDone) throw outcome.error
    })
    if (outcome.message) notify(outcome.message)
    if (outcome.error !== undefined) {
      const fault = faultOf(outcome.error)
      setFailed({ name, text: words(fault, outcome.isUndone), fault })
    }
    return outcome
  }

  return { attempt, isRunning, run, repeated, failed: failed && { ...failed, dismiss } }
}

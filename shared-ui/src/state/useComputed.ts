import { useEffect, useEffectEvent, useRef, useState } from 'react'

/**
 * Computes a value again for each other input, one at a time. One that is out of date is aborted and dropped; the newest one
 * starts once it has ended, and none between. One that fails is dropped, too. `compute` may ignore its signal, at the price
 * of that wait.
 *
 * @param input another object computes again; undefined computes nothing, and lets what is being computed go on
 * @returns the last value with its input; undefined before the first
 */
export function useComputed<Input extends object, Value>(
  input: Input | undefined,
  compute: (input: Input, signal: AbortSignal) => Value | Promise<Value>,
) {
  const [last, setLast] = useState<{ input: Input; value: Value }>()
  const current = useRef<{ input: Input; controller: AbortController }>(undefined)
  /** Resolves once nothing is being computed; undefined then. */
  const computing = useRef<Promise<void>>(undefined)
  const start = useEffectEvent(async (input: Input, signal: AbortSignal) => compute(input, signal))

  useEffect(() => {
    if (!input || current.current?.input === input) return
    current.current?.controller.abort()
    const controller = new AbortController()
    const { signal } = controller
    current.current = { input, controller }
    const run = async () => {
      if (computing.current) await computing.current
      if (signal.aborted) return
      const value = await start(input, signal)
      if (!signal.aborted) setLast({ input, value })
    }
    const computation = run()
      .catch(() => undefined)
      .finally(() => {
        if (computing.current === computation) computing.current = undefined
      })
    computing.current = computation
  }, [input])
  useEffect(
    () => () => {
      current.current?.controller.abort()
      current.current = undefined
    },
    [],
  )
  return last
}

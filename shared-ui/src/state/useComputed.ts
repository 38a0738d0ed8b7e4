import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Computes a value again for each other input. One that is out of date, or that fails, is dropped.
 *
 * @param input another object computes again; undefined computes nothing
 * @returns the last value with its input; undefined before the first
 */
export function useComputed<Input extends object, Value>(
  input: Input | undefined,
  compute: (input: Input) => Value | Promise<Value>,
): { input: Input; value: Value } | undefined {
  const [last, setLast] = useState<{ input: Input; value: Value }>()
  const start = useEffectEvent(async (input: Input) => compute(input))
  useEffect(() => {
    if (!input) return
    let isCurrent = true
    start(input).then(
      (value) => isCurrent && setLast({ input, value }),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [input])
  return last
}

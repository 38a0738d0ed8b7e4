import { useEffect, useEffectEvent, useRef, useState } from 'react'

/**
 * Computes a value again for each other input. One that is out of date, or that fails, is dropped.
 *
 * @param input another object computes again; undefined computes nothing, and lets what is being computed go on
 * @returns the last value with its input; undefined before the first
 */
export function useComputed<Input extends object, Value>(
  input: Input | undefined,
  compute: (input: Input) => Value | Promise<Value>,
) {
  const [last, setLast] = useState<{ input: Input; value: Value }>()
  const started = useRef<Input>(undefined)
  const start = useEffectEvent(async (input: Input) => compute(input))
  useEffect(() => {
    if (!input || started.current === input) return
    started.current = input
    start(input).then(
      (value) => started.current === input && setLast({ input, value }),
      () => undefined,
    )
  }, [input])
  return last
}

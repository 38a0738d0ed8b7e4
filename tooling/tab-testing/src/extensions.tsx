import type { ExtensionProps, SlotProps, TabExtensions } from '@canje/shared-auth'
import { type ComponentType, createContext, useContext, useMemo } from 'react'

/** Components of a test by slot, such as `detalle:usuario`. */
export type TestExtensions = Readonly<Record<string, ComponentType<ExtensionProps<never>>>>

interface Provided {
  components: TestExtensions
  /** What the shell passes to every extension. */
  props: Pick<ExtensionProps, 'notify' | 'features' | 'overlays'>
}

/** What {@link Extension} renders in a tab under test. */
export const ProvidedExtensions = createContext<Provided | null>(null)

/** The slots that a test provides, as the shell passes them to a tab within {@link ProvidedExtensions}. */
export function extensionsOf(components: TestExtensions): TabExtensions {
  return { has: (slot) => Object.hasOwn(components, slot), Extension }
}

/** A slot within itself renders nothing, as in the shell. */
function Extension({ slot, input }: SlotProps) {
  const provided = useContext(ProvidedExtensions)
  const inner = useMemo(() => {
    const { [slot]: _, ...components } = provided?.components ?? {}
    return { provided: provided && { ...provided, components }, extensions: extensionsOf(components) }
  }, [provided, slot])
  if (!provided || !Object.hasOwn(provided.components, slot)) return null
  const Component = provided.components[slot]
  return (
    <ProvidedExtensions value={inner.provided}>
      {Component && <Component {...provided.props} input={input} extensions={inner.extensions} />}
    </ProvidedExtensions>
  )
}

import type { RegisteredRemote } from '@canje/registry'
import type { Notify, SlotProps, TabExtensions } from '@canje/shared-auth'
import { OnDemand } from '@canje/shared-ui'
import { createContext, useContext, useMemo, useState } from 'react'
import { providedSlots, slotProvider, useRemotesState } from '../remotes'

/** What surrounds a slot: the toasts of its tab, and the slots that it is in. */
export const SlotContext = createContext<{ notify: Notify; within: readonly string[] } | null>(null)

/** The `extensions` prop of a tab, or of an extension in a slot. It is another object only when the names of the slots change. */
export function useExtensions(within: readonly string[]): TabExtensions {
  const provided = useRemotesState(providedSlots)
  return useMemo(() => {
    const slots = new Set(provided.split(' ').filter((slot) => !within.includes(slot)))
    return { has: (slot) => slots.has(slot), Extension }
  }, [provided, within])
}

/** Renders what the live release of a remote provides for a slot. A slot within itself renders nothing. */
function Extension({ slot, input }: SlotProps) {
  const surroundings = useContext(SlotContext)
  const provider = useRemotesState((state) => slotProvider(state, slot))
  if (!surroundings || surroundings.within.includes(slot)) return null
  return <Slot key={slot} slot={slot} input={input} provider={provider} {...surroundings} />
}

/** What a slot has of its surroundings. */
export interface SlotInPage extends SlotProps {
  notify: Notify
  within: readonly string[]
}

const loadSlot = () => import(/* webpackChunkName: 'slot' */ './ProvidedSlot')

/** Stays with the first provider: what is shown runs until it is unmounted. */
function Slot({ provider, ...props }: SlotInPage & { provider: RegisteredRemote | undefined }) {
  const [first, setFirst] = useState(provider)
  if (!first && provider) setFirst(provider)
  if (!first) return null
  return (
    <OnDemand failure="No se pudo mostrar este contenido." load={loadSlot}>
      {({ default: ProvidedSlot }) => <ProvidedSlot remote={first} {...props} />}
    </OnDemand>
  )
}

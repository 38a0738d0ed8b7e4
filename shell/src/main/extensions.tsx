import type { ListedRemote } from '@canje/registry'
import type { ExtensionProps, Notify, SlotProps, TabExtensions } from '@canje/shared-auth'
import { SlowLoad } from '@canje/shared-ui/slow-notice'
import { createContext, useContext, useId, useMemo, useState } from 'react'
import { filledSlots, slotOutlet, slotOwner, useRemotesState } from '../remotes'
import { OutletContent } from './OutletContent'
import { useOutlet } from './useOutlet'

/** What surrounds a slot: the toasts of its tab, and the slots that it is in. */
export const SlotContext = createContext<{ notify: Notify; within: readonly string[] } | null>(null)

/** The `extensions` prop of a tab, or of an extension in a slot. It is another object only when the names of the slots change. */
export function useExtensions(within: readonly string[]): TabExtensions {
  const filled = useRemotesState(filledSlots)
  return useMemo(() => {
    const slots = new Set(filled.split(' ').filter((slot) => slot && !within.includes(slot)))
    return { has: (slot) => slots.has(slot), Extension }
  }, [filled, within])
}

/**
 * Renders what the release of a slot's owner provides for it, until it is unmounted: the first owner stays. A slot within
 * itself renders nothing.
 */
function Extension({ slot, input }: SlotProps) {
  const surroundings = useContext(SlotContext)
  const listed = useRemotesState((state) => slotOwner(state, slot))
  const [shown, setShown] = useState<{ slot: string; listed: ListedRemote }>()
  if (listed && shown?.slot !== slot) setShown({ slot, listed })
  if (!surroundings || shown?.slot !== slot || surroundings.within.includes(slot)) return null
  return <OwnedSlot key={slot} input={input} {...shown} {...surroundings} />
}

interface OwnedSlotProps extends SlotProps {
  listed: ListedRemote
  notify: Notify
  within: readonly string[]
}

function OwnedSlot({ slot, input, listed, notify, within }: OwnedSlotProps) {
  const { name, owner } = listed
  const { label } = listed.tab
  const instance = useId()
  const outlet = useMemo(() => slotOutlet(name, slot, instance), [name, slot, instance])
  const isFilled = useRemotesState((state) => slotOwner(state, slot) !== undefined)
  const state = useOutlet(outlet, isFilled)
  const release = state.status === 'mounted' ? state.mount.release : undefined
  const inner = useMemo(() => ({ notify, within: [...within, slot] }), [notify, within, slot])
  const extensions = useExtensions(inner.within)
  const placeholder = (
    <p role="status">
      Cargando… <SlowLoad />
    </p>
  )

  if (state.status === 'idle' && !isFilled) return null
  return (
    <SlotContext value={inner}>
      <OutletContent<ExtensionProps>
        outlet={outlet}
        state={state}
        root={{ isActive: true, 'data-slot': slot, 'data-extension': release && `${name}@${release.version}` }}
        props={{ input, notify, extensions }}
        placeholder={placeholder}
        failure={{ title: `No se pudo mostrar este contenido de ${label}`, rest: 'Lo demás sigue funcionando.', owner }}
      />
    </SlotContext>
  )
}

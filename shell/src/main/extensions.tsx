import type { ListedRemote } from '@canje/registry'
import type { ExtensionProps, SlotProps, TabExtensions } from '@canje/shared-auth'
import { notify } from '@canje/shared-ui/host'
import { SlowLoad } from '@canje/shared-ui/slow-notice'
import { createContext, useContext, useId, useMemo, useState } from 'react'
import { filledSlots, slotOutlet, slotOwner, useRemotesState } from '../remotes'
import { OutletContent, useOutlet } from './OutletContent'

export const NO_SLOTS: readonly string[] = []

/** The slots around a component. */
const SlotContext = createContext(NO_SLOTS)

/** The `extensions` prop of a tab, or of an extension in slots. It is another object only when the names of the slots change. */
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
  const within = useContext(SlotContext)
  const listed = useRemotesState((state) => slotOwner(state, slot))
  const [shown, setShown] = useState<{ slot: string; listed: ListedRemote }>()
  if (listed && shown?.slot !== slot) setShown({ slot, listed })
  if (shown?.slot !== slot || within.includes(slot)) return null
  return <OwnedSlot key={slot} input={input} within={within} {...shown} />
}

interface OwnedSlotProps extends SlotProps {
  listed: ListedRemote
  within: readonly string[]
}

function OwnedSlot({ slot, input, listed, within }: OwnedSlotProps) {
  const { name, owner } = listed
  const { label } = listed.tab
  const instance = useId()
  const outlet = useMemo(() => slotOutlet(name, slot, instance), [name, slot, instance])
  const isFilled = useRemotesState((state) => slotOwner(state, slot) !== undefined)
  const state = useOutlet(outlet, isFilled)
  const release = state.status === 'mounted' ? state.mount.release : undefined
  const inner = useMemo(() => [...within, slot], [within, slot])
  const extensions = useExtensions(inner)
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

import type { RegisteredRemote } from '@canje/registry'
import type { ExtensionProps, Notify, SlotProps, TabExtensions } from '@canje/shared-auth'
import { serviceFeatures } from '@canje/shared-auth/host'
import { SlowLoad } from '@canje/shared-ui/slow-notice'
import { createContext, useContext, useId, useMemo, useState } from 'react'
import { providedSlots, slotOutlet, slotProvider, useRemotesState } from '../remotes'
import { OutletContent } from './OutletContent'
import { useOutlet } from './useOutlet'

/** What surrounds a slot: the toasts of its tab, and the slots that it is in. */
export const SlotContext = createContext<{ notify: Notify; within: readonly string[] } | null>(null)

/** The `extensions` prop of a tab, or of an extension in a slot. It is another object only when the names of the slots change. */
export function useExtensions(within: readonly string[]): TabExtensions {
  const provided = useRemotesState(providedSlots)
  return useMemo(() => {
    const slots = new Set(provided.split(' ').filter((slot) => slot && !within.includes(slot)))
    return { has: (slot) => slots.has(slot), Extension }
  }, [provided, within])
}

/**
 * Renders what the live release of a remote provides for a slot, until it is unmounted: the first provider stays. A slot
 * within itself renders nothing.
 */
function Extension({ slot, input }: SlotProps) {
  const surroundings = useContext(SlotContext)
  const provider = useRemotesState((state) => slotProvider(state, slot))
  const [shown, setShown] = useState<{ slot: string; remote: RegisteredRemote }>()
  if (provider && shown?.slot !== slot) setShown({ slot, remote: provider })
  if (!surroundings || shown?.slot !== slot || surroundings.within.includes(slot)) return null
  return <ProvidedSlot key={slot} input={input} {...shown} {...surroundings} />
}

interface ProvidedSlotProps extends SlotProps {
  remote: RegisteredRemote
  notify: Notify
  within: readonly string[]
}

function ProvidedSlot({ slot, input, remote, notify, within }: ProvidedSlotProps) {
  const instance = useId()
  const outlet = useMemo(() => slotOutlet(remote.name, slot, instance), [remote.name, slot, instance])
  const state = useOutlet(outlet, remote, true)
  const release = state.status === 'mounted' ? state.mount.release : undefined
  const inner = useMemo(() => ({ notify, within: [...within, slot] }), [notify, within, slot])
  const extensions = useExtensions(inner.within)
  const [features] = useState(serviceFeatures)
  const { label } = remote.live.tab
  const placeholder = (
    <p className="slot-loading" role="status">
      Cargando… <SlowLoad />
    </p>
  )

  return (
    <SlotContext value={inner}>
      <OutletContent<ExtensionProps>
        outlet={outlet}
        remote={remote}
        state={state}
        root={{ isActive: true, 'data-slot': slot, 'data-extension': release && `${remote.name}@${release.version}` }}
        props={{ input, notify, features, extensions }}
        placeholder={placeholder}
        failure={{ title: `No se pudo mostrar este contenido de ${label}`, rest: 'Lo demás sigue funcionando.' }}
      />
    </SlotContext>
  )
}

import { cellKey } from '@canje/large-table'
import type { ExtensionProps } from '@canje/shared-auth'
import { createContext, Fragment, type ReactNode, useContext, useMemo, useState } from 'react'
import { nextTime } from '../rows/time'
import { TabRoot } from '../state/TabRoot'
import { type DetailFrame, readDetailInput } from '../view/detail-input'
import type { DetailSubject } from '../view/detail-link'

const FrameContext = createContext<DetailFrame | undefined>(undefined)

/** @throws Error outside DetailRoot */
export function useDetailFrame(): DetailFrame {
  const frame = useContext(FrameContext)
  if (!frame) throw new Error('Details are rendered in DetailRoot.')
  return frame
}

/** The time of the last renewal of the details by `nextTime`; 0 outside of details. */
export function useRenewedAt(): number {
  return useContext(FrameContext)?.renewedAt ?? 0
}

interface DetailRootProps extends ExtensionProps {
  children: (subject: DetailSubject) => ReactNode
}

/**
 * The root of the component for a slot `detalle:…`. It reads the input, which is all that the panel shares with the tab
 * around it, and mounts its content again for another subject.
 *
 * @example <DetailRoot {...props}>{(prize) => <PrizeDetail {...prize} />}</DetailRoot>
 */
export function DetailRoot({ input, children, ...props }: DetailRootProps) {
  const read = useMemo(() => readDetailInput(input), [input])
  // Without a frame, nothing else renews the panel.
  const [renewedAt, setRenewedAt] = useState(0)
  if (!read) return <p>Falta el id o el nombre de lo que se quiere ver.</p>

  const { subject, frame } = read
  const { id, name } = subject
  const own = frame.renew ? frame : { ...frame, renewedAt, renew: () => setRenewedAt(nextTime()) }
  return (
    <TabRoot {...props}>
      <FrameContext value={own}>
        <Fragment key={JSON.stringify([id === undefined ? id : cellKey(id), name])}>{children(subject)}</Fragment>
      </FrameContext>
    </TabRoot>
  )
}

import { cellKey } from '@canje/large-table'
import type { ExtensionProps } from '@canje/shared-auth'
import { createContext, Fragment, type ReactNode, useContext, useLayoutEffect, useMemo, useState } from 'react'
import { nextMoment } from '../rows/moment'
import { type SessionLists, sessionLists } from '../rows/session-lists'
import { TabRoot } from '../state/TabRoot'
import { type DetailFrame, readDetailInput } from '../view/detail-input'
import type { DetailSubject } from '../view/detail-link'

const FrameContext = createContext<DetailFrame | undefined>(undefined)
const ListsContext = createContext<SessionLists | undefined>(undefined)

/** @throws Error outside DetailRoot */
export function useDetailFrame(): DetailFrame {
  const frame = useContext(FrameContext)
  if (!frame) throw new Error('Details are rendered in DetailRoot.')
  return frame
}

/** The lists of the session. @throws Error outside DetailRoot */
export function useSessionLists(): SessionLists {
  const lists = useContext(ListsContext)
  if (!lists) throw new Error('Details are rendered in DetailRoot.')
  return lists
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
  const [lists, setLists] = useState<SessionLists>()
  // The first use creates them, which is no part of a render. Nothing is painted before.
  useLayoutEffect(() => setLists(sessionLists()), [])
  if (!read) return <p>Falta el id o el nombre de lo que se quiere ver.</p>

  const { subject, frame } = read
  const { id, name } = subject
  const own = frame.renew ? frame : { ...frame, renewedAt, renew: () => setRenewedAt(nextMoment()) }
  return (
    <TabRoot {...props}>
      {lists && (
        <FrameContext value={own}>
          <ListsContext value={lists}>
            <Fragment key={JSON.stringify([id === undefined ? id : cellKey(id), name])}>{children(subject)}</Fragment>
          </ListsContext>
        </FrameContext>
      )}
    </TabRoot>
  )
}

import { OnDemand, TabDialog } from '@canje/shared-ui'
import { createContext, type PropsWithChildren, use, useMemo, useState } from 'react'

const loadDiagnosis = () => import(/* webpackChunkName: 'export' */ './Diagnosis')

const OpenDiagnosis = createContext<() => void>(() => undefined)

/** Opens the diagnosis of the page. */
export function useOpenDiagnosis(): () => void {
  return use(OpenDiagnosis)
}

/** Lets what is within it open the diagnosis. Its code loads when it opens. */
export function DiagnosisDialog({ children }: PropsWithChildren) {
  const [isOpen, setOpen] = useState(false)
  const open = useMemo(() => () => setOpen(true), [])
  return (
    <OpenDiagnosis value={open}>
      {children}
      {isOpen && (
        <OnDemand
          failure="No se pudo abrir el diagnóstico."
          load={loadDiagnosis}
          frame={(content) => (
            <TabDialog header="Diagnóstico" visible onHide={() => setOpen(false)} className="summary-dialog">
              {content}
            </TabDialog>
          )}
        >
          {({ default: Diagnosis }) => <Diagnosis />}
        </OnDemand>
      )}
    </OpenDiagnosis>
  )
}

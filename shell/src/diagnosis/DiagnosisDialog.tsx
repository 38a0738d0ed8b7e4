import { OnDemand, TabDialog } from '@canje/shared-ui'
import { useEffect } from 'react'
import { create } from 'zustand'

const loadDiagnosis = () => import(/* webpackChunkName: 'diagnosis' */ './Diagnosis')

const useDiagnosis = create(() => ({ isOpen: false }))

/** Opens the diagnosis of the page. */
export const openDiagnosis = () => useDiagnosis.setState({ isOpen: true })
const close = () => useDiagnosis.setState({ isOpen: false })

/** The dialog of the diagnosis, whose code loads when it opens. */
export function DiagnosisDialog() {
  const { isOpen } = useDiagnosis()
  useEffect(() => close, [])
  return (
    isOpen && (
      <TabDialog header="Diagnóstico" onHide={close} className="summary-dialog">
        <OnDemand failure="No se pudo abrir el diagnóstico." load={loadDiagnosis}>
          {({ default: Diagnosis }) => <Diagnosis />}
        </OnDemand>
      </TabDialog>
    )
  )
}

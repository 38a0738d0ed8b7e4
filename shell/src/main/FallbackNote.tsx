import { openDiagnosis } from '../diagnosis/DiagnosisDialog'
import type { Mount } from '../remotes'

/** Says that a tab shows an earlier release, below it, where it moves nothing. */
export function FallbackNote({ mount: { remote, release } }: { mount: Mount }) {
  if (release.build === remote.live.build) return null
  return (
    <div className="line">
      <span>{`Se muestra la versión ${release.version} de esta pestaña en lugar de la ${remote.live.version}.`}</span>
      <button type="button" className="p-button p-button-outlined" onClick={openDiagnosis}>
        Diagnóstico
      </button>
    </div>
  )
}

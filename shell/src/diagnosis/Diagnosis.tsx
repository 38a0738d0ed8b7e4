import { lastRequests } from '@canje/shared-auth/host'
import { CopyButton, TabRoot } from '@canje/shared-ui'
import { notify } from '@canje/shared-ui/host'
import { useEffect, useState } from 'react'
import { describeRemotes, useRemotes } from '../remotes'
import { SHELL } from '../shell-build'
import { clockOffset } from './clock-offset'
import { diagnosisText } from './diagnosis-text'

/** Shows the diagnosis of the page as it is when it opens. */
export default function Diagnosis() {
  const { store, states, settings } = useRemotes()
  const [text, setText] = useState<string>()

  useEffect(() => {
    const facts = {
      now: new Date(),
      shell: SHELL,
      states: states.facts(),
      remotes: [...describeRemotes(store.getState()), ...settings.lines()],
      requests: [...lastRequests()],
      browser: navigator.userAgent,
    }
    clockOffset().then((clockOffsetMs) => setText(diagnosisText({ ...facts, clockOffsetMs })))
  }, [store, states, settings])

  return (
    // The toast of the button.
    <TabRoot notify={notify}>
      <div className="stack action-dialog-form">
        <p>Envíe este texto a quien atiende la falla. No contiene datos de personas, codigos ni contraseñas.</p>
        <textarea
          className="p-inputtext"
          aria-label="Diagnóstico"
          readOnly
          rows={18}
          wrap="off"
          value={text ?? 'Preparando…'}
        />
        <span className="action-buttons">
          <CopyButton
            label="Copiar"
            autoFocus
            busy={text === undefined}
            read={() => ({ text: text ?? '', message: 'Se copió el diagnóstico' })}
          />
        </span>
      </div>
    </TabRoot>
  )
}

import { followOffers, takeSession } from '@canje/shared-auth/host'
import { Button } from 'primereact/button'
import { useEffect, useState } from 'react'
import { attemptFailure } from '../session-words'

export interface ContinueSessionProps {
  onContinued: () => void
  /** Gets why a session could not be continued. */
  onFailed: (message: string) => void
}

/** Offers to continue the sessions of other windows (D38, new window). */
export default function ContinueSession({ onContinued, onFailed }: ContinueSessionProps) {
  const [names, setNames] = useState<readonly string[]>([])
  const [taken, setTaken] = useState<string>()
  useEffect(() => followOffers(setNames), [])

  async function take(name: string) {
    if (taken !== undefined) return
    setTaken(name)
    const outcome = await takeSession(name)
    setTaken(undefined)
    if (outcome === true) return onContinued()
    setNames((current) => current.filter((other) => other !== name))
    onFailed(outcome ? attemptFailure(outcome) : `La sesión de ${name} ya no está abierta.`)
  }

  return (
    <div className="stack" aria-live="polite">
      {names.map((name) => (
        <Button
          key={name}
          type="button"
          outlined
          label={`Continuar como ${name}`}
          aria-busy={name === taken}
          onClick={() => take(name)}
        />
      ))}
    </div>
  )
}

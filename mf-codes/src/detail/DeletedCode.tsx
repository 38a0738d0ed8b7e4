import type { ReactNode } from 'react'
import { Act } from '../history/Act'
import { useLife } from './useLife'

interface DeletedCodeProps {
  /** What was searched in vain. */
  text: string
  /** Shown where no code with the text was deleted. */
  sentence: ReactNode
}

/** Who deleted a code that was searched in vain, and the way to its press in Historial, where it can be restored. */
export function DeletedCode({ text, sentence }: DeletedCodeProps) {
  const last = useLife({ name: text }, '').actions.findLast(({ action }) => action !== 'create')
  if (!last || last.action === 'restore') return sentence
  return (
    <span>
      <bdi translate="no">«{text}»</bdi> fue eliminado <Act action={last} />
    </span>
  )
}

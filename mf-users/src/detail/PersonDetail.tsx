import type { ExtensionProps } from '@canje/shared-auth'
import {
  countOf,
  DetailFooter,
  DetailHeading,
  DetailRoot,
  type DetailSubject,
  EqualRows,
  isId,
  Tag,
  textOf,
  useSubject,
} from '@canje/shared-ui'
import { useState } from 'react'
import { users } from '../users'
import { PersonHead } from './PersonHead'
import { ReferralTree } from './ReferralTree'
import { Timeline } from './Timeline'
import { useReferralTree } from './useReferralTree'
import { timelineLists, useTimeline } from './useTimeline'

/** The slot `detalle:usuario`: a person by the user's id, by the name, or by both; see the README. */
export default function PersonDetail(props: ExtensionProps) {
  return <DetailRoot {...props}>{(subject) => <Content {...subject} />}</DetailRoot>
}

/**
 * A person: data, points, history and referrals. Codes, scores and referrals have no user id, so they are found by name; if
 * several persons have it, the panel says so.
 */
function Content(subject: DetailSubject) {
  const { found, row: person, text: name, isShared, isSettled } = useSubject(users.load, subject)
  const timeline = useTimeline(name)
  const isComplete = timeline.failed.length === 0
  const tree = useReferralTree(isId(person?.id) ? person.id : undefined)
  // All at once, so that no list moves the buttons of another one.
  const [areShown, setShown] = useState(false)
  if (!areShown && name !== undefined && isSettled && !timeline.isLoading) setShown(true)

  return (
    <>
      <header className="stack detail-head">
        <DetailHeading>{name ?? `Usuario ${subject.id}`}</DetailHeading>
        {(isShared || countOf(found) > 1) && <Tag severity="warning" value="varias personas" />}
        {person && <PersonHead person={person} {...timeline} isShared={isShared} />}
      </header>
      {found === 'loading' && <p>Cargando los datos…</p>}
      {found === 'failed' && <p>No se pudo cargar la lista de usuarios.</p>}
      {typeof found === 'object' && found.count === 0 && <p>Esta persona no está en Usuarios.</p>}
      <EqualRows
        label="Personas con este nombre"
        found={found}
        describe={(row) => [textOf(row, 'id'), textOf(row, 'mail'), textOf(row, 'phone')]}
        slot="detalle:usuario"
      />
      {name !== undefined && (
        <>
          {!areShown && <p>Cargando…</p>}
          <div className="detail-sections" hidden={!areShown}>
            {!isComplete && <p>No se pudo cargar: {timeline.failed.join(', ')}.</p>}
            <Timeline label="Historia" entries={timeline.entries} isShared={isShared} isComplete={isComplete} />
            <Timeline label="Referido por" entries={timeline.referrers} isShared={isShared} isComplete={isComplete} />
          </div>
        </>
      )}
      {isId(person?.id) && <ReferralTree {...tree} />}
      <DetailFooter lists={name === undefined ? [users.load] : [users.load, ...timelineLists]} other={tree} />
    </>
  )
}
